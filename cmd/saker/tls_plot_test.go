package main

import (
	"bytes"
	"image/png"
	"strings"
	"testing"

	"github.com/wcharczuk/go-chart/v2"
)

// Points on top of each other still get labels that can be told apart, and both formats
// can be drawn for any values.
func TestPlot(t *testing.T) {
	for name, results := range map[string][]tlsBenchResult{
		"one":    {{Name: "A", PerSecond: 1234.5, FromClient: 1500, FromServer: 2500}},
		"same":   {{Name: "A", PerSecond: 10, FromServer: 10}, {Name: "B", PerSecond: 10, FromServer: 10}, {Name: "C", PerSecond: 9.9, FromServer: 11}},
		"nought": {{Name: "A"}},
	} {
		t.Run(name, func(t *testing.T) {
			r := &tlsBenchReport{Group: "X25519", Results: results}
			seen := map[float64]bool{}
			for _, label := range r.labels(10.0/plotWidth, 10.0/plotHeight).Annotations {
				if seen[label.YValue] {
					t.Errorf("two labels at %v", label.YValue)
				}
				seen[label.YValue] = true
			}
			var svg, bitmap bytes.Buffer
			picture := r.chart()
			if err := picture.Render(chart.SVG, &svg); err != nil || !strings.Contains(svg.String(), ">A<") {
				t.Errorf("SVG: %v", err)
			}
			picture = r.chart()
			if err := picture.Render(chart.PNG, &bitmap); err != nil {
				t.Fatal(err)
			}
			if config, err := png.DecodeConfig(&bitmap); err != nil || config.Width != plotWidth || config.Height != plotHeight {
				t.Errorf("PNG: %+v, %v", config, err)
			}
		})
	}
}

func TestAxis(t *testing.T) {
	for _, top := range []float64{0, 1, 1.9, 2, 4.9, 5, 9.99, 10, 13328, 1e6} {
		r, ticks := axis(top)
		if r.Max <= top || len(ticks) < 4 || len(ticks) > 12 || ticks[len(ticks)-1].Value != r.Max {
			t.Errorf("up to %v: %v, %d ticks", top, r, len(ticks))
		}
	}
}
