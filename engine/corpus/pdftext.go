package corpus

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"math"
	"regexp"
	"strings"
	"unicode"

	"github.com/ledongthuc/pdf"
	"golang.org/x/text/unicode/norm"
)

// A pdfLine is a line within one column of a page.
type pdfLine struct {
	text string
	size float64 // most frequent type size, in points
	bold bool
	x, y float64 // start of the baseline; y increases upwards
	end  float64
	page int
}

// A pdfText is the embedded text of a PDF.
type pdfText struct {
	lines []pdfLine
	title string // title in the file's metadata
	side  string // text along the first page's margin, such as arXiv's stamp
	pages int
}

const maxPages = 400

// textOf reads the embedded text of a PDF. It recovers from panics in the PDF library.
func textOf(ctx context.Context, raw []byte) (text *pdfText, err error) {
	defer func() {
		if p := recover(); p != nil {
			text, err = nil, fmt.Errorf("the PDF is damaged or not supported: %v; add the "+
				"paper's BibTeX entry instead", p)
		}
	}()
	return extract(ctx, raw)
}

func extract(ctx context.Context, raw []byte) (*pdfText, error) {
	file, err := pdf.NewReader(bytes.NewReader(raw), int64(len(raw)))
	if err != nil {
		return nil, err
	}
	var walk pageWalk
	walk.visit(file.Trailer().Key("Root").Key("Pages"), pdf.Value{}, 0)
	t := &pdfText{title: oneLine(file.Trailer().Key("Info").Key("Title").Text()), pages: len(walk.pages)}
	var failed error
	for i, page := range walk.pages {
		if ctx.Err() != nil {
			break
		}
		glyphs, err := page.glyphs()
		if err != nil {
			failed = fmt.Errorf("page %d: %w", i+1, err)
		}
		b := lineBuilder{page: i + 1}
		for _, g := range glyphs {
			b.add(g)
		}
		b.flush()
		t.lines = append(t.lines, b.lines...)
		if i == 0 {
			t.side = b.side.String()
		}
	}
	if len(t.lines) == 0 && failed != nil {
		return nil, failed
	}
	if len(t.lines) == 0 {
		return nil, errors.New("the PDF contains no text and may be a scan: run text recognition (OCR) on it first")
	}
	t.lines = withoutRunningHeads(t.lines, t.pages)
	return t, ctx.Err()
}

// A pdfPage is a page with its own or inherited resources.
type pdfPage struct{ contents, resources pdf.Value }

// A pageWalk traverses the page tree. It is limited, since a broken tree may contain itself.
type pageWalk struct {
	pages []pdfPage
	nodes int
}

const deepestPages = 32

func (w *pageWalk) visit(node, resources pdf.Value, depth int) {
	if w.nodes++; depth > deepestPages || w.nodes > 4*maxPages || len(w.pages) == maxPages {
		return
	}
	if own := node.Key("Resources"); !own.IsNull() {
		resources = own
	}
	kids := node.Key("Kids")
	if kids.Kind() != pdf.Array {
		w.pages = append(w.pages, pdfPage{node.Key("Contents"), resources})
		return
	}
	for i := range min(kids.Len(), maxPages) {
		w.visit(kids.Index(i), resources, depth+1)
	}
}

// glyphs returns the glyphs of a page up to the first error.
func (p pdfPage) glyphs() (glyphs []glyph, err error) {
	r := pageReader{fonts: make(map[string]*pdfFont)}
	defer func() {
		if p := recover(); p != nil {
			glyphs, err = r.glyphs, fmt.Errorf("%v", p)
		}
	}()
	r.draw(p.contents, p.resources, identity)
	return r.glyphs, nil
}

// A lineBuilder joins glyphs into lines. It relies on the drawing order, which is column by column in
// typeset papers.
type lineBuilder struct {
	page  int
	lines []pdfLine
	side  strings.Builder

	open     pdfLine
	text     strings.Builder
	sizes    map[float64]int
	boldType int
	count    int

	font       string // font of the last glyph
	fontIsBold bool
}

// maxLine is the maximum length of a line, in bytes.
const maxLine = 2000

func (b *lineBuilder) add(g glyph) {
	if g.size == 0 || g.text == "" || math.IsNaN(g.x+g.y+g.w) {
		return
	}
	if g.upward {
		b.side.WriteString(g.text)
		return
	}
	height := max(g.size, b.open.size)
	gap := g.x - b.open.end
	if b.count > 0 && (math.Abs(g.y-b.open.y) > 0.6*height || gap < -1.5*height || gap > 2.5*height) ||
		b.text.Len() > maxLine {
		b.flush()
	}
	if b.count == 0 {
		b.open = pdfLine{x: g.x, y: g.y, page: b.page, size: g.size}
	} else if gap > 0.17*g.size {
		b.text.WriteByte(' ')
	}
	b.text.WriteString(g.text)
	b.open.end = g.x + g.w
	if strings.TrimSpace(g.text) == "" {
		return
	}
	if b.sizes == nil {
		b.sizes = make(map[float64]int)
	}
	b.sizes[math.Round(g.size*4)/4]++
	b.count++
	if b.isBold(g.font) {
		b.boldType++
	}
}

// isBold reports whether a font is bold. It caches the result for the last font.
func (b *lineBuilder) isBold(font string) bool {
	if font != b.font {
		b.font, b.fontIsBold = font, boldFont.MatchString(font)
	}
	return b.fontIsBold
}

var boldFont = regexp.MustCompile(`(?i)bold|black|heavy|semibold|medi|cmbx|sfbx|-bd\b|\.b\b`)

// flush ends the current line.
func (b *lineBuilder) flush() {
	text := oneLine(tidy(b.text.String()))
	if text != "" && b.count > 1 {
		b.open.text, b.open.bold = text, 2*b.boldType > b.count
		most := 0
		for size, n := range b.sizes {
			if n > most || n == most && size > b.open.size {
				b.open.size, most = size, n
			}
		}
		b.lines = append(b.lines, b.open)
	}
	b.text.Reset()
	b.sizes, b.boldType, b.count = nil, 0, 0
}

// looseAccent matches an accent that precedes its letter. TeX draws accents first.
var looseAccent = regexp.MustCompile("([´`¨ˆ˜ˇ˚])\\s?(\\p{L})")

var combining = map[string]string{"´": "\u0301", "`": "\u0300", "¨": "\u0308", "ˆ": "\u0302", "˜": "\u0303",
	"ˇ": "\u030C", "˚": "\u030A"}

// tidy expands ligatures, joins accents with their letters and removes control characters.
func tidy(s string) string {
	s = looseAccent.ReplaceAllStringFunc(s, func(m string) string {
		parts := looseAccent.FindStringSubmatch(m)
		return dotted.Replace(parts[2]) + combining[parts[1]]
	})
	return norm.NFC.String(strings.Map(func(r rune) rune {
		if r == unicode.ReplacementChar || unicode.IsControl(r) && !unicode.IsSpace(r) {
			return -1
		}
		return r
	}, ligatures.Replace(s)))
}

// dotted maps the dotless letters used under accents to their plain forms.
var dotted = strings.NewReplacer("ı", "i", "ȷ", "j")

var ligatures = strings.NewReplacer("ﬀ", "ff", "ﬁ", "fi", "ﬂ", "fl", "ﬃ", "ffi", "ﬄ", "ffl", "\u00ad", "")

var digits = regexp.MustCompile(`\d+`)

// withoutRunningHeads removes page numbers, and lines that recur at the same position on many pages.
func withoutRunningHeads(lines []pdfLine, pages int) (kept []pdfLine) {
	type place struct {
		text string
		y    int
	}
	seen, places := make(map[place]int), make([]place, len(lines))
	for i, l := range lines {
		places[i] = place{digits.ReplaceAllString(l.text, "0"), int(math.Round(l.y / 4))}
		seen[places[i]]++
	}
	for i, l := range lines {
		n := seen[places[i]]
		if isHead := n > 2 && 3*n > pages; !isHead && strings.Trim(l.text, "0123456789") != "" {
			kept = append(kept, l)
		}
	}
	return kept
}
