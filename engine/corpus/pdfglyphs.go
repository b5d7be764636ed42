package corpus

import (
	"iter"
	"math"
	"strings"

	"github.com/ledongthuc/pdf"
)

// A glyph is a character with its position on a page.
type glyph struct {
	text   string
	font   string
	size   float64
	x, y   float64
	w      float64
	upward bool // whether the baseline is vertical, as for text in the margin
}

// A pageReader interprets the operators that draw text. The PDF library's interpreter supports neither
// forms nor the widths of composite fonts, which Word and XeTeX use.
type pageReader struct {
	fonts  map[string]*pdfFont
	glyphs []glyph
	depth  int
}

// A matrix maps x, y to a*x+c*y+e, b*x+d*y+f.
type matrix struct{ a, b, c, d, e, f float64 }

var identity = matrix{a: 1, d: 1}

// then returns the transformation that applies m before n.
func (m matrix) then(n matrix) matrix {
	return matrix{
		m.a*n.a + m.b*n.c, m.a*n.b + m.b*n.d, m.c*n.a + m.d*n.c, m.c*n.b + m.d*n.d,
		m.e*n.a + m.f*n.c + n.e, m.e*n.b + m.f*n.d + n.f,
	}
}

// A textState is the graphics state that text operators modify.
type textState struct {
	ctm, text, line                           matrix
	font                                      *pdfFont
	size, charSpace, wordSpace, leading, lift float64
	stretch                                   float64
}

const (
	maxGlyphs   = 1 << 20 // maximum number of glyphs per page
	deepestForm = 8
)

// draw interprets a content stream.
func (r *pageReader) draw(stream, resources pdf.Value, ctm matrix) {
	if stream.IsNull() || r.depth > deepestForm {
		return
	}
	s := textState{ctm: ctm, text: identity, line: identity, stretch: 1}
	var saved []textState
	pdf.Interpret(stream, func(stack *pdf.Stack, operator string) {
		args := make([]pdf.Value, stack.Len())
		for i := len(args) - 1; i >= 0; i-- {
			args[i] = stack.Pop()
		}
		switch operator {
		case "q":
			if len(saved) < 1000 {
				saved = append(saved, s)
			}
		case "Q":
			if last := len(saved) - 1; last >= 0 {
				s, saved = saved[last], saved[:last]
			}
		case "Do":
			if len(args) == 1 {
				r.form(resources.Key("XObject").Key(args[0].Name()), resources, s.ctm)
			}
		case "Tf":
			if len(args) == 2 {
				s.font, s.size = r.font(resources, args[0].Name()), args[1].Float64()
			}
		default:
			r.operate(&s, operator, args)
		}
	})
}

// form draws a form XObject.
func (r *pageReader) form(form, outer pdf.Value, ctm matrix) {
	if form.Key("Subtype").Name() != "Form" {
		return
	}
	own := form.Key("Resources")
	if own.IsNull() {
		own = outer
	}
	fonts := r.fonts
	r.fonts = make(map[string]*pdfFont) // font names in a form refer to the form's own resources
	r.depth++
	if m := form.Key("Matrix"); m.Len() == 6 {
		ctm = matrixOf(m.Index).then(ctm)
	}
	r.draw(form, own, ctm)
	r.depth--
	r.fonts = fonts
}

func matrixOf(at func(int) pdf.Value) matrix {
	return matrix{at(0).Float64(), at(1).Float64(), at(2).Float64(), at(3).Float64(), at(4).Float64(), at(5).Float64()}
}

func (r *pageReader) operate(s *textState, operator string, args []pdf.Value) {
	number := func(i int) float64 {
		if i < len(args) {
			return args[i].Float64()
		}
		return 0
	}
	switch operator {
	case "cm":
		if len(args) == 6 {
			s.ctm = matrixOf(func(i int) pdf.Value { return args[i] }).then(s.ctm)
		}
	case "BT":
		s.text, s.line = identity, identity
	case "Tm":
		if len(args) == 6 {
			s.line = matrixOf(func(i int) pdf.Value { return args[i] })
			s.text = s.line
		}
	case "Td":
		s.move(number(0), number(1))
	case "TD":
		s.leading = -number(1)
		s.move(number(0), number(1))
	case "T*":
		s.move(0, -s.leading)
	case "Tc":
		s.charSpace = number(0)
	case "Tw":
		s.wordSpace = number(0)
	case "TL":
		s.leading = number(0)
	case "Ts":
		s.lift = number(0)
	case "Tz":
		s.stretch = number(0) / 100
	case "'", "\"", "Tj", "TJ":
		r.showOperator(s, operator, args)
	}
}

func (s *textState) move(x, y float64) {
	s.line = matrix{1, 0, 0, 1, x, y}.then(s.line)
	s.text = s.line
}

func (r *pageReader) showOperator(s *textState, operator string, args []pdf.Value) {
	if len(args) == 0 {
		return
	}
	if operator == "'" || operator == "\"" {
		s.move(0, -s.leading)
	}
	last := args[len(args)-1]
	if operator != "TJ" {
		r.show(s, last.RawString())
		return
	}
	for i := range last.Len() {
		if part := last.Index(i); part.Kind() == pdf.String {
			r.show(s, part.RawString())
		} else {
			s.advance(-part.Float64() / 1000 * s.size * s.stretch)
		}
	}
}

func (s *textState) advance(x float64) { s.text = matrix{1, 0, 0, 1, x, 0}.then(s.text) }

// show appends the glyphs of a drawn string.
func (r *pageReader) show(s *textState, raw string) {
	if s.font == nil {
		return
	}
	for code := range s.font.codes(raw) {
		m := matrix{s.size * s.stretch, 0, 0, s.size, 0, s.lift}.then(s.text).then(s.ctm)
		width := s.font.width(code) / 1000
		g := glyph{text: s.font.decode(code), font: s.font.name, x: m.e, y: m.f, w: width * math.Hypot(m.a, m.b),
			size: math.Hypot(m.c, m.d), upward: math.Abs(m.b) > math.Abs(m.a)}
		if len(r.glyphs) < maxGlyphs {
			r.glyphs = append(r.glyphs, g)
		}
		step := width*s.size + s.charSpace
		if code == " " {
			step += s.wordSpace
		}
		s.advance(step * s.stretch)
	}
}

// font returns the font with that name from the resources. It caches fonts.
func (r *pageReader) font(resources pdf.Value, name string) *pdfFont {
	f, ok := r.fonts[name]
	if !ok {
		f = newPDFFont(resources.Key("Font").Key(name))
		r.fonts[name] = f
	}
	return f
}

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

// compositeWidths parses the W array of a composite font: "first [w w w]" or "first last w".
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
