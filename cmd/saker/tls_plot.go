package main

import (
	"bytes"
	"fmt"
	"math"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"
	"github.com/wcharczuk/go-chart/v2"
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

func (r *tlsBenchReport) chart() chart.Chart {
	points := chart.ContinuousSeries{Style: chart.Style{StrokeWidth: chart.Disabled, DotWidth: 5}}
	labels := chart.AnnotationSeries{}
	for i := range r.Results {
		result := &r.Results[i]
		x, y := float64(result.bytes()), result.PerSecond
		points.XValues, points.YValues = append(points.XValues, x), append(points.YValues, y)
		labels.Annotations = append(labels.Annotations, chart.Value2{XValue: x, YValue: y, Label: result.label()})
	}
	return chart.Chart{
		Title: "TLS 1.3 handshakes, " + r.Group, Width: 1000, Height: 600,
		Background: chart.Style{Padding: chart.Box{Top: 60, Left: 20, Right: 40, Bottom: 20}},
		XAxis:      chart.XAxis{Name: "bytes per handshake, both directions", Range: upTo(points.XValues), ValueFormatter: whole},
		YAxis:      chart.YAxis{Name: "handshakes per second", Range: upTo(points.YValues), ValueFormatter: whole},
		Series:     []chart.Series{points, labels},
	}
}

// upTo is an axis from zero to a round number above all values.
func upTo(values []float64) *chart.ContinuousRange {
	top := 1.0
	for _, v := range values {
		top = math.Max(top, v)
	}
	unit := math.Pow(10, math.Floor(math.Log10(top)))
	return &chart.ContinuousRange{Min: 0, Max: math.Ceil(top/unit*2) / 2 * unit}
}

func whole(v any) string { return fmt.Sprintf("%.0f", v) }
