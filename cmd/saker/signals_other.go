//go:build !unix

package main

import "os"

var endingSignals = []os.Signal{os.Interrupt}

func reportBrokenPipes() {} // they are errors already
