package main

import (
	"fmt"
	"io"
	"sync"
	"time"

	"github.com/cloudflare/cfssl/log"
)

// cfsslLog is where the log of CFSSL goes. A command keeps the last error to
// explain its own; the server writes lines with the time.
type cfsslLog struct {
	mu   sync.Mutex
	out  io.Writer // nil: nothing is written
	last string
}

var cfsslMessages = &cfsslLog{}

// quietCFSSL keeps CFSSL from writing to standard error.
func quietCFSSL() {
	log.Level = log.LevelError
	log.SetLogger(cfsslMessages)
}

// showCFSSL writes warnings and errors to out.
func showCFSSL(out io.Writer) {
	cfsslMessages.mu.Lock()
	defer cfsslMessages.mu.Unlock()
	cfsslMessages.out = out
	log.Level = log.LevelWarning
}

// lastCFSSLError returns and forgets the last error that CFSSL logged.
func lastCFSSLError() string {
	cfsslMessages.mu.Lock()
	defer cfsslMessages.mu.Unlock()
	last := cfsslMessages.last
	cfsslMessages.last = ""
	return last
}

func (l *cfsslLog) write(level, message string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.last = message
	if l.out != nil {
		fmt.Fprintf(l.out, "%s %s: %s\n", time.Now().UTC().Format(time.RFC3339), level, printable(message))
	}
}

func (l *cfsslLog) Debug(string)     {}
func (l *cfsslLog) Info(string)      {}
func (l *cfsslLog) Warning(m string) { l.write("warning", m) }
func (l *cfsslLog) Err(m string)     { l.write("error", m) }
func (l *cfsslLog) Crit(m string)    { l.write("critical", m) }
func (l *cfsslLog) Emerg(m string)   { l.write("fatal", m) }
