package compose

import (
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/scilit-lsp/scilit-lsp/engine/text"
)

// FuzzStatements checks that any abstract yields only complete sentences of readable length with
// one mark, made of the paper's words and function words.
func FuzzStatements(f *testing.F) {
	for _, abstract := range []string{
		"We propose a parser. It is fast.", "BACKGROUND: To see. METHODS", "This paper presents", "Our results show that", "To ",
		"The aim of this study was to", "we", "We we we we we we", "((((", "It is shown that , , ,", "a (b", "Here we present X (YZ), a model.",
		"\x00\uFFFC We propose \uFFFC to be cited here by all.", "We address this issue by ing and ing it.", "$x$ \\emph{We} propose ~ it",
		"ÄÖÜ: wir zeigen, dass", "We, of the , and, and we", "Objective To", "We aim to , to , to", "I I I", strings.Repeat("We propose ", 300),
	} {
		f.Add("X: a corpus of Y", abstract)
	}
	for _, title := range []string{"", ": ", "Towards: a", "On - ", "A using B: the C of D", "Quantifying X: a model", "How? A b of c",
		"Y for X with Z: a meta-analysis", "X and Y of \uFFFC: the case of Z", "Improving", "Mapping by: evidence from "} {
		f.Add(title, "We present a model of B. This review is about C and X.")
	}
	f.Fuzz(func(t *testing.T, title, abstract string) {
		w := Work{Title: title}
		for i, span := range text.Sentences(abstract) {
			w.Abstract = append(w.Abstract, Source{Text: abstract[span.Start:span.End], Index: i})
		}
		w.Body = w.Abstract
		for _, s := range statementsOf(w) {
			for _, single := range []bool{false, true} {
				for tense := range Past + 1 {
					sentence, ok := s.Textual(single, tense)
					checkSentence(t, sentence, ok)
				}
			}
			if scoped, scope, ok := s.Scoped(); ok {
				sentence, ok := scoped.Textual(false, Past)
				checkSentence(t, scope.Join(sentence), ok)
			}
			sentence, ok := s.Parenthetical(Past)
			checkSentence(t, sentence, ok)
		}
	})
}

func checkSentence(t *testing.T, s string, ok bool) {
	t.Helper()
	if !ok {
		return
	}
	if strings.Count(s, Mark) != 1 || !strings.HasSuffix(s, ".") || !utf8.ValidString(s) || strings.ContainsAny(s, "\n\\$") || countWords(s) > 2*maxWords {
		t.Errorf("%q", s)
	}
}
