package sigscheme

// fromProvider returns the scheme of the provider's registry with a code point, or nil.
func fromProvider(uint16) *Scheme { return nil }
