package report

import (
	"crypto/sha256"
	_ "embed" // for go:embed
	"encoding/base64"
	"html/template"
	"io"
	"strconv"

	"github.com/scilit-lsp/scilit-lsp/paper"
	"github.com/scilit-lsp/scilit-lsp/verify"
)

//go:embed page.html
var pageSource string

//go:embed page.css
var pageStyle string

var page = template.Must(template.New("page").Parse(pageSource))

// A pageView contains the data of the page. All fields except Style and Policy are plain text,
// which the template escapes.
type pageView struct {
	Policy   string
	Style    template.CSS
	Entries  int
	Coverage string
	Counts   []countView
	Listed   []entryView
	Quiet    int // number of entries without findings
	Support  string
	Claims   []claimView
}

// A claimView is a citing sentence that the cited work contradicts or supports only weakly.
type claimView struct {
	Key, Place, Grade, Reason, Sentence, Title string
	Code                                       verify.Code
	Verdict                                    verify.Verdict
	Passages                                   []passageView
}

type passageView struct{ Text, Section string }

type countView struct {
	Verdict verify.Verdict
	N       int
	Means   string
}

type entryView struct {
	Key, Place string
	Verdict    verify.Verdict
	Findings   []findingView
	Fields     []fieldView
	Records    []recordView
}

type findingView struct {
	Code    verify.Code
	Verdict verify.Verdict
	Message string
	About   string
}

type fieldView struct {
	Name, Have, Found, Source string
	Differs                   bool
}

type recordView struct{ Cite, Venue, Source, Link, Label string }

var meanings = map[verify.Verdict]string{
	verify.Verified: "A record agrees with the entry in every field.",
	verify.Check: "The entry has a minor difference from a record, a field that could not be confirmed, or another " +
		"problem, such as a retraction or a duplicate.",
	verify.Mismatch: "The entry contradicts a record.",
	verify.NotFound: "No source has a record. This does not mean that the work does not exist.",
	verify.Error:    "A source could not be queried, or the entry cannot be read.",
}

// HTML writes a self-contained page without scripts. Its content security policy allows only the
// page's own style sheet, whatever entries and records contain.
func HTML(w io.Writer, c Check) error {
	sum := sha256.Sum256([]byte(pageStyle))
	view := pageView{
		Policy: "default-src 'none'; base-uri 'none'; form-action 'none'; style-src 'sha256-" +
			base64.StdEncoding.EncodeToString(sum[:]) + "'",
		Style: template.CSS(pageStyle), Coverage: plain(c.Coverage.String()),
	}
	summary, listed := newSummary(), make(map[verify.Verdict][]entryView)
	for c := range c.references() {
		summary[c.Verdict]++
		if len(c.Findings) > 0 {
			listed[c.Verdict] = append(listed[c.Verdict], entryOf(c))
		}
	}
	for _, v := range []verify.Verdict{verify.Mismatch, verify.NotFound, verify.Error, verify.Check, verify.Verified} {
		view.Counts = append(view.Counts, countView{v, summary[v], meanings[v]})
		view.Listed = append(view.Listed, listed[v]...)
	}
	view.Entries = summary.Len()
	view.Quiet = view.Entries - len(view.Listed)
	if c.Support != nil {
		view.Support = summaryOf(c.Support)
	}
	for _, one := range c.claims() {
		view.Claims = append(view.Claims, claimViewOf(one))
	}
	return page.Execute(w, view)
}

func claimViewOf(one claim) claimView {
	r := one.of
	v := claimView{Key: plain(r.Key), Place: plain(r.Path) + ":" + strconv.Itoa(r.Line), Grade: gradeNames[r.Grade],
		Reason: plain(r.Reason), Sentence: plain(r.Claim.Plain()), Title: plain(r.Title), Code: one.code,
		Verdict: verify.KindOf(one.code).Verdict}
	for _, m := range r.Found.Passages {
		v.Passages = append(v.Passages, passageView{plain(m.Sentence), plain(m.Section)})
	}
	return v
}

func entryOf(c verify.EntryResult) entryView {
	e := entryView{Key: plain(c.Key), Place: plain(c.Path) + ":" + strconv.Itoa(c.Line), Verdict: c.Verdict}
	for _, f := range c.Findings {
		kind := verify.KindOf(f.Code)
		e.Findings = append(e.Findings, findingView{f.Code, kind.Verdict, plain(f.Message), kind.About})
	}
	for _, f := range c.Fields {
		e.Fields = append(e.Fields, fieldView{f.Name, plain(f.Have), plain(f.Found), plain(f.Source), f.Code != ""})
	}
	for _, p := range c.Records {
		e.Records = append(e.Records, recordViewOf(p))
	}
	return e
}

func recordViewOf(p *paper.Paper) recordView {
	r := recordView{Cite: plain(verify.Describe(p)), Venue: plain(p.Venue), Source: plain(p.Corpus)}
	switch doi, arxiv := paper.DOI(p.DOI), paper.ArXiv(p.ArXiv); {
	case doi != "":
		r.Link, r.Label = "https://doi.org/"+doi, plain(doi)
	case arxiv != "":
		r.Link, r.Label = "https://arxiv.org/abs/"+arxiv, "arXiv:"+plain(arxiv)
	}
	return r
}
