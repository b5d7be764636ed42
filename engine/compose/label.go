package compose

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/scilit-lsp/scilit-lsp/engine/english"
	"github.com/scilit-lsp/scilit-lsp/internal/pattern"
)

// A role is a part of a structured abstract.
type role int

const (
	unlabelled role = iota
	background
	purpose
	method
	result
	conclusion
)

// A labelledSource is a sentence with its role and its position in the paper.
type labelledSource struct {
	Source
	role     role
	position float64 // 0 for the first sentence of the abstract, close to 1 for the last
	body     bool    // whether the sentence is from the full text
	next     string  // the following sentence
}

// labels maps the labels of structured abstracts, in lower case, to roles.
var labels = func() map[string]role {
	roles := map[string]role{"background": background, "purpose": purpose, "method": method, "result": result,
		"conclusion": conclusion}
	all := make(map[string]role)
	for label, part := range english.Classes("abstract labels") {
		all[label] = roles[part]
	}
	return all
}()

var bareLabels = english.Set("bare labels")

// glued matches a full stop without a space after it.
var glued = pattern.MustCompile(`[\p{L})\]]{2}[.?!](?:\p{Lu}\p{Ll}|\p{Lu}{2,}\d* \p{Ll})`)

// split splits sources at full stops that lost the space after them.
func split(sources []Source) []Source {
	var all []Source
	for _, s := range sources {
		for len(s.Text) > 0 {
			at := glued.FindStringIndex(s.Text)
			end := len(s.Text)
			if at != nil {
				end = at[0] + strings.IndexAny(s.Text[at[0]:], ".?!") + 1
			}
			all = append(all, Source{s.Text[:end], s.Section, s.Index})
			s.Text = strings.TrimSpace(s.Text[end:])
		}
	}
	return all
}

// label assigns roles to the sentences of an abstract and removes the labels.
func label(sources []Source) []labelledSource {
	var all []labelledSource
	current := unlabelled
	for _, source := range sources {
		r, rest, found := cutLabel(source.Text)
		if found {
			if current, source.Text = r, rest; r == conclusion && len(all) == 0 {
				current = background // some journals label the importance of the work as a conclusion and put it first
			}
		}
		if strings.TrimSpace(source.Text) != "" {
			all = append(all, labelledSource{Source: source, role: current})
		}
	}
	return all
}

// maxLabel is the maximum length of a label with its punctuation, in bytes.
const maxLabel = 48

func cutLabel(s string) (r role, rest string, found bool) {
	s = strings.TrimSpace(s)
	head := s[:min(len(s), maxLabel)]
	if at := strings.IndexAny(head, ":.—–|\n"); at > 0 {
		if r, known := labels[normalLabel(head[:at])]; known {
			return r, strings.TrimLeft(s[at:], " :.—–|\n"), true
		}
	}
	words := strings.Fields(head)
	for n := min(3, len(words)-1); n > 0; n-- {
		label := strings.Join(words[:n], " ")
		name := normalLabel(label)
		_, known := labels[name]
		isBare := bareLabels[name] || known && len(label) > 3 && label == strings.ToUpper(label)
		next, _ := utf8.DecodeRuneInString(words[n])
		if isBare && unicode.IsUpper(next) && !hasFinite(words[n:n+1]) {
			return labels[name], strings.TrimSpace(s[strings.Index(s, words[n-1])+len(words[n-1]):]), true
		}
	}
	return unlabelled, s, false
}

func normalLabel(s string) string {
	s = strings.NewReplacer("/", " ", "&", "and", ",", "").Replace(strings.ToLower(s))
	return strings.Join(strings.Fields(s), " ")
}
