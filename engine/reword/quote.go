package reword

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/scilit-lsp/scilit-lsp/engine/english"
	"github.com/scilit-lsp/scilit-lsp/engine/syntax"
)

// Quotation marks in a sentence. A document may replace them with its own.
const (
	Open  = "“"
	Close = "”"
)

// Limits of a quotation in words.
const (
	leastQuoted = 5
	mostQuoted  = 30
)

// phrasePenalty is the penalty for a phrase that is not a clause, predicate or object. restPenalty is
// the penalty for also quoting the rest of the sentence.
const (
	phrasePenalty = 6
	restPenalty   = 2
)

// A quotation is a constituent that may be quoted, with a penalty for its kind.
type quotation struct {
	span    syntax.Span
	penalty int
}

// quote puts quotation marks around the shortest constituent whose quotation leaves no long run of
// the paper's words outside.
func (p *Paper) quote(sentence, source string) (best Wording, ok bool) {
	if !p.Copies(sentence) {
		return Wording{Text: sentence}, true
	}
	if strings.ContainsAny(sentence, "“”\"„«»") || strings.Count(sentence, " ") > maxParsed {
		return best, false
	}
	t := newTree(sentence)
	source = strings.Join(strings.Fields(source), " ")
	least := 0
	for _, q := range t.quotations() {
		start, end := t.Bytes(q.span)
		words := len(strings.Fields(sentence[start:end]))
		if words < leastQuoted || words > mostQuoted || ok && words+q.penalty >= least {
			continue
		}
		if quoted, verbatim := t.quoted(q.span, source); verbatim && !p.Copies(quoted) {
			best, ok, least = Wording{Text: quoted, Quoted: words}, true, words+q.penalty
		}
	}
	return best, ok
}

// quoted returns the sentence with a span in quotation marks. A clause after "that" whose first word
// is capitalised in the source follows a colon instead. verbatim is false if the source does not
// contain the span.
func (t *tree) quoted(s syntax.Span, source string) (sentence string, verbatim bool) {
	start, end := t.Bytes(s)
	said := t.text[start:end]
	if isVerbatim(said, source) {
		return t.text[:start] + Open + said + Close + t.text[end:], true
	}
	first, size := utf8.DecodeRuneInString(said)
	said = string(unicode.ToUpper(first)) + said[size:]
	if s.First < 2 || t.form(s.First-1) != "that" || t.token(s.First-1).Relation != syntax.Marker ||
		s.First-2 != t.Root() || !isVerbatim(said, source) {
		return "", false
	}
	return t.text[:t.token(s.First-2).End] + ": " + Open + said + Close + t.text[end:], true
}

// isVerbatim reports whether a source contains a phrase in the same case and as whole words. The source
// must be a single line.
func isVerbatim(said, source string) bool {
	at := strings.Index(source, said)
	if at < 0 || strings.Contains(said, Mark) {
		return false
	}
	end := at + len(said)
	return (at == 0 || source[at-1] == ' ') && (end == len(source) || !isLetter(source[end]))
}

func isLetter(c byte) bool { return unicode.IsLetter(rune(c)) || unicode.IsDigit(rune(c)) || c >= 0x80 }

// quotations returns the constituents that may be quoted: clauses after "that", predicates,
// objects, and phrases after a preposition or "to". Each quotation ends at the end of a
// constituent.
func (t *tree) quotations() (all []quotation) {
	if t.Truncated {
		return nil
	}
	for i := range t.Tokens {
		if t.isConstituent(i) {
			all = append(all, t.quotationsOf(i)...)
		}
	}
	if t.authors == syntax.None && t.end > 1 {
		all = append(all, t.quotable(t.Root(), 0, t.end, phrasePenalty)...)
	}
	return all
}

// quotable returns the span of a constituent if it may be quoted. The span must not contain a word
// on which the constituent depends.
func (t *tree) quotable(head, first, last, penalty int) []quotation {
	span := syntax.Span{First: first, Last: last}
	inList := t.token(head).Tag.IsNoun() && t.form(last+1) == ","
	if first < 0 || last-first < 2 || inList || !t.mayEnd(last) && !t.endsConjunct(span) || !t.isBalanced(span) ||
		span.Contains(t.authors) || t.hasWord(span, persons) || t.cutsName(first) {
		return nil
	}
	if t.token(head).Tag.IsNoun() && (t.hasAside(span) || t.hasLooseVerb(span) || t.splitsPair(span)) {
		return nil
	}
	for i := t.token(head).Head; i != syntax.None; i = t.token(i).Head {
		if i >= first {
			return nil
		}
	}
	return []quotation{{span, penalty}}
}

// hasAside reports whether a noun phrase contains ", which", whose antecedent may precede the phrase.
func (t *tree) hasAside(s syntax.Span) bool {
	return anyIn(s.First+1, s.Last, func(i int) bool { return t.form(i) == "which" && t.form(i-1) == "," })
}

// cutsName reports whether a capitalised word at the start of a quotation may belong to a name that
// begins before it, as in "van der Waals".
func (t *tree) cutsName(first int) bool {
	return first > 0 && t.token(first).Form != t.form(first) && t.token(first-1).Tag.IsNoun()
}

// splitsPair reports whether a preposition follows a coordinated phrase, since its phrase may modify only
// the last part.
func (t *tree) splitsPair(s syntax.Span) bool {
	return describing[t.form(s.Last+1)] && anyIn(s.First, s.Last, func(i int) bool { return t.tag(i) == "CC" })
}

var describing = map[string]bool{"with": true, "for": true, "from": true, "between": true}

// hasLooseVerb reports whether a noun phrase contains a finite verb that no word introduces, so
// that the verb may belong to a clause around the phrase.
func (t *tree) hasLooseVerb(s syntax.Span) bool {
	opened := false
	for i := s.First; i <= s.Last; i++ {
		switch {
		case t.tag(i) == "WDT" || t.tag(i) == "WP" || t.tag(i) == "WRB" || subordinate[t.form(i)] || t.form(i) == "that":
			opened = true
		case t.token(i).Tag.IsFinite() && !opened:
			return true
		}
	}
	return false
}

// quotationsOf returns the quotations of a constituent, with and without the rest of the sentence. The
// rest may not contain the verb of a noun that the constituent describes.
func (t *tree) quotationsOf(i int) (all []quotation) {
	first, last := t.Subtree(i).First, min(t.Subtree(i).Last, t.end)
	add := func(first, penalty int) {
		all = append(all, t.quotable(i, first, last, penalty)...)
		if last < t.end && !t.mayPrecedeVerb(i) {
			all = append(all, t.quotable(i, first, t.end, penalty+restPenalty)...)
		}
	}
	switch {
	case t.Is(i, syntax.ClausalComp):
		if that := t.Child(i, syntax.Marker); that == first && t.form(that) == "that" {
			add(that+1, 0)
		}
		add(t.predicateStart(i), 0)
	case t.Is(i, syntax.RootRelation) && t.authors == syntax.None:
		add(t.predicateStart(i), 0)
	case t.Is(i, syntax.RelativeClause):
		add(t.predicateStart(i), 2)
	case t.Is(i, syntax.DirectObject, syntax.Attribute) && t.startsPhrase(i):
		add(first, 2)
	case t.Is(i, syntax.OpenComp, syntax.AdverbialClause) && t.tag(i) == "VB" && t.form(first) == "to" && first == i-1 &&
		t.isInfinitive(i):
		add(i, 1)
	case t.Is(i, syntax.PrepObject) && t.token(i).Head == first-1 && t.form(first-1) != "to" && t.tag(i) != "CD" &&
		!t.mayDescribeMore(syntax.Span{First: first, Last: last}) && !t.isSpread(first, last):
		// The rest of the sentence may modify a word before the phrase.
		all = append(all, t.quotable(i, first, last, phrasePenalty)...)
	}
	return all
}

// mayPrecedeVerb reports whether a constituent is the object of a clause that describes a noun and ends before
// the sentence, so that the verb of this noun may follow.
func (t *tree) mayPrecedeVerb(i int) bool {
	verb := t.token(i).Head
	return t.token(i).Tag.IsNoun() && t.Is(verb, syntax.AdnominalClause, syntax.RelativeClause) &&
		t.Subtree(verb).Last < t.end
}

// mayDescribeMore reports whether a phrase contains a clause, or a modifier after a comma, that may
// describe a noun before the phrase.
func (t *tree) mayDescribeMore(s syntax.Span) bool {
	return anyIn(s.First, s.Last, func(i int) bool {
		form, next := t.form(i), t.tag(i+1)
		return form == "that" || form == "which" ||
			form == "," && (next == "IN" || next == "VBN" || next == "VBG" || next == "RB")
	})
}

var persons = english.Set("persons of a paper")

// isSpread reports whether a phrase after a preposition contains a comma or a verb, so that its end may
// belong to a word before the phrase.
func (t *tree) isSpread(first, last int) bool {
	return anyIn(first, last, func(i int) bool {
		return t.form(i) == "," || t.tag(i) == "VB" || t.token(i).Tag.IsFinite()
	})
}

// isConstituent reports whether a token is a verb or a noun.
func (t *tree) isConstituent(i int) bool {
	return t.token(i).Tag.IsVerb() || t.tag(i) == "NN" || t.tag(i) == "NNS" || t.Is(i, syntax.ClausalComp)
}

// mayEnd reports whether a quotation may end after a token.
func (t *tree) mayEnd(i int) bool {
	if t.closes(i+1) || t.form(i+1) == ")" {
		return true
	}
	return t.tag(i+1) == "IN" && t.form(i+1) != "of" || t.tag(i+1) == "WDT"
}

// endsConjunct reports whether a conjunction that joins larger constituents follows a span.
func (t *tree) endsConjunct(s syntax.Span) bool {
	next := s.Last + 1
	return t.tag(next) == "CC" && t.token(next).Head != syntax.None && !s.Contains(t.token(next).Head) &&
		next < t.end && t.token(next+1).Tag.IsFinite()
}

// startsPhrase reports whether a noun phrase directly follows a verb, and begins with a determiner or
// follows the verb that governs it.
func (t *tree) startsPhrase(noun int) bool {
	first := t.Subtree(noun).First
	before := t.token(first - 1)
	if first == 0 || first-1 < t.token(noun).Head || !before.Tag.IsVerb() || before.Form != before.Norm {
		return false
	}
	return t.tag(first) == "DT" || t.token(noun).Head == first-1
}

// subordinate holds words that introduce a clause before the main clause.
var subordinate = english.Set("subordinate openings")

// predicateStart returns the first token of a predicate if its subject ends right before it, or
// syntax.None.
func (t *tree) predicateStart(verb int) int {
	subject := t.Subject(verb)
	if subject == syntax.None || !t.Dominates(verb, subject) || subject > verb || t.Is(subject, syntax.Expletive) ||
		!t.token(subject).Tag.IsNoun() && !t.token(subject).Tag.IsPronoun() {
		return syntax.None
	}
	if before := t.Subtree(subject).First - 1; before >= 0 && subordinate[t.form(before)] {
		return syntax.None
	}
	first := t.Subtree(subject).Last + 1
	finite := t.Finite(verb)
	if finite == syntax.None || first > finite {
		return syntax.None
	}
	for k := first; k < finite; k++ {
		if t.tag(k) != "RB" || t.token(k).Head != verb {
			return syntax.None
		}
	}
	return first
}
