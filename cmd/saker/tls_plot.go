package main

import (
	"bytes"
	"cmp"
	"fmt"
	"math"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/wcharczuk/go-chart/v2"
	"github.com/wcharczuk/go-chart/v2/drawing"
)

// plotRenderer chooses the format by the name of the file.
func plotRenderer(file string) (chart.RendererProvider, error) {
	switch strings.ToLower(filepath.Ext(file)) {
	case ".svg":
		return chart.SVG, nil
	case ".png":
		return chart.PNG, nil
	}
	return nil, usagef("", "--plot: found %q, expected a name that ends in .svg or .png", file)
}

// plot writes one point for each scheme: bytes to the right, handshakes per second up.
func (r *tlsBenchReport) plot(cmd *cobra.Command, o *tlsBenchOptions) error {
	var files []outFile
	for _, path := range o.plots {
		render, err := plotRenderer(path)
		if err != nil {
			return err
		}
		var data bytes.Buffer
		picture := r.chart()
		if err := picture.Render(render, &data); err != nil {
			return failed(path, fmt.Errorf("drawing: %w", err), "")
		}
		files = append(files, outFile{path: path, data: data.Bytes(), mode: modePublic})
	}
	return writeFiles(cmd, o.force, files...)
}

const plotWidth, plotHeight = 1000, 600

func (r *tlsBenchReport) chart() chart.Chart {
	var xs, ys []float64
	for i := range r.Results {
		xs, ys = append(xs, float64(r.Results[i].bytes())), append(ys, r.Results[i].PerSecond)
	}
	xRange, xTicks := axis(slices.Max(xs) * 1.2) // room for the last label
	yRange, yTicks := axis(slices.Max(ys))
	points := chart.ContinuousSeries{XValues: xs, YValues: ys, Style: chart.Style{
		StrokeWidth: chart.Disabled, DotWidth: 5,
		DotColorProvider: func(_, _ chart.Range, i int, _, _ float64) drawing.Color { return chart.GetDefaultColor(i) },
	}}
	grid := chart.Style{StrokeColor: drawing.ColorFromHex("e0e0e0"), StrokeWidth: 1}
	return chart.Chart{
		Title: "TLS 1.3 handshakes, " + r.Group, Width: plotWidth, Height: plotHeight,
		Background: chart.Style{Padding: chart.Box{Top: 60, Left: 20, Right: 20, Bottom: 20}},
		XAxis:      chart.XAxis{Name: "bytes per handshake, both directions", Range: xRange, Ticks: xTicks, GridMajorStyle: grid, GridMinorStyle: grid},
		YAxis:      chart.YAxis{Name: "handshakes per second", Range: yRange, Ticks: yTicks, GridMajorStyle: grid, GridMinorStyle: grid},
		Series:     []chart.Series{points, r.labels(xRange.Max/plotWidth, yRange.Max/plotHeight)},
	}
}

// labels puts a name to the right of each point, in its colour, and lower where it would
// cover another one. xPixel and yPixel are about the size of a pixel.
func (r *tlsBenchReport) labels(xPixel, yPixel float64) chart.AnnotationSeries {
	order := make([]int, len(r.Results))
	for i := range order {
		order[i] = i
	}
	slices.SortFunc(order, func(a, b int) int { return cmp.Compare(r.Results[b].PerSecond, r.Results[a].PerSecond) })
	var labels chart.AnnotationSeries
	for _, i := range order {
		label := chart.Value2{
			XValue: float64(r.Results[i].bytes()), YValue: r.Results[i].PerSecond, Label: r.Results[i].label(),
			Style: chart.Style{StrokeColor: chart.GetDefaultColor(i)},
		}
		for _, placed := range labels.Annotations {
			left, right := placed.XValue-labelWidth(label)*xPixel, placed.XValue+labelWidth(placed)*xPixel
			if left < label.XValue && label.XValue < right && label.YValue > placed.YValue-labelHeight*yPixel {
				label.YValue = placed.YValue - labelHeight*yPixel
			}
		}
		labels.Annotations = append(labels.Annotations, label)
	}
	return labels
}

// labelHeight and labelWidth are estimates in pixels, on the large side.
const labelHeight = 30

func labelWidth(v chart.Value2) float64 { return 40 + 9*float64(len(v.Label)) }

// axis goes from zero to a round number above top, with five to ten ticks.
func axis(top float64) (*chart.ContinuousRange, []chart.Tick) {
	top = max(1, top)
	step := math.Pow(10, math.Floor(math.Log10(top)))
	switch {
	case top/step < 2:
		step /= 5
	case top/step < 5:
		step /= 2
	}
	var ticks []chart.Tick
	for i := 0.0; ; i++ {
		ticks = append(ticks, chart.Tick{Value: i * step, Label: fmt.Sprintf("%g", i*step)})
		if i*step > top {
			return &chart.ContinuousRange{Min: 0, Max: i * step}, ticks
		}
	}
}
