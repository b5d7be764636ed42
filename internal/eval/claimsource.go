package eval

import (
	"regexp"
	"slices"
	"strings"

	"github.com/scilit-lsp/scilit-lsp/engine"
	"github.com/scilit-lsp/scilit-lsp/engine/text"
)

// True claims come from the abstract, from the paper's introduction and conclusion, and from real
// citing sentences. Sentences from outside the abstract are used only if their words suggest that
// the abstract makes the same statement.

// Limits on the sentences. agreement is the minimum share of a sentence's content words that must
// occur in the title or the abstract.
const (
	agreement    = 0.75
	fewestStems  = 6
	maxStems     = 30
	maxConcluded = 2
)

var (
	numbers  = regexp.MustCompile(`\d+(?:[.,]\d+)*`)
	acronym  = regexp.MustCompile(`\b\p{L}*\p{Lu}\p{L}*[\p{Lu}\d][\p{L}\d-]*\b`)
	ownWork  = regexp.MustCompile(`(?i)\b(?:we|us|our|ours|this (?:paper|work|article|study|section)|here|i|my|above|below)\b`)
	concerns = regexp.MustCompile(`(?i)\b(?:section|table|figure|fig|future work|equation|e\.g|i\.e|appendix|footnote|hypothes\w*|expect|hope|plan|believe)\b`)
)

// agrees reports whether the title and the abstract contain most content words of s, and all of its
// numbers, acronyms and names.
func (m *claimMaker) agrees(s string) bool {
	about := m.p.Title + ". " + m.p.Abstract
	has := termSet(about)
	stems := text.Terms(text.WithoutCiteMarks(s))
	if len(stems) < fewestStems || len(stems) > maxStems {
		return false
	}
	found := countIn(stems, has, reportStems)
	plain := text.WithoutCiteMarks(s)
	for _, mark := range slices.Concat(anyNumber.FindAllString(plain, -1), acronym.FindAllString(plain, -1),
		namesIn(plain)) {
		if !strings.Contains(strings.ToLower(about), strings.ToLower(mark)) {
			return false
		}
	}
	return found >= agreement*float64(len(stems)) && m.together(stems) >= togetherFrom*float64(len(stems))
}

// togetherFrom is the minimum share of a sentence's content words that must occur in one sentence
// of the abstract, or in two sentences together.
const togetherFrom = 0.65

// together returns the largest number of the stems that occur in any two sentences, chosen from the
// title and the abstract.
func (m *claimMaker) together(stems []string) (most float64) {
	sources := []map[string]bool{termSet(m.p.Title)}
	for _, s := range abstractSentences(m.p) {
		sources = append(sources, termSet(s))
	}
	for i := range sources {
		for j := range sources[:i+1] {
			most = max(most, countIn(stems, sources[i], sources[j], reportStems))
		}
	}
	return most
}

// countIn returns the number of stems that are in at least one of the sets.
func countIn(stems []string, sets ...map[string]bool) (count float64) {
	for _, stem := range stems {
		count += oneIf(slices.ContainsFunc(sets, func(set map[string]bool) bool { return set[stem] }))
	}
	return count
}

var reportStems = termSet(`present propose describe introduce investigate explore study report discuss demonstrate develop evaluate
	provide argue use apply show find observe suggest work paper approach method author`)

// conclusions returns first-person sentences from the introduction, the summary or the conclusion.
// It rewrites them in the third person.
func (m *claimMaker) conclusions() (all []string) {
	said := make(map[string]bool)
	for _, s := range abstractSentences(m.p) {
		said[text.FoldedWords(s)] = true
	}
	for _, section := range m.p.Body {
		title := strings.ToLower(section.Title)
		if !strings.Contains(title, "conclu") && !strings.Contains(title, "introduction") &&
			!strings.Contains(title, "summary") {
			continue
		}
		for _, paragraph := range section.Paragraphs {
			for _, s := range paragraph {
				if len(all) == maxConcluded {
					return all
				}
				if statement, ok := m.concluded(s); ok && !said[text.FoldedWords(s.Text)] {
					all = append(all, statement)
				}
			}
		}
	}
	return all
}

func (m *claimMaker) concluded(s engine.Sentence) (string, bool) {
	if len(s.Cites) > 0 || concerns.MatchString(s.Text) || !m.agrees(s.Text) || m.copied(s.Text) {
		return "", false
	}
	return thirdPerson(s.Text)
}

// copied reports whether one sentence of the abstract contains all words of s.
func (m *claimMaker) copied(s string) bool {
	stems := text.Terms(s)
	return slices.ContainsFunc(abstractSentences(m.p), func(source string) bool {
		return countIn(stems, termSet(source)) == float64(len(stems))
	})
}

var citationText = regexp.MustCompile(`\(?(?:\p{Lu}[\p{L}'-]+(?:(?:,| and| &)? \p{Lu}[\p{L}'-]+)*(?: et al\.?,?)?,? ?\(?(?:19|20)\d\d[a-z]?\)?)(?:'s)?\)?|\[CITE\]|\[\d[\d, –-]*\]`)

// citingStatement replaces the citation in a real citing sentence with [CITE]. It rejects sentences
// that contain several citations or are about the author's own work.
func citingStatement(s string) (string, bool) {
	marks := citationText.FindAllStringIndex(s, -1)
	if len(marks) != 1 || ownWork.MatchString(s) || concerns.MatchString(s) {
		return "", false
	}
	s = s[:marks[0][0]] + text.CiteMark + s[marks[0][1]:]
	if first := s[0]; first != '[' && (first < 'A' || first > 'Z') || !strings.HasSuffix(s, ".") ||
		len(text.Sentences(s)) != 1 {
		return "", false
	}
	return s, true
}
