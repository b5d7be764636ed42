package compose

import (
	"strings"
)

// Bounds of a quotation. Unit: words.
const (
	leastQuoted = 4
	mostQuoted  = 22
)

// Quote returns the sentence with its longest run of the paper's words in quotation marks. ok is
// false if that is too long, is not verbatim, or leaves other long runs.
func (r *Rewriter) Quote(sentence string) (quoted string, ok bool) {
	if strings.ContainsAny(sentence, "“”\"") {
		return "", false
	}
	run := r.paper.Longest(sentence)
	said := sentence[run.Text.Start:run.Text.End]
	if run.Words < longestRun || said != r.paper.Text(run.Source) {
		return "", false
	}
	clause := said
	if before, after, found := strings.Cut(said, " that "); found && countWords(before) < 3 {
		clause = after
	}
	if strings.HasSuffix(strings.TrimRight(sentence[:run.Text.Start], " "), Mark) {
		_, clause, _ = strings.Cut(clause, " ") // the verb of the authors is not theirs
	}
	start := run.Text.End - len(withoutOpeningWords(clause))
	said = sentence[start:run.Text.End]
	if n := countWords(said); n < leastQuoted || n > mostQuoted || endsOpen(said) || !isClosed(said) {
		return "", false
	}
	quoted = sentence[:start] + "“" + said + "”" + sentence[run.Text.End:]
	return quoted, !r.Copies(quoted) && isWhole(sentence)
}

// withoutOpeningWords drops function words at the start of a phrase.
func withoutOpeningWords(s string) string {
	for {
		first, rest, found := strings.Cut(s, " ")
		if !found || !closedClass[strings.ToLower(first)] {
			return s
		}
		s = rest
	}
}

// endsOpen reports whether a phrase ends in a function word.
func endsOpen(s string) bool {
	words := bareWords(s)
	return closedClass[words[len(words)-1]]
}
