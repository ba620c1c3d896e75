package sampler

// Constants of the leaf sampler, each the correctly rounded binary64 number of its formula; the tests recompute those that have one.
const (
	ln2        = 6243314768165359.0 / (1 << 53)
	inverseLn2 = 6497320848556798.0 / (1 << 52)

	// inverseTwiceSquare is 1/(2*1.8205^2), for the deviation of the base sampler.
	inverseTwiceSquare = 5435486223186882.0 / (1 << 55)

	// inverseSigmaMax is 1/1.8205: no leaf may be wider than the base sampler.
	inverseSigmaMax = 1 / 1.8205

	two63 = 1 << 63
)

// inverseSigma[logn] is 1/sigma, sigma the deviation of a signature of degree 2^logn.
var inverseSigma = [11]float64{
	0,
	7961475618707097.0 / (1 << 60), 7851656902127320.0 / (1 << 60), 7746260754658859.0 / (1 << 60),
	7595833604889141.0 / (1 << 60), 7453842886538220.0 / (1 << 60), 7319528409832599.0 / (1 << 60),
	7192222552237877.0 / (1 << 60), 7071336252758509.0 / (1 << 60), 6956347512113097.0 / (1 << 60),
	6846791885593314.0 / (1 << 60),
}

// sigmaMin[logn] is the smallest deviation a leaf of degree 2^logn can have.
var sigmaMin = [11]float64{
	0,
	5028307297130123.0 / (1 << 52), 5098636688852518.0 / (1 << 52), 5168009084304506.0 / (1 << 52),
	5270355833453349.0 / (1 << 52), 5370752584786614.0 / (1 << 52), 5469306724145091.0 / (1 << 52),
	5566116128735780.0 / (1 << 52), 5661270305715104.0 / (1 << 52), 5754851361258101.0 / (1 << 52),
	5846934829975396.0 / (1 << 52),
}
