// Package twin makes the emulated form of floating-point code from its native form, so that every
// kernel has one definition. It is a development tool: nothing that ships imports it.
//
// A package keeps its native code in files named *_native.go; Files returns for each of them the
// text of *_emulated.go. In the copy
//
//   - float64 becomes fpr.Float; +, -, *, / and unary minus on it become calls of fpr; a product with a constant
//     power of two becomes fpr.Scale;
//   - float64(integer) becomes fpr.FromInt64, int64(float) fpr.Trunc, math.Sqrt fpr.Sqrt, fpr.FloorFloat64
//     fpr.Floor, and math.Float64bits a plain conversion; float64(float) disappears;
//   - a constant is written as its bit pattern;
//   - package-level names declared in a native file, and functions of this module that take or return float64, get the ending
//     Emulated: splitGeneric becomes SplitEmulated (exported, because there is nothing to dispatch), walkNative becomes
//     walkEmulated, and a call of the dispatching Split becomes one of SplitEmulated;
//   - comments stay behind.
//
// Anything else that touches a float64 is an error: a comparison, a conversion to another type, a
// function of math, and above all a product that is not written float64(a*b), which the compiler
// could fuse with a sum. So is arithmetic on float64 in any other file of the package.
package twin
