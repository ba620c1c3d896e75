package picture

import (
	"bytes"
	"fmt"
	"image/color"
	"os"
	"path/filepath"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
	"gonum.org/v1/plot/vg/vgimg"
	"gonum.org/v1/plot/vg/vgsvg"

	"github.com/saker-pq/saker/bench/internal/ops"
	"github.com/saker-pq/saker/bench/internal/report"
	"github.com/saker-pq/saker/bench/internal/worker"
)

// Name is the file name of the picture, without .svg and .png.
const Name = "performance"

var (
	strong = color.NRGBA{R: 0x1f, G: 0x5f, B: 0xa8, A: 0xff} // Saker
	pale   = color.NRGBA{R: 0x8f, G: 0xbb, B: 0xe3, A: 0xff} // Saker in plain Go
	grey   = color.NRGBA{R: 0x9a, G: 0x9a, B: 0x9a, A: 0xff} // the others
)

// panels are the operations, from left to right.
var panels = []string{"generate a key", "sign", "verify"}

// row is one scheme and the names of its operations for the panels; those left empty have no bar.
type row struct {
	title, backend, scheme string
	operations             [3]string
	color                  color.Color
}

func rows() []row {
	single := [3]string{ops.Keygen, ops.Sign, ops.Verify}
	batch := [3]string{"", ops.SignBatch(ops.BatchSize), ops.VerifyBatch(ops.BatchSize)}
	return []row{
		{"FN-DSA-512", worker.Native, "FN-DSA-512", single, strong},
		{"FN-DSA-512, in batches", worker.Native, "FN-DSA-512", batch, strong},
		{"FN-DSA-512, plain Go", "purego", "FN-DSA-512", single, pale},
		{"FN-DSA-1024", worker.Native, "FN-DSA-1024", single, strong},
		{"FN-DSA-1024, in batches", worker.Native, "FN-DSA-1024", batch, strong},
		{"FN-DSA-1024, plain Go", "purego", "FN-DSA-1024", single, pale},
		{"ML-DSA-44, CIRCL", ops.CIRCL, "ML-DSA-44", single, grey},
		{"ML-DSA-65, CIRCL", ops.CIRCL, "ML-DSA-65", single, grey},
		{"ML-DSA-87, CIRCL", ops.CIRCL, "ML-DSA-87", single, grey},
		{"ML-DSA-44, filippo.io/mldsa", ops.Filippo, "ML-DSA-44", single, grey},
		{"Ed25519", ops.GoLibrary, "Ed25519", single, grey},
		{"ECDSA P-256", ops.GoLibrary, "ECDSA-P-256", single, grey},
		{"RSA-2048", ops.GoLibrary, "RSA-2048", single, grey},
	}
}

const width, height = 900, 330 // points

// Write draws r and writes dir/performance.svg and .png.
func Write(r *report.Report, dir string) error {
	plots, err := plotsOf(r)
	if err != nil {
		return err
	}
	svg, png := vgsvg.New(width, height), vgimg.PngCanvas{Canvas: vgimg.NewWith(vgimg.UseWH(width, height), vgimg.UseDPI(144))}
	for _, out := range []struct {
		suffix string
		canvas vg.CanvasWriterTo
	}{{".svg", svg}, {".png", png}} {
		paint(plots, draw.New(out.canvas))
		var b bytes.Buffer
		if _, err := out.canvas.WriteTo(&b); err != nil {
			return fmt.Errorf("picture: %w", err)
		}
		if err := os.WriteFile(filepath.Join(dir, Name+out.suffix), b.Bytes(), 0o644); err != nil {
			return fmt.Errorf("picture: %w", err)
		}
	}
	return nil
}

// plotsOf makes the panels, with names of the schemes at the first one.
func plotsOf(r *report.Report) ([][]*plot.Plot, error) {
	plot.DefaultFont = font.Font{Typeface: "Liberation", Variant: "Sans"}
	var list []*plot.Plot
	drawn := 0
	for i, title := range panels {
		p := plot.New()
		p.Title.Text = title
		p.Title.Padding = 6
		p.BackgroundColor = color.White
		p.X.Label.Text = "E, logarithmic"
		p.X.Scale, p.X.Tick.Marker = plot.LogScale{}, plot.LogTicks{Prec: -1}
		p.Y.LineStyle.Width, p.Y.Tick.Length = 0, 0
		var b bars
		var names []plot.Tick
		all := rows()
		for j, row := range all {
			one := bar{color: row.color}
			if s, ok := r.Find(row.backend, row.scheme, row.operations[i]); ok {
				one.length = s.E.Median
				drawn++
			}
			b = append(b, one)
			tick := plot.Tick{Value: float64(len(all) - 1 - j)}
			if tick.Label = row.title; i > 0 {
				tick.Label = " "
			}
			names = append(names, tick)
		}
		p.Y.Tick.Marker = plot.ConstantTicks(names)
		p.X.Min, p.X.Max = b.span()
		p.Y.Min, p.Y.Max = -0.7, float64(len(b))-0.3
		p.Add(b)
		list = append(list, p)
	}
	if drawn == 0 {
		return nil, fmt.Errorf("picture: the run measured nothing that the picture shows")
	}
	return [][]*plot.Plot{list}, nil
}

// paint puts the panels side by side under a line that says what they show.
func paint(plots [][]*plot.Plot, c draw.Canvas) {
	c.SetColor(color.White)
	c.Fill(c.Rectangle.Path())
	style := plots[0][0].Title.TextStyle
	style.XAlign, style.YAlign = draw.XLeft, draw.YTop
	c.FillText(style, vg.Point{X: c.Min.X + 10, Y: c.Max.Y - 8},
		"Time of one operation on one core (shorter is better). E = one Ed25519 verification by the standard library")
	c = draw.Crop(c, 8, -14, 8, -30)
	tiles := draw.Tiles{Rows: 1, Cols: len(plots[0]), PadX: 14}
	for i, canvas := range plot.Align(plots, tiles, c)[0] {
		plots[0][i].Draw(canvas)
	}
}
