package sampler

import (
	"math"
	"math/big"
	"math/rand/v2"
	"testing"
)

// The tables in the limbs of the reference, most significant first.
var (
	table79 = limbs(48, [][3]int64{ // 31, 24 and 24 bits
		{1375468055, 6936092, 9176346}, {711562636, 1023934, 15582455}, {289335016, 4826132, 14746371},
		{90749601, 12313548, 10843417}, {21676598, 5732767, 9419414}, {3908963, 11171514, 6206010},
		{529006, 11146683, 11891888}, {53503, 15610582, 11661180}, {4032, 7095613, 11671091}, {225, 16701698, 407118},
		{9, 6787688, 1638204}, {0, 4870085, 8687822}, {0, 111406, 13946073}, {0, 1887, 12017202}, {0, 23, 11452285},
		{0, 0, 3689579}, {0, 0, 25354}, {0, 0, 129},
	})
	table72 = limbs(48, [][3]int64{ // 24 bits each
		{10745844, 3068844, 3741698}, {5559083, 1580863, 8248194}, {2260429, 13669192, 2736639}, {708981, 4421575, 10046180},
		{169348, 7122675, 4136815}, {30538, 13063405, 7650655}, {4132, 14505003, 7826148}, {417, 16768101, 11363290},
		{31, 8444042, 8086568}, {1, 12844466, 265321}, {0, 1232676, 13644283}, {0, 38047, 9111839}, {0, 870, 6138264},
		{0, 14, 12545723}, {0, 0, 3104126}, {0, 0, 28824}, {0, 0, 198}, {0, 0, 1},
	})
)

func limbs(shift uint, rows [][3]int64) (table []*big.Int) {
	for _, row := range rows {
		v := new(big.Int).Lsh(big.NewInt(row[0]), shift)
		v.Add(v, new(big.Int).Lsh(big.NewInt(row[1]), 24))
		table = append(table, v.Add(v, big.NewInt(row[2])))
	}
	return table
}

// TestHalfGaussian compares with a count over big integers: at every table entry and its
// neighbours, at the ends, and on random numbers with leading zeros.
func TestHalfGaussian(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 1))
	for _, c := range []struct {
		bits   uint
		table  []*big.Int
		sample func(lo, hi uint64) uint64
	}{{79, table79, halfGaussian79}, {72, table72, halfGaussian72}} {
		end := new(big.Int).Lsh(big.NewInt(1), c.bits)
		seen := make(map[uint64]bool)
		check := func(v *big.Int) {
			if v.Sign() < 0 || v.Cmp(end) >= 0 {
				return
			}
			want := uint64(0)
			for _, entry := range c.table {
				if entry.Cmp(v) > 0 {
					want++
				}
			}
			lo := new(big.Int).And(v, new(big.Int).SetUint64(math.MaxUint64)).Uint64()
			if got := c.sample(lo, new(big.Int).Rsh(v, 64).Uint64()); got != want {
				t.Fatalf("%d bits, %#x: %d, want %d", c.bits, v, got, want)
			}
			seen[want] = true
		}
		near := append([]*big.Int{new(big.Int), end, new(big.Int).Lsh(big.NewInt(1), 64)}, c.table...)
		for _, v := range near {
			for d := int64(-2); d <= 2; d++ {
				check(new(big.Int).Add(v, big.NewInt(d)))
			}
		}
		for range 20_000 {
			v := new(big.Int).Lsh(new(big.Int).SetUint64(r.Uint64()), c.bits-64)
			v.Xor(v, new(big.Int).SetUint64(r.Uint64()))
			v.And(v, new(big.Int).Sub(end, big.NewInt(1)))
			check(v.Rsh(v, uint(r.IntN(int(c.bits)))))
		}
		if len(seen) != len(c.table)+1 {
			t.Errorf("%d bits: only %d of %d values occurred", c.bits, len(seen), len(c.table)+1)
		}
	}
}

// gaussianTail returns the sum over x >= from of exp(-x^2/(2*1.8205^2)).
func gaussianTail(from int64) *big.Float {
	sum := newFloat(0)
	for x := from; x < from+80; x++ {
		e := new(big.Float).Quo(newFloat(float64(x*x)), twiceSquare())
		sum.Add(sum, bigExp(e.Neg(e)))
	}
	return sum
}

// twiceSquare is 2*1.8205^2, exactly.
func twiceSquare() *big.Float {
	s := new(big.Float).Quo(newFloat(18205), newFloat(10000))
	s.Mul(s, s)
	return s.Mul(s, newFloat(2))
}

// TestTablesAreGaussian measures how far the tables are from the half Gaussian of deviation 1.8205
// they stand for: the Renyi divergence of order 513 minus 1 must be below 2^-77 (2^-77.9 for the
// table of round 3 is in its specification's rationale).
func TestTablesAreGaussian(t *testing.T) {
	total := gaussianTail(0)
	for _, c := range []struct {
		bits  int
		table []*big.Int
	}{{79, table79}, {72, table72}} {
		previous := new(big.Int).Lsh(big.NewInt(1), uint(c.bits))
		var p, ideal []*big.Float
		for z := 0; z <= len(c.table); z++ {
			next := new(big.Int)
			if z < len(c.table) {
				next = c.table[z]
			}
			if next.Cmp(previous) >= 0 {
				t.Fatalf("%d bits: entry %d does not decrease", c.bits, z)
			}
			p = append(p, new(big.Float).SetMantExp(newFloat(0).SetInt(new(big.Int).Sub(previous, next)), -c.bits))
			e := new(big.Float).Quo(newFloat(float64(z*z)), twiceSquare())
			ideal = append(ideal, new(big.Float).Quo(bigExp(e.Neg(e)), total))
			previous = next
		}
		if d := renyi(p, ideal); d > -77 {
			t.Errorf("%d bits: log2 of the divergence minus 1 is %.1f", c.bits, d)
		} else {
			t.Logf("%d bits: log2 of the divergence minus 1 is %.1f", c.bits, d)
		}
	}
}

// TestDraw pins how the two kinds read the stream.
func TestDraw(t *testing.T) {
	for _, c := range []struct {
		base  Base
		bytes [10]byte
		z, b  uint64
	}{
		{FNDSA, [10]byte{}, 18, 0},
		{FNDSA, [10]byte{1}, 18, 1},
		{FNDSA, [10]byte{2*128 - 2, 0}, 18, 0},
		{FNDSA, [10]byte{9: 0xff}, 0, 0},
		{FNDSA, [10]byte{0x00, 0x01}, 18, 0}, // v = 128
		{FNDSA, [10]byte{0x02, 0x01}, 17, 0}, // v = 129, the last entry
		{Falcon, [10]byte{}, 18, 0},
		{Falcon, [10]byte{9: 1}, 18, 1},
		{Falcon, [10]byte{9: 0xfe}, 18, 0},
		{Falcon, [10]byte{1}, 17, 0}, // v = 1, the last entry
		{Falcon, [10]byte{8: 0xff}, 0, 0},
	} {
		var s Stream
		copy(s.buf[:], c.bytes[:])
		s.end = len(s.buf)
		if z, b := s.draw(c.base); z != c.z || b != c.b || s.pos != 10 {
			t.Errorf("base %d, bytes %x: z0 = %d, bit = %d, %d bytes; want %d, %d, 10", c.base, c.bytes, z, b, s.pos, c.z, c.b)
		}
	}
}
