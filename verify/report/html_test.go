package report

import (
	"bytes"
	"crypto/sha256"
	"encoding/base64"
	"encoding/xml"
	"io"
	"slices"
	"strings"
	"testing"

	"github.com/scilit-lsp/scilit-lsp/paper"
	"github.com/scilit-lsp/scilit-lsp/verify"
)

// strange returns entries with HTML and template code.
func strange() []verify.EntryResult {
	bad := `</style></td><script>alert(1)</script><img src=x onerror=alert(1)>"onmouseover="x` + "\x00\u202e{{.Key}}"
	return []verify.EntryResult{
		{Path: bad, Line: 1, Result: verify.Result{Key: bad, Verdict: verify.Mismatch, Code: verify.TitleWords,
			Fields:   []verify.Field{{Name: "title", Have: bad, Found: bad, Source: bad, Code: verify.TitleWords}},
			Findings: []verify.Finding{{Code: verify.TitleWords, Message: bad}},
			Records: []*paper.Paper{
				{Title: bad, Venue: bad, Corpus: bad, DOI: `10.1234/"><script>alert(1)</script>`,
					Authors: []paper.Author{{Family: bad}}},
				{Title: "T", URL: "javascript:alert(1)", ArXiv: "javascript:alert(1)"},
			}}},
		{Path: "refs.bib", Line: 9, Result: verify.Result{Key: "fine", Verdict: verify.Verified}},
	}
}

// Whatever an entry contains, the page has only the elements and attributes of its template, and only
// links to works.
func TestAPageHoldsNothingOfStrangers(t *testing.T) {
	var out bytes.Buffer
	if err := HTML(&out, Check{References: slices.Values(strange()), Support: claimed(`</dd><script>alert(1)</script>"onmouseover="x{{.Key}}`)}); err != nil {
		t.Fatal(err)
	}
	attributes := " class scope lang charset http-equiv content name title rel href "
	elements := " html head meta title style body h1 h2 p dl div dt dd b article span ul li code table thead tbody tr th td a "
	tokens := xml.NewDecoder(&out)
	tokens.Strict, tokens.AutoClose, tokens.Entity = false, xml.HTMLAutoClose, xml.HTMLEntity
	links := 0
	for {
		token, err := tokens.Token()
		if err == io.EOF {
			break
		}
		if err != nil {
			t.Fatal(err)
		}
		element, ok := token.(xml.StartElement)
		if !ok {
			continue
		}
		if !strings.Contains(elements, " "+element.Name.Local+" ") {
			t.Errorf("element %v", element)
		}
		for _, a := range element.Attr {
			if !strings.Contains(attributes, " "+a.Name.Local+" ") {
				t.Errorf("attribute %v of %v", a, element)
			}
			if a.Name.Local == "href" {
				if links++; !strings.HasPrefix(a.Value, "https://doi.org/10.") &&
					!strings.HasPrefix(a.Value, "https://arxiv.org/abs/") {
					t.Errorf("leads to %s", a.Value)
				}
			}
		}
	}
	if links > 1 {
		t.Errorf("%d links", links)
	}
}

// The content security policy of the page must match its style.
func TestThePolicyAllowsTheStyleOfThePage(t *testing.T) {
	var out bytes.Buffer
	if err := HTML(&out, Check{References: slices.Values(strange())}); err != nil {
		t.Fatal(err)
	}
	_, rest, _ := strings.Cut(out.String(), "<style>")
	style, _, _ := strings.Cut(rest, "</style>")
	sum := sha256.Sum256([]byte(style))
	want := "style-src &#39;sha256-" + strings.ReplaceAll(base64.StdEncoding.EncodeToString(sum[:]), "+",
		"&#43;") + "&#39;"
	if !strings.Contains(out.String(), want) || !strings.Contains(out.String(), "default-src &#39;none&#39;") {
		t.Errorf("no %s in\n%s", want, out.String())
	}
}

// Both values appear side by side with their source, and verified entries are counted.
func TestAPageShowsBothValues(t *testing.T) {
	var out bytes.Buffer
	err := HTML(&out, Check{References: slices.Values([]verify.EntryResult{
		{Path: "refs.bib", Line: 4, Result: verify.Result{Key: "a", Verdict: verify.Check, Code: verify.YearNear,
			Fields:   []verify.Field{{Name: "year", Have: "2020", Found: "2021", Source: "acl", Code: verify.YearNear}},
			Findings: []verify.Finding{{Code: verify.YearNear, Message: "the record's year is 2021"}},
			Records:  []*paper.Paper{{Title: "T", Year: 2021, DOI: "10.1234/x", Corpus: "acl"}}}},
		{Path: "refs.bib", Line: 9, Result: verify.Result{Key: "fine", Verdict: verify.Verified}},
	})})
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		`<tr class="differs"><th scope="row">year</th><td>2020</td><td>2021</td><td>acl</td></tr>`, `<h2>a</h2>`,
		"refs.bib:4",
		`<a href="https://doi.org/10.1234/x" rel="noreferrer noopener">10.1234/x</a> (acl)`,
		"One entry has no findings: a record agrees with it.", "<b>1</b> The entry has a minor difference",
	} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("no %s in\n%s", want, out.String())
		}
	}
	if strings.Contains(out.String(), "<h2>fine</h2>") {
		t.Error("an entry without findings has a section")
	}
}
