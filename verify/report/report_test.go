package report

import (
	"bytes"
	"encoding/json"
	"errors"
	"slices"
	"strings"
	"testing"
	"unicode"

	"github.com/google/go-cmp/cmp"
	"github.com/scilit-lsp/scilit-lsp/engine/evidence"
	"github.com/scilit-lsp/scilit-lsp/paper"
	"github.com/scilit-lsp/scilit-lsp/verify"
	"github.com/scilit-lsp/scilit-lsp/verify/support"
)

// hostile returns entries with escape sequences, workflow commands and bidirectional
// overrides.
func hostile() []verify.EntryResult {
	bad := "a\x1b[31m\r\n::error::b%0A,c:d\u202e\x00"
	return []verify.EntryResult{{Path: "refs, 1:" + bad + ".bib", Line: 3, EndLine: 5, Result: verify.Result{
		Key: bad, Verdict: verify.Mismatch, Code: verify.TitleWords,
		Fields:   []verify.Field{{Name: "title", Have: bad, Found: bad, Source: bad, Code: verify.TitleWords}},
		Findings: []verify.Finding{{Code: verify.TitleWords, Message: bad}, {Code: verify.Published, Message: bad}},
		Records:  []*paper.Paper{{ID: bad, Title: bad, Corpus: bad}},
	}}}
}

// claimed returns two contradicted citing sentences with the given text, and one that is supported least.
func claimed(text string) []support.Result {
	contradicted := support.Result{Citation: support.Citation{Path: text, Line: 7, Key: text, Claim: evidence.Claim{Text: text}},
		Grade: support.Contradicts, Reason: text, Title: text,
		Found: evidence.Evidence{Passages: []evidence.Match{{Sentence: text}}}}
	contradicted.Found.Passages[0].Section = text
	weak := contradicted
	weak.Grade, weak.Rank = support.Mentions, 1
	return []support.Result{contradicted, weak, contradicted, {Grade: support.NotFound}}
}

// Contradicted citing sentences fail the check, and the weakest of the others cause warnings, in all
// formats for CI.
func TestCitingSentencesAreReported(t *testing.T) {
	check := Check{Support: claimed("a sentence")}
	var github, sarif bytes.Buffer
	if err := errors.Join(GitHub(&github, check), SARIF(&sarif, check)); err != nil {
		t.Fatal(err)
	}
	var log sarifLog
	if err := json.Unmarshal(sarif.Bytes(), &log); err != nil {
		t.Fatal(err)
	}
	var levels []string
	for _, r := range log.Runs[0].Results {
		levels = append(levels, r.RuleID+" "+r.Level)
	}
	want := []string{"claim-contradicted error", "claim-unsupported warning", "claim-contradicted error"}
	if !slices.Equal(levels, want) || strings.Count(github.String(), "::error ") != 2 ||
		!strings.Contains(github.String(), "::notice ::4 citations: 0 supported, 1 mentioned, 2 contradicted") {
		t.Errorf("%q\n%s", levels, github.String())
	}
	warned, ignored := check, check
	warned.Policy.Warn, ignored.Ignored = verify.Names{"claim": true}, verify.Names{"claim-contradicted": true}
	if !check.Contradicted() || warned.Contradicted() || ignored.Contradicted() {
		t.Error("--warn and --ignore do not count")
	}
}

func TestNoFormatHoldsControlCharacters(t *testing.T) {
	for name, write := range Formats {
		var out bytes.Buffer
		if err := write(&out, Check{References: slices.Values(hostile()), Support: claimed(hostile()[0].Key)}); err != nil {
			t.Fatal(err)
		}
		for _, r := range out.String() {
			if unicode.IsControl(r) && r != '\n' || r == '\u202e' {
				t.Errorf("%s: %q in\n%s", name, r, out.String())
			}
		}
	}
}

// A message that looks like a workflow command stays a message.
func TestAnnotationsAreOneLineEach(t *testing.T) {
	var out bytes.Buffer
	if err := GitHub(&out, Check{References: slices.Values(hostile())}); err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(strings.TrimSpace(out.String()), "\n")
	if len(lines) != 3 || !strings.HasPrefix(lines[0], "::error file=refs%2C 1%3Aa") ||
		!strings.HasPrefix(lines[1], "::notice ::compared") {
		t.Errorf("%q", lines)
	}
	if strings.Contains(lines[0], "%0A,") || !strings.Contains(lines[0], "%250A") {
		t.Errorf("the message is not escaped: %s", lines[0])
	}
}

func TestSARIF(t *testing.T) {
	var out bytes.Buffer
	if err := SARIF(&out, Check{References: slices.Values(hostile())}); err != nil {
		t.Fatal(err)
	}
	var log sarifLog
	if err := json.Unmarshal(out.Bytes(), &log); err != nil {
		t.Fatal(err)
	}
	run := log.Runs[0]
	if log.Version != "2.1.0" || len(run.Results) != 2 || len(run.Tool.Driver.Rules) != len(verify.Kinds) {
		t.Fatalf("%s", out.String())
	}
	for _, r := range run.Results {
		if run.Tool.Driver.Rules[r.RuleIndex].ID != r.RuleID || r.Locations[0].Physical.Region.StartLine != 3 ||
			strings.ContainsAny(r.Locations[0].Physical.Artifact.URI, " ,\x1b") &&
				!strings.Contains(r.Locations[0].Physical.Artifact.URI, "%20") {
			t.Errorf("%+v", r)
		}
	}
}

// Users' scripts rely on this JSON.
func TestJSON(t *testing.T) {
	var out bytes.Buffer
	checked := []verify.EntryResult{{Path: "refs.bib", Line: 1,
		Result: verify.Result{Key: "a", Verdict: verify.Check, Code: verify.YearNear,
			Fields:   []verify.Field{{Name: "year", Have: "2020", Found: "2021", Source: "acl", Code: verify.YearNear}},
			Findings: []verify.Finding{{Code: verify.YearNear, Message: "the record's year is 2021"}}}}}
	if err := JSON(&out, Check{References: slices.Values(checked), Coverage: verify.Coverage{Entries: 1, Compared: 1, Records: 1, Sources: []string{"acl"}}}); err != nil {
		t.Fatal(err)
	}
	want := `{"references":[{"key":"a","file":"refs.bib","line":1,"verdict":"check","code":"year-near",` +
		`"fields":[{"name":"year","have":"2020","found":"2021","source":"acl","code":"year-near"}],` +
		`"findings":[{"code":"year-near","verdict":"check","message":"the record's year is 2021"}],"records":[]}],` +
		`"summary":{"check":1,"error":0,"mismatch":0,"not_found":0,"verified":0},` +
		`"coverage":{"entries":1,"compared":1,"records":1,"sources":["acl"],"without_record":0,"unasked":0,` +
		`"uncited":0,"unreadable":0,"other_kinds":0}}`
	var got bytes.Buffer
	if err := json.Compact(&got, out.Bytes()); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(want, got.String()); diff != "" {
		t.Error(diff)
	}
}

// Contradictions come first, each line has the key, and one line lists the entries without a record.
func TestText(t *testing.T) {
	finding := func(key string, line int, verdict verify.Verdict, code verify.Code) verify.EntryResult {
		return verify.EntryResult{Path: "refs.bib", Line: line, Result: verify.Result{Key: key, Verdict: verdict, Code: code,
			Findings: []verify.Finding{{Code: code, Message: "why"}}}}
	}
	all := []verify.EntryResult{
		finding("lost", 1, verify.NotFound, verify.NoRecord), finding("near", 2, verify.Check, verify.YearNear),
		finding("gone", 3, verify.NotFound, verify.NoRecord),
		finding("wrong", 4, verify.Mismatch, verify.YearDiffers),
		{Path: "refs.bib", Line: 5, Result: verify.Result{Key: "fine", Verdict: verify.Verified}},
	}
	all[3].Fields = []verify.Field{{Name: "year", Have: "1999", Found: "2019", Source: "acl", Code: verify.YearDiffers}}
	var out bytes.Buffer
	if err := Text(&out, Check{References: slices.Values(all), Coverage: verify.Coverage{Entries: 5, Compared: 3, Records: 3,
		Sources: []string{"acl\x1b"}, Missing: 2}}); err != nil {
		t.Fatal(err)
	}
	want := `refs.bib:4: wrong: mismatch: why [year-differs]
refs.bib:4: wrong:     year    have   1999
refs.bib:4: wrong:             found  2019 (acl)
refs.bib:2: near: check: why [year-near]
2 entries could not be found in your indexes or the queried sources [not-found]: lost, gone. A work without a record may still exist; without --online, no online sources are queried.
5 entries: 1 verified, 1 to check, 1 with a mismatch, 2 not found, 0 with an error
compared 3 of 5 entries with 3 records from acl; not compared: 2 without a record
`
	if diff := cmp.Diff(want, out.String()); diff != "" {
		t.Error(diff)
	}
}
