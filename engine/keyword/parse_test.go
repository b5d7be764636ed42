package keyword

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// outline formats a tree with the types of its nodes, which String does not show.
func outline(e Expr) string {
	switch e := e.(type) {
	case nil:
		return "(all)"
	case And:
		return "(and " + outlines(e.Operands) + ")"
	case Or:
		return "(or " + outlines(e.Operands) + ")"
	case Not:
		return "(not " + outline(e.Operand) + ")"
	case Phrase:
		return "'" + strings.Join(e.Words, "+") + "'"
	case Words:
		return strings.TrimRight(e.String(), strings.TrimLeft(e.String(), "~")) + "'" + strings.Join(e.Words, "+") + "'"
	case Years:
		return fmt.Sprintf("[%d %d]", e.From, e.To)
	case Field:
		return drawnField(e)
	}
	return "?"
}

// drawnField formats a field so that the prefix 'conn*' differs from the literal star "conn*".
func drawnField(e Field) string {
	value := strings.Join(e.Words, "+")
	switch _, starred := cutStar(e.Words, ""); {
	case e.Begins:
		return e.Name + "'" + value + "*'"
	case starred:
		return e.Name + `"` + value + `"`
	}
	return e.Name + "'" + value + "'"
}

func outlines(operands []Expr) string {
	drawn := make([]string, len(operands))
	for i, operand := range operands {
		drawn[i] = outline(operand)
	}
	return strings.Join(drawn, " ")
}

func TestAnIntentSelectsNoPapers(t *testing.T) {
	const source = "parsing; Intent: method; 2015.."
	expr, mistakes := Parse(source)
	if tree := outline(expr); tree != "(and 'parsing' [2015 0])" || len(mistakes) > 0 {
		t.Errorf("tree %s, mistakes %v", tree, mistakes)
	}
	if intent := Intent(source); intent != "method" {
		t.Errorf("intent %q", intent)
	}
	_, mistakes = Parse("parsing; intent: praise")
	if len(mistakes) != 1 || !strings.Contains(mistakes[0].Message, "background, method, result, contrast") {
		t.Errorf("mistakes %v", mistakes)
	}
}

func TestQueriesThatAreUnderstood(t *testing.T) {
	for _, test := range []struct{ name, source, tree, printed string }{
		{"the empty query matches all", "  ", "(all)", ""},
		{"a word", "NLP", "'nlp'", "nlp"},
		{"a phrase of many words", " Neural  machine\ttranslation ", "'neural+machine+translation'", "neural machine translation"},
		{"SciLit's Figure 5: or binds tighter", "NLP; machine learning | NMT; 2020..2022",
			"(and 'nlp' (or 'machine+learning' 'nmt') [2020 2022])", "nlp; machine learning | nmt; 2020..2022"},
		{"a semicolon may end the query", "NLP; MT;", "(and 'nlp' 'mt')", "nlp; mt"},
		{"not", "-survey; - machine translation", "(and (not 'survey') (not 'machine+translation'))", "-survey; -machine translation"},
		{"not below or", "a1 | -b1", "(or 'a1' (not 'b1'))", "a1 | -b1"},
		{"a hyphen inside is a hyphen", "state-of-the-art", "'state-of-the-art'", "state-of-the-art"},
		{"a range open to the right", "2015..", "[2015 0]", "2015.."},
		{"a range open to the left", ".. 2008", "[0 2008]", "..2008"},
		{"a single year", "year:2015", "[2015 2015]", "year:2015"},
		{"a range of one year", "2015..2015", "[2015 2015]", "year:2015"},
		{"a field of years", "year: 2010..2015", "[2010 2015]", "2010..2015"},
		{"not in these years", "-2010..2012", "(not [2010 2012])", "-2010..2012"},
		{"a number is a word", "2015", "'2015'", "2015"},
		{"fields, whatever their case", "Author: Gu; TITLE:SciLit; venue:acl demo",
			"(and author'gu' title'scilit' venue'acl+demo')", "author:gu; title:scilit; venue:acl demo"},
		{"words near each other, or anywhere", "~sentence pooling; ~~ BERT tweets | -~max pooling",
			"(and ~'sentence+pooling' (or ~~'bert+tweets' (not ~'max+pooling')))", "~sentence pooling; ~~bert tweets | -~max pooling"},
		{"a minus in quotes is a word", `"transformer -survey"`, "'transformer+-survey'", `"transformer -survey"`},
		{"a dash is no minus", "pooling - a study; pre- and post-editing", "(and 'pooling+-+a+study' 'pre-+and+post-editing')", "pooling - a study; pre- and post-editing"},
		{"the beginning of a word", "author: Conn*; title: embed* | arxiv: 1706.*; key: conneau*",
			"(and author'conn*' (or title'embed*' arxiv'1706.*') key'conneau*')", "author:conn*; title:embed* | arxiv:1706.*; key:conneau*"},
		{"the beginning of a DOI", "doi: https://doi.org/10.18653/V1/P18*", "doi'10.18653/v1/p18*'", "doi:10.18653/v1/p18*"},
		{"the beginning of a DOI with separators", `doi: "10.1002/3.0.CO;2"*`, "doi'10.1002/3.0.co;2*'", `doi:"10.1002/3.0.co;2"*`},
		{"one letter and a star is an algorithm", "title: A*", "title'a*'", "title:a*"},
		{"a star behind several words is none of the index", "title: search by beam*", "title'search+by+beam*'", "title:search by beam*"},
		{"a star in quotes is a star", `title: "beam*"`, `title"beam*"`, `title:"beam*"`},
		{"a DOI without its resolver", "doi:https://doi.org/10.18653/V1/2023.acl-demo.22",
			"doi'10.18653/v1/2023.acl-demo.22'", "doi:10.18653/v1/2023.acl-demo.22"},
		{"a DOI with separators", `doi:"10.1002/3.0.CO;2-9"`, "doi'10.1002/3.0.co;2-9'", `doi:"10.1002/3.0.co;2-9"`},
		{"quotes around plain words", `"machine translation"`, "'machine+translation'", "machine translation"},
		{"quotes keep separators", `"read; write | append"`, "'read;+write+|+append'", `"read; write | append"`},
		{"quotes keep a leading hyphen", `"-ase enzymes"`, "'-ase+enzymes'", `"-ase enzymes"`},
		{"quotes keep a range", `"2010..2022"`, "'2010..2022'", `"2010..2022"`},
		{"quotes keep a colon", `"BERT: pre-training"`, "'bert:+pre-training'", `"bert: pre-training"`},
		{"quotes in the middle", `say "a; b" twice`, "'say+a;+b+twice'", `"say a; b twice"`},
		{"a colon after more than a word", "attention is: all", "'attention+is:+all'", "attention is: all"},
		{"parentheses are parts of words", "A(H1N1) influenza", "'a(h1n1)+influenza'", "a(h1n1) influenza"},
		{"a common word in a phrase", "the web", "'the+web'", "the web"},
		{"beyond ASCII", "Rückübersetzung; 机器翻译", "(and 'rückübersetzung' '机器翻译')", "rückübersetzung; 机器翻译"},
	} {
		t.Run(test.name, func(t *testing.T) {
			e, mistakes := Parse(test.source)
			if len(mistakes) > 0 {
				t.Errorf("mistakes %v", mistakes)
			}
			if got := outline(e); got != test.tree {
				t.Errorf("tree %s, want %s", got, test.tree)
			}
			if e != nil && e.String() != test.printed {
				t.Errorf("printed %s, want %s", e, test.printed)
			}
		})
	}
}

// underline marks the spans of mistakes below their source.
func underline(source string, mistakes []Mistake) string {
	marks := []byte(strings.Repeat(" ", len(source)))
	for _, m := range mistakes {
		for i := m.Start; i < m.End; i++ {
			marks[i] = '^'
		}
	}
	return strings.TrimRight(string(marks), " ")
}

func TestMistakesAreReportedAndTheRestIsKept(t *testing.T) {
	for _, test := range []struct{ source, marks, message, tree string }{
		{`NLP;; MT`,
			`   ^`, "this separator has no words on one side", "(and 'nlp' 'mt')"},
		{`NLP |`,
			`    ^`, "this separator has no words on one side", "'nlp'"},
		{`; NLP`,
			`^`, "this separator has no words on one side", "'nlp'"},
		{`NLP | ; MT`,
			`    ^`, "this separator has no words on one side", "(and 'nlp' 'mt')"},
		{`;`,
			`^`, "this separator has no words on one side", "(all)"},
		{`NLP; "machine translation; MT`,
			`     ^`, "this quote is not closed", "(and 'nlp' 'machine+translation' 'mt')"},
		{`journal: Nature; NLP`,
			`^^^^^^^^^^^^^^^`, `unknown field "journal"`, "'nlp'"},
		{`NLP; author: ; MT`,
			`     ^^^^^^^`, "no words follow `author:`", "(and 'nlp' 'mt')"},
		{`2022..2010; NLP`,
			`^^^^^^^^^^`, "the first year is after the last: write 2010..2022", "'nlp'"},
		{`NLP; 10..22`,
			`     ^^^^^^`, "years have four digits", "'nlp'"},
		{`NLP; ..`,
			`     ^^`, "years have four digits", "'nlp'"},
		{`year:soon`,
			`^^^^^^^^^`, "years have four digits", "(all)"},
		{`NLP; -`,
			`     ^`, "nothing follows `-`", "'nlp'"},
		{`NLP; ~`,
			`     ^`, "nothing follows `~`", "'nlp'"},
		{`NLP; ~~`,
			`     ^^`, "nothing follows `~~`", "'nlp'"},
		{`--survey`,
			` ^`, "one `-` is enough", "(not 'survey')"},
		{`NLP; the`,
			`     ^^^`, `"the" is in nearly every paper`, "'nlp'"},
		{`NLP; and`,
			`     ^^^`, `"and" is in nearly every paper`, "'nlp'"},
		{`"?!"; NLP`,
			`^^^^`, "this phrase has no letters or digits", "'nlp'"},
		{`-journal: x | MT`,
			` ^^^^^^^^^^`, `unknown field "journal"`, "'mt'"},
	} {
		t.Run(test.source, func(t *testing.T) {
			e, mistakes := Parse(test.source)
			if len(mistakes) != 1 || !strings.HasPrefix(mistakes[0].Message, test.message) {
				t.Errorf("mistakes %v, want one that begins with %q", mistakes, test.message)
			}
			if diff := cmp.Diff(test.marks, underline(test.source, mistakes)); diff != "" {
				t.Errorf("place of the mistake:\n%s\n%s", test.source, diff)
			}
			if got := outline(e); got != test.tree {
				t.Errorf("tree %s, want %s", got, test.tree)
			}
		})
	}
}

func TestAMinusInsideAPhraseIsHintedAt(t *testing.T) {
	e, mistakes := Parse("NLP; transformer -survey paper; MT")
	if got := outline(e); got != "(and 'nlp' 'transformer+-survey+paper' 'mt')" {
		t.Error("the phrase is kept, not", got)
	}
	want := []Mistake{{Span{17, 24}, "`-survey` is part of this phrase: write `; -survey` to exclude papers with this word, or put the phrase in quotes", true}}
	if diff := cmp.Diff(want, mistakes); diff != "" {
		t.Error(diff)
	}
}

func TestPhrasesAreLoosened(t *testing.T) {
	e, _ := Parse("sentence pooling | BERT; -max pooling; 2015..; title: a study")
	near, ok := Loosen(e, false)
	if got := outline(near); !ok || got != "(and (or ~'sentence+pooling' 'bert') (not 'max+pooling') [2015 0] title'a+study')" {
		t.Error(got, ok)
	}
	anywhere, ok := Loosen(near, true)
	if got := outline(anywhere); !ok || got != "(and (or ~~'sentence+pooling' 'bert') (not 'max+pooling') [2015 0] title'a+study')" {
		t.Error(got, ok)
	}
	e, _ = Parse("BERT; -max pooling")
	if _, ok := Loosen(e, false); ok {
		t.Error("one word has no phrase to loosen")
	}
}

func TestMistakesComeInTheOrderTheyStand(t *testing.T) {
	source := `the; journal:"x; | 9..10`
	_, mistakes := Parse(source)
	if got, want := underline(source, mistakes), `^^^  ^^^^^^^^^^^   ^^^^^`; got != want {
		t.Errorf("\n%s\n%s, want\n%s", source, got, want)
	}
	for i := 1; i < len(mistakes); i++ {
		if mistakes[i].Start < mistakes[i-1].Start {
			t.Errorf("%v stands before %v", mistakes[i], mistakes[i-1])
		}
	}
}

func TestNodesKnowWhereTheyStand(t *testing.T) {
	source := `NLP ; - "a; b" | year: 2015 ; title:x`
	e, _ := Parse(source)
	var places []string
	eachNode(e, func(e Expr) { places = append(places, source[e.Pos().Start:e.Pos().End]) })
	want := []string{
		source, `NLP`,
		`- "a; b" | year: 2015`, `- "a; b"`, `"a; b"`, `year: 2015`,
		`title:x`,
	}
	if diff := cmp.Diff(want, places); diff != "" {
		t.Error(diff)
	}
}

func eachNode(e Expr, visit func(Expr)) {
	if e == nil {
		return
	}
	visit(e)
	var operands []Expr
	switch e := e.(type) {
	case And:
		operands = e.Operands
	case Or:
		operands = e.Operands
	case Not:
		operands = []Expr{e.Operand}
	}
	for _, operand := range operands {
		eachNode(operand, visit)
	}
}

func TestPositivePhrasesAreWhatTheSentenceMayName(t *testing.T) {
	e, _ := Parse(`NLP; machine learning | NMT; -survey; 2015..; author:Gu; venue:ACL; title:attention; nlp; doi:10.1/x`)
	if diff := cmp.Diff([]string{"nlp", "machine learning", "nmt", "attention"}, Positive(e)); diff != "" {
		t.Error(diff)
	}
	if got := Positive(nil); got != nil {
		t.Errorf("the empty query names %q", got)
	}
}
