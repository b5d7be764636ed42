package compose

import (
	"slices"
	"strings"
	"unicode"

	"github.com/scilit-lsp/scilit-lsp/engine/english"
	"github.com/scilit-lsp/scilit-lsp/engine/syntax"
	"github.com/scilit-lsp/scilit-lsp/internal/pattern"
)

// productTitle parses a title that begins with the name of the authors' product, such as "KenLM: Faster
// queries". It returns false if the name may denote something else.
func (p *parser) productTitle(first, second string) (Statement, bool) {
	if isStudyOf(second) || !p.isProduct(first, second) {
		return Statement{}, false
	}
	st, ok := p.titlePart(second)
	if !ok {
		// A library is no topic, but may be presented under its name.
		st.topic, ok = p.topicCase(second)
		st.Weight = productWeight
		if !ok || !startsWithAny(st.topic, "a ", "an ") || !isToolNoun(headNoun(st.topic)) {
			return Statement{}, false
		}
	}
	st.predicate = "present " + first + p.purpose(&st, second)
	st.Kind, st.act = Study, ""
	return st, true
}

// isStudyOf reports whether the second part of a title calls the paper a study of the first part, as in "X: a
// review of Y".
func isStudyOf(second string) bool {
	noun := headNoun(second)
	return isReview(second) || subtitles[noun]
}

// purpose returns the second part of a product's title as it follows the name: as an apposition if it
// can be the product itself, and after "for" if it is an activity.
func (p *parser) purpose(st *Statement, second string) string {
	if st.act != "" {
		return " for " + st.act
	}
	if startsWithAny(strings.ToLower(second), "a ", "an ", "the ") {
		return ", " + st.topic
	}
	t := syntax.ParseRecent(st.topic)
	head := t.Root()
	if head != syntax.None {
		noun := t.Tokens[head].Lemma
		if t.Tokens[head].Tag == "NNS" || isToolNoun(noun) || makingTopics[noun] {
			return ", " + st.topic
		}
	}
	activity, _ := p.topicCase(second) // without the article of "a comparison"
	return " for " + activity
}

// isProduct reports whether the first part of a title is a product's name. The evidence is its spelling
// together with its version, the abstract, or the second part of the title.
func (p *parser) isProduct(first, second string) bool {
	name, version, versioned := strings.Cut(first, " ")
	if versioned && !versionNumber.MatchString(version) {
		return false
	}
	if low := strings.ToLower(name); low == name || !isName(name) && (english.IsUsuallyLower(low) || p.casing.lower[low]) {
		return false
	}
	mixed := strings.ContainsFunc(name, unicode.IsLower)
	return versioned && isName(name) && strings.ContainsAny(version, "vV.") || p.namesTool(name) || isName(name) &&
		(mixed && p.hasProduct() || startsWithAny(strings.ToLower(second), "a ", "an ") && kindNouns[headNoun(second)] != "")
}

// versionNumber matches a version such as "v10" and "2.0".
var versionNumber = pattern.MustCompile(`^[vV]?\d[\d.]*$`)

// namesTool reports whether the abstract introduces a name as that of a tool or data set.
func (p *parser) namesTool(name string) bool {
	for sentence := range strings.SplitSeq(p.abstract, ". ") {
		words := strings.Fields(sentence)
		for i, word := range words {
			if strings.Trim(word, aroundWords) == name && isIntroduced(words, i) {
				return true
			}
		}
	}
	return false
}

// isIntroduced reports whether the words near a name in a sentence call it a tool or data set.
func isIntroduced(words []string, name int) bool {
	for _, word := range words[max(0, name-2):name] {
		if b := bare(word); isToolNoun(b) || proposalVerbs[baseOf(b)] || callings[b] {
			return true
		}
	}
	after := bareWords(strings.Join(words[name+1:min(len(words), name+9)], " "))
	for i, b := range after {
		if isToolNoun(b) && (i < 2 || after[0] == "is" || after[0] == "a" || after[0] == "an") {
			return true
		}
	}
	return false
}

// callings lists the verbs with which authors name their products.
var callings = map[string]bool{"call": true, "called": true, "name": true, "named": true, "dubbed": true}

// isToolNoun reports whether a noun denotes software or data.
func isToolNoun(noun string) bool {
	class := kindNouns[noun]
	return class == "tool" || class == "data" || class == "language" || products[noun]
}

// isMade reports whether a noun denotes something that authors make.
func isMade(noun string) bool {
	return kindNouns[noun] != "" || makingTopics[noun] || studyTopics[noun] || subtitles[noun] || products[noun] ||
		means[noun] || topicVerbs[noun] == "present" || topicVerbs[noun] == "provide"
}

// makes reports whether the authors made what a title's head noun denotes, according to its kind or the abstract.
func (p *parser) makes(noun string) bool {
	if isMade(noun) || p.hasProduct() {
		return true
	}
	abstract := strings.ToLower(p.abstract)
	for _, at := range making.FindAllStringIndex(abstract, -1) {
		near, _, _ := strings.Cut(abstract[at[1]:], ".")
		if words := bareWords(near); slices.Contains(words[:min(len(words), 6)], noun) {
			return true
		}
	}
	return false
}

// making matches words before something that authors made.
var making = pattern.MustCompile(`\b(?:propos(?:e[ds]?|ing)|develop(?:s|ed)?|design(?:s|ed)?|implement(?:s|ed)?|buil[dt]s?` +
	`|construct(?:s|ed)?)\b`)

// isNoTopic reports whether a title names an edition, a series or a slogan, or lists people and things as
// titles of books do.
func isNoTopic(title string) bool { return edition.MatchString(title) || slogans.MatchString(title) }

var (
	edition = pattern.MustCompile(`(?i)\b(?:version|edition|volume|release|revision) \d` +
		`|\bthe (?:[\p{L}\d-]+ ){0,3}(?:edition|revision|report|update|yearbook)$` +
		`|\b(?:19|20)\d\d (?:[\p{L}-]+ )?(?:edition|revision|update|report|yearbook)\b`)
	slogans = pattern.MustCompile(`(?i), no(?:t|r)? |^\p{L}+, (?:the|an?) .* and (?:the|an?) `)
)

// isLabelled reports whether a topic begins with a label such as "run 13", which the abstract does not
// explain.
func (p *parser) isLabelled(topic string) bool {
	label := numbered.FindString(topic)
	plain := strings.ToLower(strings.ReplaceAll(p.abstract, "-", " "))
	return label != "" && p.abstract != "" && !strings.Contains(plain, label)
}

var numbered = pattern.MustCompile(`^\p{Ll}+ \d+\b`)
