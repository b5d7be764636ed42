package org

import (
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/scilit-lsp/scilit-lsp/lsp/doc"
	"github.com/scilit-lsp/scilit-lsp/lsp/doc/doctest"
)

func TestCitationsByOrgRef(t *testing.T) {
	markup.Citations(t, "", map[string]string{
		"as shown cite:a.":                         "a",
		"as shown cite:a,b:c-d_e/f.":               "a b:c-d_e/f",
		"as citep:&a;&b, and so on":                "a b",
		"see citet:a's text":                       "textual a's",
		"[[cite:a,b]]":                             "a b",
		"[[citep:a][p. 3]]":                        "a",
		"[[cite:see &a p. 3; &b]]":                 "a b",
		"nocite:a":                                 "aside a",
		"* Heading cite:a\n":                       "a",
		"| cite:a | [[cite:b]] |":                  "a b",
		"=cite:a= and ~citep:b~":                   "",
		"cite: a and excite:":                      "",
		"http://x.y/cite:a and p@cite:a":           "",
		"[[http://x.y/][cite:a]]":                  "",
		"[cite:@a] and cite:b":                     "a b",
		"* A [cite:@a]\n":                          "a",
		"(Textcite:a;b)":                           "textual a",
		"bibliographystyle:unsrt and note: see it": "",
	})
}

func TestOrgRefIsNoText(t *testing.T) {
	markup.Contexts(t, map[string]doctest.Context{
		"plain":        {"It holds cite:a_b,c. Two here.¦", []string{"It holds [CITE].", "Two here."}},
		"brackets":     {"It holds [[cite:see &a p. 3][so]].¦", []string{"It holds [CITE]."}},
		"bibliography": {"One here.\n\nbibliography:a.bib,b.bib\n\nTwo.¦", []string{"One here.", "Two."}},
	})
}

func TestBibliographiesOfOrgRef(t *testing.T) {
	for source, want := range map[string][]string{
		"Text.\nbibliographystyle:unsrtnat\nbibliography:dft.bib\n": {"dft.bib"},
		"bibliography:a.bib,../b.bib":                               {"a.bib", "../b.bib"},
		"[[bibliography:a.bib]]":                                    {"a.bib"},
		"=bibliography:a.bib=":                                      nil,
	} {
		var files []string
		for _, ref := range Scan(source).Bibliographies {
			files = append(files, ref.Path)
			if source[ref.Start:ref.End] != ref.Path {
				t.Errorf("%q: the span is of %q", source, source[ref.Start:ref.End])
			}
		}
		if diff := cmp.Diff(want, files); diff != "" {
			t.Errorf("%q: %s", source, diff)
		}
	}
}

func TestKeysAreAddedToOrgRef(t *testing.T) {
	markup.Marks(t, doc.Mark{Keys: []string{"new", "two"}}, map[string]string{
		"Pooling works cite:a.¦":           "Pooling works cite:a,new,two.",
		"Pooling works citep:&a.¦":         "Pooling works citep:&a;&new;&two.",
		"Pooling works [[cite:a][p. 3]].¦": "Pooling works [[cite:a,new,two][p. 3]].",
	})
	markup.Marks(t, doc.Mark{Keys: []string{"new"}, After: "p. 3"}, map[string]string{
		"Pooling works cite:a.¦": "Pooling works cite:a [cite:@new p. 3].",
	})
}

// TestAMarkWithinItsSentence selects words at the cursor that the citation belongs to.
func TestAMarkWithinItsSentence(t *testing.T) {
	markup.Marks(t, doc.Mark{Keys: []string{"new"}, Within: true}, map[string]string{
		"We use MERT¦ to tune.":                             "We use MERT [cite:@new] to tune.",
		"We use /MERT¦/ to tune.":                           "We use /MERT/ [cite:@new] to tune.",
		"We use MERT¦ [cite:@a] to tune.":                   "We use MERT [cite:@a;@new] to tune.",
		"We use MERT¦/BLEU to tune.":                        "We use MERT/BLEU to tune [cite:@new].",
		"We use [cite:@a]¦ to tune.":                        "We use [cite:@a;@new] to tune.",
		"We use ME¦RT to tune.":                             "We use MERT to tune [cite:@new].",
		"We use =MERT=¦ to tune.":                           "We use =MERT= [cite:@new] to tune.",
		"We use +MERT¦+ to tune.":                           "We use +MERT+ [cite:@new] to tune.",
		"We use MERT¦~x~ to tune.":                          "We use MERT~x~ to tune [cite:@new].",
		"We use MERT\\\\¦\nto tune.":                        "We use MERT [cite:@new]\\\\\nto tune.",
		"One /a/.\r\n\r\nAnd/or /MERT¦/\r\nto tune.":        "One /a/.\r\n\r\nAnd/or /MERT/\r\nto tune [cite:@new].",
		"One and/or two.\r\n\r\nWe use /MERT¦/\r\nto tune.": "One and/or two.\r\n\r\nWe use /MERT/ [cite:@new]\r\nto tune.",
		"We use MERT¦ [cite/na:@a] to tune.":                "We use MERT [cite:@new] [cite/na:@a] to tune.",
		"We use MERT¦ citeyear:a to tune.":                  "We use MERT [cite:@new] citeyear:a to tune.",
	})
}
