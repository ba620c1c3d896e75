//go:build !purego

package keccak

import (
	"github.com/saker-pq/saker/fndsa/internal/cpufeat"
	"github.com/saker-pq/saker/fndsa/internal/impl"
)

//go:generate go -C ../../_asm/keccak run keccak.go -out ../../internal/keccak/kernels_amd64.s -stubs ../../internal/keccak/kernels_amd64.go -pkg keccak

var useBMI = cpufeat.BMI

func init() { impl.Register("keccak", "bmi", &useBMI) }

// permute replaces a by Keccak-f[1600](a) (FIPS 202, section 3.3). Lane (x, y) is a[x+5*y].
func permute(a *[25]uint64) {
	if useBMI {
		permuteBMI(a)
	} else {
		permuteGeneric(a)
	}
}
