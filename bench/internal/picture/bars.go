// Package picture draws results as bars: a row for each scheme, a panel for each operation.
package picture

import (
	"fmt"
	"image/color"
	"math"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// bar is one horizontal bar; one without a length is not drawn.
type bar struct {
	length float64
	color  color.Color
}

// bars draws one bar for each row, row 0 at the top, on an axis that may be logarithmic, and writes its length behind it. (The
// bar chart of the plotting library begins every bar at 0, where a logarithmic axis never is.)
type bars []bar

const thickness = vg.Length(10)

// Plot implements plot.Plotter.
func (b bars) Plot(c draw.Canvas, p *plot.Plot) {
	toX, toY := p.Transforms(&c)
	for i, one := range b {
		if one.length <= 0 {
			continue
		}
		y, end := toY(float64(len(b)-1-i)), toX(one.length)
		corners := []vg.Point{
			{X: c.Min.X, Y: y - thickness/2}, {X: end, Y: y - thickness/2},
			{X: end, Y: y + thickness/2}, {X: c.Min.X, Y: y + thickness/2},
		}
		c.FillPolygon(one.color, c.ClipPolygonX(corners))
		style := p.X.Tick.Label
		style.XAlign, style.YAlign = draw.XLeft, draw.YCenter
		// The axis puts its names of the bars as high.
		c.FillText(style, vg.Point{X: end + 3, Y: y + style.FontExtents().Descent}, figure(one.length))
	}
}

// span is the axis on which all bars and the numbers behind them have room: whole powers of ten and the space of
// half a power on the right.
func (b bars) span() (lo, hi float64) {
	lo, hi = math.Inf(1), 0
	for _, one := range b {
		if one.length > 0 {
			lo, hi = min(lo, one.length), max(hi, one.length)
		}
	}
	if hi == 0 {
		return 0.1, 10
	}
	// The shortest bar is to be seen: it has at least a tenth of a power. The axis begins a little before the power, or
	// rounding makes the library forget its name there.
	return math.Pow(10, math.Floor(math.Log10(lo)-0.1)) * 0.999, hi * 6
}

// figure writes a number with at most three digits.
func figure(x float64) string {
	switch {
	case x >= 100:
		return fmt.Sprintf("%.0f", x)
	case x >= 10:
		return fmt.Sprintf("%.1f", x)
	}
	return fmt.Sprintf("%.2f", x)
}
