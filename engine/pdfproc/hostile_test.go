package pdfproc_test

import (
	"bytes"
	"compress/zlib"
	"fmt"
	"math/rand/v2"
	"os"
	"regexp"
	"strings"
	"testing"
)

// pdfOf writes a PDF that consists of the given objects and their table. The first object is the
// catalogue.
func pdfOf(trailer string, objects ...string) []byte {
	var b bytes.Buffer
	b.WriteString("%PDF-1.5\n")
	var offsets []int
	for i, object := range objects {
		offsets = append(offsets, b.Len())
		fmt.Fprintf(&b, "%d 0 obj\n%s\nendobj\n", i+1, object)
	}
	xref := b.Len()
	fmt.Fprintf(&b, "xref\n0 %d\n0000000000 65535 f \n", len(offsets)+1)
	for _, offset := range offsets {
		fmt.Fprintf(&b, "%010d 00000 n \n", offset)
	}
	fmt.Fprintf(&b, "trailer<</Size %d/Root 1 0 R%s>>\nstartxref\n%d\n%%%%EOF\n", len(offsets)+1, trailer, xref)
	return b.Bytes()
}

func streamOf(dict string, data []byte) string {
	return fmt.Sprintf("<</Length %d%s>>stream\n%s\nendstream", len(data), dict, data)
}

// pageOf returns a PDF with one page that draws the given content.
func pageOf(dict string, content []byte) []byte {
	return pdfOf("", "<</Type/Catalog/Pages 2 0 R>>", "<</Type/Pages/Kids[3 0 R]/Count 1>>",
		"<</Type/Page/Parent 2 0 R/Resources<</Font<</F1 4 0 R>>/XObject<</X 5 0 R>>>>/Contents 5 0 R>>",
		"<</Type/Font/Subtype/Type1/BaseFont/Helvetica/FirstChar 32/LastChar 126/Widths[500]>>", streamOf(dict, content))
}

// plainPaper returns an uncompressed PDF with a title and an abstract.
func plainPaper() []byte {
	return pageOf("", []byte("BT /F1 18 Tf 1 0 0 1 100 700 Tm (Pooling Words Into Sentences) Tj ET\n"+
		"BT /F1 10 Tf 1 0 0 1 100 650 Tm (Abstract. We pool words by their maximum and compare.) Tj ET\n"))
}

func deflated(data []byte) []byte {
	var b bytes.Buffer
	w := zlib.NewWriter(&b)
	_, _ = w.Write(data)
	_ = w.Close()
	return b.Bytes()
}

// byXrefStream returns a PDF whose cross-reference table is a stream.
func byXrefStream(dict string, data []byte) []byte {
	head := "%PDF-1.5\n"
	return fmt.Appendf(nil, "%s1 0 obj\n%s\nendobj\nstartxref\n%d\n%%%%EOF\n", head, streamOf("/Type/XRef/Root 1 0 R"+dict, data), len(head))
}

// bombs returns files of a few kilobytes that exhaust memory or take forever to read.
func bombs() map[string][]byte {
	zeros := deflated(make([]byte, 64<<20))
	packed := deflated(zeros)
	many := func(s string, n int) string { return strings.Repeat(s, n) }
	pages := func(kids string) []byte {
		return pdfOf("", "<</Type/Catalog/Pages 2 0 R>>", "<</Type/Pages/Kids["+kids+"]/Count 1>>")
	}
	xrefLoop := pdfOf("/Prev 000000000", "<</Pages 2 0 R>>")
	at := bytes.LastIndex(xrefLoop, []byte("xref\n0"))
	xrefLoop = bytes.Replace(xrefLoop, []byte("/Prev 000000000"), fmt.Appendf(nil, "/Prev %09d", at), 1)
	streamLoop := byXrefStream("/Size 1/W[1 1 1]/Prev 9", []byte{0, 0, 0})
	return map[string][]byte{
		"a predictor with a terabyte of columns":  pageOf("/Filter/FlateDecode/DecodeParms<</Predictor 12/Columns 1099511627776>>", deflated([]byte("BT ET"))),
		"a predictor with 16 GB of columns":       pageOf("/Filter/FlateDecode/DecodeParms<</Predictor 12/Columns 17179869184>>", deflated([]byte("BT ET"))),
		"a table with fields of 2 GB":             byXrefStream("/Size 1/W[1 2000000000 1]", []byte{1, 2, 3}),
		"a table with negative fields":            byXrefStream("/Size 1/W[-1 -2 -3]", []byte{1, 2, 3}),
		"a table of ten billion objects":          byXrefStream("/Size 10000000000/W[1 1 1]", []byte{1, 2, 3}),
		"a table whose index is far away":         byXrefStream("/Size 1/Index[4000000000 1]/W[1 1 1]", []byte{1, 2, 3}),
		"a table of fields without width":         byXrefStream("/Size 1/Index[0 9000000000]/W[0 0 0]", nil),
		"a table that comes before itself":        xrefLoop,
		"a stream of the table before itself":     streamLoop,
		"a table in lines far away":               bytes.Replace(pdfOf("", "<</Pages 2 0 R>>"), []byte("xref\n0 2\n"), []byte("xref\n4000000000 2\n"), 1),
		"a content that unpacks to 64 MB":         pageOf("/Filter/FlateDecode", zeros),
		"a content packed twice":                  pageOf("/Filter[/FlateDecode/FlateDecode]", packed),
		"a content of a million open brackets":    pageOf("", []byte(many("[", 1<<20))),
		"a content of 8 million open brackets":    pageOf("/Filter/FlateDecode", deflated([]byte(many("[", 8<<20)))),
		"a content of 8 million dictionaries":     pageOf("/Filter/FlateDecode", deflated([]byte(many("<<", 8<<20)))),
		"a content of 8 million saved states":     pageOf("/Filter/FlateDecode", deflated([]byte(many("q ", 8<<20)))),
		"a content of 8 million numbers":          pageOf("/Filter/FlateDecode", deflated([]byte(many("1 ", 8<<20)))),
		"a string that does not end":              pageOf("/Filter/FlateDecode", deflated([]byte("("+many("(", 8<<20)))),
		"a form that draws itself":                pageOf("/Type/XObject/Subtype/Form/Resources<</XObject<</X 5 0 R>>>>", []byte(many("/X Do ", 2000))),
		"an object of a million open brackets":    pdfOf("", many("[", 1<<20)),
		"an object of 16 million open brackets":   pdfOf("", many("[", 16<<20)),
		"a trailer of 16 million dictionaries":    pdfOf("/A"+many("<</A", 16<<20), "<</Pages 2 0 R>>"),
		"pages that are their own children":       pages(many("2 0 R ", 1000)),
		"a million pages":                         pages(many("3 0 R ", 1<<20)),
		"an object that is its own reference":     pdfOf("", "1 0 R"),
		"two objects that are each other":         pdfOf("", "2 0 R", "1 0 R"),
		"a length that is its own stream":         pdfOf("", "<</Pages 2 0 R>>", "<</Length 2 0 R>>stream\nabc\nendstream"),
		"a length of an exabyte":                  pdfOf("", "<</Pages 2 0 R>>", "<</Length 1152921504606846976>>stream\nabc\nendstream"),
		"a negative length":                       pdfOf("", "<</Pages 2 0 R>>", "<</Length -9>>stream\nabc\nendstream"),
		"LZW":                                     pageOf("/Filter/LZWDecode", []byte{0x80, 0x0b, 0x60, 0x50}),
		"ASCII85 of 8 MB of z":                    pageOf("/Filter[/FlateDecode/ASCII85Decode]", deflated([]byte(many("z", 8<<20)))),
		"a font with a billion widths":            bytes.Replace(plainPaper(), []byte("/LastChar 126"), []byte("/LastChar 999999999999"), 1),
		"text at a place that is no number":       pageOf("", []byte("BT /F1 1e308 Tf 1e308 1e308 1e308 1e308 1e308 1e308 Tm (Pooling Words Into Sentences) Tj ET")),
		"an encryption with endless rounds":       pdfOf("/ID[(a)(b)]/Encrypt<</Filter/Standard/V 4/R 6/Length 2147483647/O(a)/U(b)/P -1>>", "<</Pages 2 0 R>>"),
		"objects in a stream that is in itself":   byXrefStream("/Size 2/W[1 1 1]/Index[1 1]", []byte{2, 1, 0}),
		"an object stream of a billion objects":   byXrefStream("/Size 2/W[1 1 1]/Index[1 1]/N 1000000000/First 0", []byte{2, 1, 0}),
		"only a head":                             []byte("%PDF-1.7\n"),
		"nothing but startxref":                   []byte("%PDF-1.7\nstartxref\n0\n%%EOF\n"),
		"a start of the table behind the end":     []byte("%PDF-1.7\nstartxref\n9223372036854775807\n%%EOF\n"),
		"a start of the table before the file":    []byte("%PDF-1.7\nstartxref\n-1\n%%EOF\n"),
		"names of 8 MB":                           pageOf("/Filter/FlateDecode", deflated([]byte("/"+many("A", 8<<20)))),
		"a map of characters with endless ranges": bytes.Replace(plainPaper(), []byte("/Subtype/Type1"), []byte("/ToUnicode 5 0 R/Subtype/Type0/Encoding/Identity-H"), 1),
	}
}

// longBombs are the bombs that take seconds or forever to read.
var longBombs = []string{
	"ASCII85 of 8 MB of z", "a content of 8 million dictionaries", "a content of 8 million numbers",
	"a content of 8 million open brackets",
	"a content of 8 million saved states", "a form that draws itself", "a million pages",
	"a stream of the table before itself", "a table of fields without width", "a table that comes before itself",
	"pages that are their own children",
}

var numbers = regexp.MustCompile(`\b\d+\b`)

var huge = []string{"0", "-1", "2147483647", "2147483648", "4294967295", "9223372036854775807", "99999999999999999999", "1099511627776", "1e308", "2000000000"}

// mutate returns a damaged copy of a file.
func mutate(whole []byte, r *rand.Rand) []byte {
	raw := bytes.Clone(whole)
	switch at := r.IntN(len(raw)); r.IntN(6) {
	case 0: // flipped bits
		for range 1 + r.IntN(20) {
			raw[r.IntN(len(raw))] ^= 1 << r.IntN(8)
		}
	case 1: // truncated, but with the original end, so that it remains a PDF
		return append(raw[:at], raw[max(at, len(raw)-60):]...)
	case 2: // a part copied to another place
		from := r.IntN(len(raw))
		part := raw[from:min(len(raw), from+1+r.IntN(2000))]
		return append(append(bytes.Clone(raw[:at]), part...), raw[at:]...)
	case 3: // a number replaced by a huge one
		places := numbers.FindAllIndex(raw, -1)
		for range 1 + r.IntN(3) {
			p := places[r.IntN(len(places))]
			return append(append(bytes.Clone(raw[:p[0]]), huge[r.IntN(len(huge))]...), raw[p[1]:]...)
		}
	case 4: // an object in place of another
		places := regexp.MustCompile(`\d+ 0 R`).FindAllIndex(raw, -1)
		p := places[r.IntN(len(places))]
		return append(append(bytes.Clone(raw[:p[0]]), fmt.Sprintf("%d 0 R", r.IntN(12))...), raw[p[1]:]...)
	case 5: // brackets and keywords where they do not belong
		words := []string{"[", "<<", ">>", "]", "(", "<", "stream\n", "endstream", "endobj", "1 0 obj", "R", "/Kids", "/Length 99999999999", "/Prev 0", "xref"}
		return append(append(bytes.Clone(raw[:at]), strings.Repeat(words[r.IntN(len(words))], 1+r.IntN(500))...), raw[at:]...)
	}
	return raw
}

// mutants returns damaged copies of a real paper, and of a paper whose content is not compressed.
func mutants(t testing.TB, n int) [][]byte {
	real, err := os.ReadFile("../corpus/testdata/samples/paper.pdf")
	if err != nil {
		t.Fatal(err)
	}
	seeds := [][]byte{real, plainPaper(), byXrefStream("/Size 2/W[1 2 1]/Index[0 2]", []byte{1, 0, 9, 0, 1, 0, 9, 0})}
	r := rand.New(rand.NewPCG(13, 3))
	all := make([][]byte, n)
	for i := range all {
		all[i] = mutate(seeds[i%len(seeds)], r)
	}
	return all
}
