package tlsext

import "fmt"

// Labels of the key log format (draft-ietf-tls-keylogfile).
const (
	logClientHandshake = "CLIENT_HANDSHAKE_TRAFFIC_SECRET"
	logServerHandshake = "SERVER_HANDSHAKE_TRAFFIC_SECRET"
	logClientTraffic   = "CLIENT_TRAFFIC_SECRET_0"
	logServerTraffic   = "SERVER_TRAFFIC_SECRET_0"
	logExporter        = "EXPORTER_SECRET"
)

// logSecret writes a line to the key log, if there is one.
func (c *Conn) logSecret(label string, secret []byte) error {
	w := c.config.KeyLogWriter
	if w == nil {
		return nil
	}
	c.config.keyLog.Lock()
	defer c.config.keyLog.Unlock()
	if _, err := fmt.Fprintf(w, "%s %x %x\n", label, c.random, secret); err != nil {
		return fmt.Errorf("tlsext: writing the key log: %w", err)
	}
	return nil
}
