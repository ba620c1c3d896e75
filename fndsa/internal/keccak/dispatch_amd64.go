//go:build !purego

package keccak

import (
	"github.com/saker-pq/saker/fndsa/internal/cpufeat"
	"github.com/saker-pq/saker/fndsa/internal/impl"
)

//go:generate go -C ../../_asm/keccak run keccak.go -out ../../internal/keccak/kernels_amd64.s -stubs ../../internal/keccak/kernels_amd64.go -pkg keccak

var useBMI, useAVX2 = cpufeat.BMI, cpufeat.AVX2

func init() {
	impl.Register("keccak", "bmi", &useBMI)
	impl.Register("keccak", "avx2", &useAVX2)
}

// permute replaces a by Keccak-f[1600](a) (FIPS 202, section 3.3). Lane (x, y) is a[x+5*y].
func permute(a *[25]uint64) {
	if useBMI {
		permuteBMI(a)
	} else {
		permuteGeneric(a)
	}
}

// permute4 permutes four states: lane j of state i is a[j][i].
func permute4(a *[25][4]uint64) {
	if useAVX2 {
		permute4AVX2(a)
	} else {
		permute4Generic(a)
	}
}
