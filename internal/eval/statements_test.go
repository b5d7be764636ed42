package eval

import (
	"fmt"
	"strings"
	"testing"

	"github.com/scilit-lsp/scilit-lsp/engine"
)

// The query contains the statement as its author had it before adding the citation.
func TestAStatementLosesItsCitation(t *testing.T) {
	for sentence, want := range map[string]string{
		"Iron helps ([CITE]).":                            "Iron helps.",
		"Bajra is nutritious (Anuradha et al., [CITE]).":  "Bajra is nutritious.",
		"Birds habituate in two days [[CITE]].":           "Birds habituate in two days.",
		"We took the data set of [CITE]).":                "We took the data set of.",
		"Iron helps (in milk), as [CITE] say [4, 5].":     "Iron helps (in milk), as say.",
		"Details are in Bhatta et al. ([CITE]), as said.": "Details are in Bhatta et al., as said.",
	} {
		if got := (Context{Sentence: sentence}).claim().Text; got != want {
			t.Errorf("%q of %q, want %q", got, sentence, want)
		}
	}
}

func TestStatementsAreDrawnFromEachSource(t *testing.T) {
	var contexts []Context
	for i := range 30 {
		contexts = append(contexts, Context{ID: fmt.Sprint("acl", i), Source: "acl"})
	}
	contexts = append(contexts, Context{ID: "bio1", Source: "bio"}, Context{ID: "bio2", Source: "bio"},
		Context{ID: "bio3", Source: "bio"})
	first, again := drawnEvenly(contexts, 4, 1), drawnEvenly(contexts, 4, 1)
	var sources []string
	for _, c := range first {
		sources = append(sources, c.Source)
	}
	if strings.Join(sources, " ") != "acl acl bio bio" || fmt.Sprint(first) != fmt.Sprint(again) {
		t.Errorf("%v, then %v", first, again)
	}
	if other := drawnEvenly(contexts, 4, 2); fmt.Sprint(other) == fmt.Sprint(first) {
		t.Errorf("another seed draws the same: %v", other)
	}
}

func TestAReferenceIsValidByAnIdentifier(t *testing.T) {
	for _, test := range []struct {
		paper engine.Paper
		want  string
	}{
		{engine.Paper{ID: "x", DOI: "10.1000/x"}, "doi:10.1000/x"},
		{engine.Paper{ID: "x", ArXiv: "1706.03762"}, "arXiv:1706.03762"},
		{engine.Paper{ID: "x", URL: "https://aclanthology.org/P18-1198"}, "P18-1198"},
		{engine.Paper{ID: "PMC5155616"}, "PMC5155616"},
		{engine.Paper{ID: "lee2001", URL: "https://example.org/lee"}, ""},
	} {
		if got := resolvable(&test.paper); got != test.want {
			t.Errorf("%q of %+v, want %q", got, test.paper, test.want)
		}
	}
}

const referencesSheet = `id	source	kind	rank	paper	identifier	relation	cited	label1	label2
a	acl	claim	1	p1	doi:10.1/1	supports	cited	usable	usable
a	acl	claim	2	p2	doi:10.1/2	related		subject	usable
b	acl	own	1	p3		related		no	no
b	acl	own	2	p1	doi:10.1/1	related		no	no
`

func TestReferencesAreCounted(t *testing.T) {
	rows, err := ReadReferences(strings.NewReader(referencesSheet))
	if err != nil {
		t.Fatal(err)
	}
	r := CountReferences(rows)
	if r.Statements != 2 || r.References != 4 || r.Validity.Count != 3 || r.Found.Count != 1 || len(r.Readings) != 2 {
		t.Fatalf("%+v", r)
	}
	first := r.Readings[0]
	for name, test := range map[string]struct{ got, want string }{
		"all":      {counts(first.Tops[2]), "1/4 2/4 1/2"},
		"first":    {counts(first.Tops[1]), "1/2 1/2 1/2"},
		"own":      {counts(first.Kinds["own"]), "0/2 0/2 0/1"},
		"supports": {counts(first.Relations["supports"]), "1/1 1/1 1/1"},
		"second":   {counts(r.Readings[1].Tops[2]), "2/4 2/4 1/2"},
		"kappa":    {fmt.Sprintf("%.2f", *r.Kappa), "0.50"},
	} {
		if test.got != test.want {
			t.Errorf("%s: %s, want %s", name, test.got, test.want)
		}
	}
}

func counts(r TopReading) string {
	return fmt.Sprintf("%d/%d %d/%d %d/%d", r.Precision.Count, r.Precision.Of, r.Subject.Count, r.Subject.Of,
		r.Usability.Count, r.Usability.Of)
}

func TestAWrongRowOfReferencesIsNamed(t *testing.T) {
	for old, test := range map[string]struct{ with, want string }{
		"subject":    {"maybe", `row a p2, column label1: "maybe" is not a label; use usable, subject, no`},
		"own\t2":     {"own\tsecond", `row b p1, column rank: "second" is not a number`},
		"identifier": {"doi", `no column "identifier"`},
	} {
		sheet := strings.Replace(referencesSheet, old, test.with, 1)
		if _, err := ReadReferences(strings.NewReader(sheet)); err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%q: %v, want %s", old, err, test.want)
		}
	}
}
