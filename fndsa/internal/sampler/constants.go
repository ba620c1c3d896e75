package sampler

// Constants of the leaf sampler, each the correctly rounded binary64 number of its formula. The
// tests recompute them.
const (
	ln2        = 6243314768165359.0 / (1 << 53)
	inverseLn2 = 6497320848556798.0 / (1 << 52)

	// inverseTwiceSquare is 1/(2*1.8205^2), for the deviation of the base sampler.
	inverseTwiceSquare = 5435486223186882.0 / (1 << 55)

	// inverseSigmaMax is 1/1.8205: no leaf may be wider than the base sampler.
	inverseSigmaMax = 1 / 1.8205

	sqrtHalf = 6369051672525773.0 / (1 << 53)

	two63 = 1 << 63
)
