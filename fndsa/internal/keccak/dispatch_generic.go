//go:build !amd64 || purego

package keccak

// permute replaces a by Keccak-f[1600](a) (FIPS 202, section 3.3). Lane (x, y) is a[x+5*y].
func permute(a *[25]uint64) { permuteGeneric(a) }

// permute4 permutes four states: lane j of state i is a[j][i].
func permute4(a *[25][4]uint64) { permute4Generic(a) }
