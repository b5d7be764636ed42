package corpus

import (
	"iter"
	"strings"

	"github.com/ledongthuc/pdf"
)

// A pdfFont decodes character codes and returns their widths.
type pdfFont struct {
	name     string // name of the font, without the subset prefix
	encoding pdf.TextEncoding
	texts    map[string]string
	wide     bool            // whether the font is composite, with two-byte codes
	widths   map[int]float64 // width of each code, cached since the PDF library searches the file on every access
	normal   float64         // width of all codes not in widths
}

func newPDFFont(v pdf.Value) *pdfFont {
	font := pdf.Font{V: v}
	f := &pdfFont{name: font.BaseFont(), encoding: font.Encoder(), texts: make(map[string]string)}
	if i := strings.IndexByte(f.name, '+'); i >= 0 {
		f.name = f.name[i+1:]
	}
	if v.Key("Subtype").Name() == "Type0" {
		f.wide, f.normal = true, 1000
		descendant := v.Key("DescendantFonts").Index(0)
		if normal := descendant.Key("DW"); normal.Kind() == pdf.Integer {
			f.normal = normal.Float64()
		}
		f.widths = compositeWidths(descendant.Key("W"))
		return f
	}
	f.widths = make(map[int]float64)
	first, widths := int(v.Key("FirstChar").Int64()), v.Key("Widths")
	for i := range min(widths.Len(), 256) {
		f.widths[first+i] = widths.Index(i).Float64()
	}
	return f
}

// compositeWidths parses the array W of a composite font: "first [w w w]" or "first last w".
func compositeWidths(w pdf.Value) map[int]float64 {
	widths := make(map[int]float64)
	for i := 0; i+1 < w.Len(); {
		first, next := int(w.Index(i).Int64()), w.Index(i+1)
		if next.Kind() == pdf.Array {
			for j := range next.Len() {
				widths[first+j] = next.Index(j).Float64()
			}
			i += 2
			continue
		}
		for code := first; code <= min(int(next.Int64()), first+1<<16) && i+2 < w.Len(); code++ {
			widths[code] = w.Index(i + 2).Float64()
		}
		i += 3
	}
	return widths
}

// codes splits a string into character codes.
func (f *pdfFont) codes(raw string) iter.Seq[string] {
	step := 1
	if f.wide {
		step = 2
	}
	return func(yield func(string) bool) {
		for i := 0; i+step <= len(raw); i += step {
			if !yield(raw[i : i+step]) {
				return
			}
		}
	}
}

func (f *pdfFont) width(code string) float64 {
	number := int(code[0])
	if f.wide {
		number = number<<8 | int(code[1])
	}
	if w, ok := f.widths[number]; ok {
		return w
	}
	return f.normal
}

func (f *pdfFont) decode(code string) string {
	text, ok := f.texts[code]
	if !ok {
		text = f.encoding.Decode(code)
		f.texts[code] = text
	}
	return text
}
