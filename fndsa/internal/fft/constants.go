package fft

// inverseQ is 1/12289, correctly rounded.
const inverseQ = 6004310871091074.0 / (1 << 66)
