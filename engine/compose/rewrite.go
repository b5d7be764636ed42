package compose

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/scilit-lsp/scilit-lsp/engine/copying"
	"github.com/scilit-lsp/scilit-lsp/engine/syntax"
)

// A Rewriter says statements of a paper in other words. It is safe for concurrent use.
type Rewriter struct{ paper *copying.Source }

// NewRewriter returns a rewriter that repeats no long run of the words of a paper.
func NewRewriter(paper *copying.Source) *Rewriter { return &Rewriter{paper} }

// longestRun is the number of words from which a run of the paper is copied.
const longestRun = 8

// Bounds and weights of the search for a wording. Unit of weights: a replaced word.
const (
	maxEdits    = 14
	runWeight   = 4.0  // per word of a run beyond the longest that is allowed
	wordWeight  = 0.35 // per word beyond the comfortable length
	briefWords  = 22   // the comfortable length
	leastWorth  = 0.05 // by which an edit has to improve the sentence
	leastWords  = 11   // shorter sentences say too little
	leastBroken = 6    // words of a run from which more changes pay
)

// Rewrite returns the sentence with other words, order and length, so that it repeats as few long runs
// of the paper's words as possible. ok is false if such a run remains.
func (r *Rewriter) Rewrite(sentence string) (rewritten string, ok bool) {
	t := parseTree(sentence)
	all, least := t.edits(), min(leastWords, countWords(sentence))
	chosen, best := []edit(nil), r.cost(sentence, 0)
	for len(chosen) < maxEdits {
		next, cost := -1, best-leastWorth
		for i, e := range all {
			if slices.ContainsFunc(chosen, e.touches) || repeatsWord(chosen, e) {
				continue
			}
			if c := r.cost(t.apply(append(chosen, e)), least) + costOf(chosen) + e.cost; c < cost {
				next, cost = i, c
			}
		}
		if next < 0 {
			break
		}
		chosen, best = append(chosen, all[next]), cost
	}
	rewritten = t.apply(chosen)
	if countWords(rewritten) < least-2 || !isWhole(rewritten) {
		rewritten = sentence
	}
	return rewritten, !r.Copies(rewritten)
}

// isWhole reports whether a sentence has a subject and a finite verb, in its clauses with "that" too.
func isWhole(sentence string) bool {
	t := parseTree(sentence)
	for _, c := range t.Clauses() {
		switch {
		case c.Kind == syntax.MainClause && (c.Finite < 0 && !t.isAuthors(c.Subject) || c.Subject < 0):
			return false
		case c.Kind == syntax.ComplementClause && c.Marker >= 0 && t.Tokens[c.Marker].Norm == "that" &&
			(c.Finite < 0 || c.Subject < 0):
			return false
		}
	}
	return true
}

// isAuthors reports whether a token is the citation as a subject.
func (t tree) isAuthors(i int) bool { return i >= 0 && i == t.authors }

// Copies reports whether a sentence repeats a long run of the paper's words outside quotation marks.
func (r *Rewriter) Copies(sentence string) bool { return len(r.paper.Runs(sentence, longestRun)) > 0 }

// cost returns the cost of the copied runs and of the length of a sentence, which should have least
// words.
func (r *Rewriter) cost(sentence string, least int) (cost float64) {
	for _, run := range r.paper.Runs(sentence, leastBroken) {
		if n := run.Words; n >= longestRun {
			cost += runWeight * float64(n-longestRun+1)
		} else {
			cost += wordWeight * float64(n-leastBroken)
		}
	}
	n := countWords(sentence)
	return cost + wordWeight*float64(max(0, n-briefWords)) + runWeight*float64(max(0, least-n))
}

func costOf(all []edit) (cost float64) {
	for _, e := range all {
		cost += e.cost
	}
	return cost
}

// repeatsWord reports whether an edit writes the same word as another.
func repeatsWord(chosen []edit, e edit) bool {
	return e.word != "" && slices.ContainsFunc(chosen, func(other edit) bool { return other.word == e.word })
}

// An edit replaces parts of a sentence.
type edit struct {
	parts []part
	cost  float64
	word  string // the word that it writes, or ""
}

// A part is a range of bytes and its replacement.
type part struct {
	start, end int
	text       string
}

func (e edit) touches(other edit) bool {
	for _, a := range e.parts {
		for _, b := range other.parts {
			if a.start < b.end && b.start < a.end || a.start == b.start {
				return true
			}
		}
	}
	return false
}

// apply returns the sentence with edits that do not overlap.
func (t tree) apply(edits []edit) string {
	var parts []part
	for _, e := range edits {
		parts = append(parts, e.parts...)
	}
	slices.SortFunc(parts, func(a, b part) int { return a.start - b.start })
	var out strings.Builder
	at := 0
	for _, p := range parts {
		if p.start < at {
			continue
		}
		out.WriteString(t.text[at:p.start])
		out.WriteString(p.text)
		at = p.end
	}
	out.WriteString(t.text[at:])
	s := t.tidy(out.String())
	if strings.HasSuffix(t.text, ".") && !strings.HasSuffix(s, ".") {
		s += "."
	}
	return s
}

// tidy repairs blanks, punctuation and articles after edits.
func (t tree) tidy(s string) string {
	s = strings.Join(strings.Fields(s), " ")
	for _, pair := range [][2]string{{" ,", ","}, {" .", "."}, {",,", ","}, {",.", "."}, {" ;", ";"}, {";.", "."}, {" and and ", " and "}} {
		s = strings.ReplaceAll(s, pair[0], pair[1])
	}
	words := strings.Split(s, " ")
	for i := range len(words) - 1 {
		article := strings.ToLower(words[i])
		if article != "a" && article != "an" || strings.Contains(t.text, words[i]+" "+words[i+1]) {
			continue
		}
		fixed := "a"
		if startsWithVowel(words[i+1]) {
			fixed = "an"
		}
		words[i] = words[i][:1] + fixed[1:]
	}
	s = strings.Join(words, " ")
	if first, size := utf8.DecodeRuneInString(s); unicode.IsLower(first) && startsUpper(t.text) {
		s = string(unicode.ToUpper(first)) + s[size:]
	}
	return s
}

func startsUpper(s string) bool {
	first, _ := utf8.DecodeRuneInString(s)
	return unicode.IsUpper(first)
}

// startsWithVowel reports whether a word is spoken with a vowel first, by its spelling.
func startsWithVowel(word string) bool {
	low := strings.ToLower(word)
	return low != "" && strings.ContainsAny(low[:1], "aeiou") &&
		!startsWithAny(low, "use", "usa", "uni", "one", "once", "eu", "uti", "ubi")
}
