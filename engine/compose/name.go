package compose

import (
	"slices"
	"strings"
	"unicode"

	"github.com/scilit-lsp/scilit-lsp/engine/english"
	"github.com/scilit-lsp/scilit-lsp/internal/pattern"
)

// A name is a paper's name for its own model, data set or tool.
type name struct{ text, noun, class string }

// findNames returns the names introduced by a work.
func findNames(w Work) []name {
	var names []name
	if subject := subjectOf(w.Title); subject != "" {
		_, rest, _ := strings.Cut(w.Title, ": ")
		names = add(names, subject, headNoun(rest))
	}
	for _, s := range w.Abstract {
		if len(s.Text) > maxSentence || !mayName.MatchString(s.Text) {
			continue
		}
		for _, m := range calledName.FindAllStringSubmatch(s.Text, 3) {
			names = add(names, m[2], lastKind(m[1]))
		}
		if m := presentedName.FindStringSubmatch(s.Text); m != nil {
			names = add(names, m[1], headNoun(m[2]))
		}
		if m := bracketName.FindStringSubmatch(s.Text); m != nil {
			names = add(names, m[2], kindNear(m[1], m[3]))
		}
	}
	return names
}

var (
	titleName = pattern.MustCompile(`^([^:]{2,30}): (.+)$`)
	mayName   = pattern.MustCompile(`(?i)\b(?:call|term|name|dub|coin|denote|refer|present|introduce|propose` +
		`|develop|describe|release)`)
	calledName = pattern.MustCompile(`([^.;]{4,120}?),? (?:which )?(?:we )?(?:is )?(?:called|named|dubbed|termed` +
		`|coined|denoted|call|name|term|dub)(?: as)? ["“]?([A-Z][\w+-]*|[a-z]+[A-Z][\w+-]*)["”]?`)
	presentedName = pattern.MustCompile(`\b(?:present|introduce|propose|develop|describe|release|presents` +
		`|introduces|proposes|describes|developed)s? ([A-Z][\w+-]*(?: [A-Z0-9][\w+-]*)?` +
		`|[a-z]+[A-Z][\w+-]*)(?: \([^()]{1,30}\))?, (an? [^,.;]+)`)
	bracketName = pattern.MustCompile(`\b(?:present|introduce|propose|develop|describe|release|presents` +
		`|introduces|proposes|describes|developed)s? ([^().;]{4,140}?) \(([A-Za-z][\w+-]*[A-Z][\w+-]*)\)([^.;]{0,80})`)
)

// subjectOf returns the name before the colon of a title such as "X: a corpus of Y".
func subjectOf(title string) string {
	m := titleName.FindStringSubmatch(title)
	if m == nil ||
		!isName(m[1]) && (strings.Contains(m[1], " ") || !startsWithAny(strings.ToLower(m[2]), "a ", "an ")) {
		return ""
	}
	return m[1]
}

func add(names []name, text, noun string) []name {
	text = strings.Trim(text, " ,.\"“”'-")
	class := kindNouns[noun]
	if class == "" || strings.Contains(text, " ") && !isName(text) {
		return names
	}
	for i, n := range names {
		if n.text == text {
			return names
		}
		if n.noun == noun {
			names[i].class = "" // "our model" is ambiguous if the paper names two models
			class = ""
		}
	}
	return append(names, name{text, noun, class})
}

// isName reports whether a word is written like a name rather than like the start of a phrase.
func isName(s string) bool {
	words := strings.Fields(s)
	if len(words) == 0 || len(words) > 2 || len(s) > 30 {
		return false
	}
	upper, lower := 0, 0
	for i, r := range words[0] {
		if unicode.IsUpper(r) || unicode.IsDigit(r) && i > 0 {
			upper++
		}
		if unicode.IsLower(r) {
			lower++
		}
	}
	return upper > 1 || upper == 1 && !unicode.IsUpper([]rune(words[0])[0])
}

// headNoun returns the last noun of a phrase before its complements.
func headNoun(phrase string) string {
	last := ""
	for _, w := range strings.Fields(phrase) {
		b := bare(w)
		if specifies[b] && b != "based" {
			break
		}
		last = strings.TrimSuffix(b, "s")
		if strings.HasSuffix(w, ",") {
			break
		}
	}
	if kindNouns[last] == "" && kindNouns[last+"s"] != "" {
		return last + "s"
	}
	return last
}

// lastKind returns the last noun of a phrase that denotes a kind of thing, such as "model".
func lastKind(phrase string) string {
	words := bareWords(phrase)
	for i := len(words) - 1; i >= max(0, len(words)-14); i-- {
		if kindNouns[words[i]] != "" {
			return words[i]
		}
	}
	return ""
}

// kindNear returns the kind of thing denoted by a name, based on the text before or after the name.
func kindNear(before, behind string) string {
	if noun := headNoun(before); kindNouns[noun] != "" {
		return noun
	}
	if rest, ok := strings.CutPrefix(behind, ", "); ok {
		return headNoun(rest)
	}
	first, _, _ := strings.Cut(strings.TrimSpace(behind), " ")
	return bare(first)
}

var ownThing = pattern.MustCompile(`\b([Oo]ur|[Tt]he|[Tt]his)((?: (?:newly |new|novel|proposed|presented` +
	`|introduced|suggested|developed|resulting))*) ([a-z]+)('s|’s)?( \()?`)

// resolve replaces "our model" and "the proposed model" with the model's name if it is unambiguous.
func (p *parser) resolve(s string) string {
	s = ownName.ReplaceAllStringFunc(s, func(phrase string) string {
		m := ownName.FindStringSubmatch(phrase)
		if slices.ContainsFunc(p.names, func(n name) bool { return n.text == m[1] }) {
			return m[1] + m[2]
		}
		return phrase
	})
	return ownThing.ReplaceAllStringFunc(s, func(phrase string) string {
		m := ownThing.FindStringSubmatch(phrase)
		determiner, adjectives, noun, genitive := strings.ToLower(m[1]), m[2], m[3], m[4]
		if kindNouns[noun] == "" && kindNouns[strings.TrimSuffix(noun, "s")] == "" || m[5] != "" {
			return phrase
		}
		if determiner != "our" && !strings.Contains(adjectives, "propos") &&
			!strings.Contains(adjectives, "present") && !strings.Contains(adjectives, "introduc") {
			return phrase
		}
		if text, ok := p.nameOf(noun); ok && !strings.Contains(s, text) {
			return text + genitive
		}
		if determiner == "the" && strings.Contains(adjectives, "propos") {
			return matchCase(m[1], "our") + " " + noun + genitive
		}
		return phrase
	})
}

// ownName matches "our proposed X" without a following noun.
var ownName = pattern.MustCompile(`\b(?:[Oo]ur|[Tt]he) (?:newly |new |novel |proposed ` +
	`|presented )*(\w[\w+-]*)((?:'s|’s)?(?: (?:is|are|was|can|has|on|in|for|to|with|and|outperforms|achieves` +
	`|improves|yields|does|may|could|obtains|shows|reduces|performs)\b|[,.;:]|$))`)

// nameOf returns the name of the paper's only method, data set or tool of a kind.
func (p *parser) nameOf(noun string) (text string, ok bool) {
	for _, n := range p.names {
		if n.class == "" || n.noun != noun && (len(p.names) > 1 || generality[n.noun] == "" ||
			generality[n.noun] != generality[noun]) {
			continue
		}
		if ok {
			return "", false
		}
		text, ok = n.text, true
	}
	return text, ok
}

var generality = english.Classes("general nouns")

func matchCase(like, word string) string {
	if like[0] >= 'A' && like[0] <= 'Z' {
		return capitalised(word)
	}
	return word
}
