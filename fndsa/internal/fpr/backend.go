package fpr

// Backend names one of the two forms.
type Backend uint8

const (
	Native   Backend = iota + 1 // float64 operations of the processor
	Emulated                    // integer operations only
)

// String returns "native" or "emulated", and "unknown" for any other value.
func (b Backend) String() string {
	switch b {
	case Native:
		return "native"
	case Emulated:
		return "emulated"
	}
	return "unknown"
}

// Default returns Native on the processors whose floating-point units are trusted to run in time
// independent of the values (amd64 and arm64, zero, infinite and denormal operands aside), and
// Emulated on all others and under the build tag saker_emulated. Both give the same results; the
// choice is about timing alone.
func Default() Backend { return defaultBackend }
