package onnx

import (
	"context"
	"slices"
	"strings"
	"testing"

	"github.com/scilit-lsp/scilit-lsp/engine/draft"
)

// The stop token and the mark of a grammar under test, out of any piece's way.
const testStop, testMark = 1 << 20, 1<<20 + 1

func testWords(t *testing.T, inside, first string) (*words, *BPE) {
	t.Helper()
	b := testBPE(t)
	v := &draft.Vocabulary{Words: strings.Fields(inside), First: strings.Fields(first)}
	return newWords(newPieceTrie(b), v, rules{stop: testStop, once: []int64{testMark}}), b
}

// accepts reports whether a grammar lets a whole sentence pass, token by token.
func accepts(w *words, ids []int64) bool {
	s := w.start()
	for _, id := range ids {
		moves := w.moves(s)
		i := slices.IndexFunc(moves, func(m move) bool { return m.token == id })
		if i < 0 {
			return false
		}
		s = moves[i].next
	}
	return slices.ContainsFunc(w.moves(s), func(m move) bool { return m.token == testStop })
}

// tokens spells a sentence in which @ is the citation.
func tokensOf(b *BPE, sentence string) (ids []int64) {
	for i, part := range strings.Split(sentence, "@") {
		if i > 0 {
			ids = append(ids, testMark)
		}
		ids = b.Encode(ids, part)
	}
	return ids
}

func TestOnlySentencesOfGivenWordsAreWritten(t *testing.T) {
	w, b := testWords(t, "propose parser for Dutch a parsers 3 3.5 sub-word and points show", "Parsers A")
	for sentence, want := range map[string]bool{
		" @ propose a parser for Dutch.":           true,
		" @ propose a parser, and show parsers.":   true,
		" @ propose a parser (for Dutch).":         true,
		" Parsers show points @.":                  true,
		" @ show 3.5 points.":                      true,
		" @ show 3.":                               true,
		" @ show 3.5.":                             true,
		" @ propose sub-word parsers.":             true,
		" Parsers (@) show points.":                true,
		" @ propose a tagger for Dutch.":           false, // a word of nothing
		" @ propose a parse.":                      false, // the beginning of one
		" @ propose a parserfor Dutch.":            false, // two at once
		" @ propose a parser for dutch.":           false, // a name is written as it is
		" @ show 5 points.":                        false, // a part of a number
		" @ show 33 points.":                       false,
		" parsers show points @.":                  false, // sentences begin with a capital
		" @ propose a parser. A parser for Dutch.": false, // one sentence
		" @ propose word parsers.":                 false, // a part of a compound
		" @ propose a parser":                      false, // no end
		" @ propose a  parser.":                    false,
		" @ propose a parser [3].":                 false,
		" @ propose a parser, .":                   false,
		" @ propose a parser ).":                   false,
	} {
		if got := accepts(w, tokensOf(b, sentence)); got != want {
			t.Errorf("%q: %t, want %t", sentence, got, want)
		}
	}
}

// A word may be put together of any pieces, as long as it becomes that word.
func TestPiecesOfAnyLengthMakeAWord(t *testing.T) {
	w, b := testWords(t, "parser", "Parser")
	var ids []int64
	for _, letter := range []byte(" Parser parser.") {
		ids = append(ids, b.bytes[letter])
	}
	if !accepts(w, ids) {
		t.Error("a sentence spelled byte by byte is refused")
	}
}

// Whatever is reached can go on: each move leads to a state that is a beginning
// of some sentence.
func TestNoMoveLeadsIntoADeadEnd(t *testing.T) {
	w, _ := testWords(t, "propose parser for Dutch naïve 3.5 3", "Parsers")
	seen := map[state]bool{}
	queue := []state{w.start()}
	for len(queue) > 0 && len(seen) < 1000 {
		s := queue[0]
		queue = queue[1:]
		if seen[s] {
			continue
		}
		seen[s] = true
		moves := w.moves(s)
		if len(moves) == 0 {
			t.Errorf("nothing follows state %d", s)
		}
		for _, m := range moves {
			if m.token != testStop {
				queue = append(queue, m.next)
			}
		}
	}
}

func TestASearchKeepsToItsGrammar(t *testing.T) {
	r := tableRules
	r.width = 4
	r.grammar = onlyTokens{1: true, 3: true, 0: true}
	beams, err := beamSearch(context.Background(), newTable(), tableFirst, r)
	if err != nil || len(beams) == 0 {
		t.Fatal(beams, err)
	}
	for _, b := range beams {
		if slices.Contains(b.ids, 2) {
			t.Errorf("%v has a token that the grammar lacks", b.ids)
		}
	}
}

// onlyTokens is a grammar of one state.
type onlyTokens map[int64]bool

func (onlyTokens) start() state { return 0 }

func (g onlyTokens) moves(state) (all []move) {
	for id := range g {
		all = append(all, move{token: id})
	}
	slices.SortFunc(all, func(a, b move) int { return int(a.token - b.token) })
	return all
}

// Texts that begin differently are searched side by side, and each beginning
// has as many as if it were alone.
func TestBeginningsAreSearchedSideBySide(t *testing.T) {
	alone := map[int64][]int64{}
	r := tableRules
	r.width = 1
	for _, begin := range []int64{1, 3} {
		r.begins = [][]int64{{begin}}
		beams, err := beamSearch(context.Background(), newTable(), tableFirst, r)
		if err != nil || len(beams) != 1 {
			t.Fatal(beams, err)
		}
		alone[begin] = beams[0].ids
	}
	r.begins = [][]int64{{1}, {3}}
	beams, err := beamSearch(context.Background(), newTable(), tableFirst, r)
	if err != nil || len(beams) != 2 {
		t.Fatal(beams, err)
	}
	for _, b := range beams {
		if !slices.Equal(b.ids, alone[b.ids[0]]) {
			t.Errorf("%v beside another, %v alone", b.ids, alone[b.ids[0]])
		}
	}
}

// bigVocabulary has as many words as a long paper.
func bigVocabulary() *draft.Vocabulary {
	var v draft.Vocabulary
	letters := "etaoinshrdlucmfwypvbgkqjxz"
	for i := range 4000 {
		word := ""
		for n := i + 37; n > 0; n /= 17 {
			word += string(letters[n%17]) + string(letters[n%5])
		}
		v.Words, v.First = append(v.Words, word), append(v.First, strings.ToUpper(word[:1])+word[1:])
	}
	return &v
}

func BenchmarkGrammar(b *testing.B) {
	bpe := testBPE(b)
	pieces, v := newPieceTrie(bpe), bigVocabulary()
	for b.Loop() {
		w := newWords(pieces, v, rules{stop: testStop, once: []int64{testMark}})
		w.moves(firstWord)
		w.moves(nextWord)
	}
}
