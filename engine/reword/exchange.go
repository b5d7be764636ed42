package reword

import (
	"slices"
	"strings"

	"github.com/scilit-lsp/scilit-lsp/engine/english"
	"github.com/scilit-lsp/scilit-lsp/engine/syntax"
)

// An exchange replaces a word or phrase with another of the same meaning.
type exchange struct {
	from, to string
	// words are words that the left side governs or that are next to it. One of them must occur or,
	// if excluded is set, none of them may.
	words    map[string]bool
	excluded bool
	after    map[string]bool // one of these words must follow
	before   map[string]bool // one of these words must precede
	without  map[string]bool // none of these words may precede
	verbs    map[string]bool // one of these verbs must have the noun as its object
	be       bool            // whether an adjective must be predicative
}

// allows reports whether a word may occur next to the exchanged word.
func (x *exchange) allows(word string) bool {
	return len(x.words) == 0 || x.words[word] != x.excluded
}

// exchanges maps the first word of each left side to its exchanges, longest first.
type exchanges map[string][]*exchange

func readExchanges(list string) exchanges {
	all := make(exchanges)
	for _, row := range english.Rows(list) {
		x := &exchange{from: row[0], to: row[1]}
		if len(row) > 2 {
			x.readContext(row[2])
		}
		first, _, _ := strings.Cut(x.from, " ")
		all[first] = append(all[first], x)
	}
	for _, list := range all {
		slices.SortStableFunc(list, func(a, b *exchange) int {
			return strings.Count(b.from, " ") - strings.Count(a.from, " ")
		})
	}
	return all
}

// readContext parses the third column of a list. "after:", "before:" and "without:" list words next
// to the left side, and "verb:" lists verbs whose object is the noun. "predicative" requires a form
// of "be". Other words are those that the left side governs or, with a hyphen, must not govern.
func (x *exchange) readContext(column string) {
	for part := range strings.SplitSeq(column, ";") {
		part = strings.TrimSpace(part)
		name, words, named := strings.Cut(part, ":")
		set := func(s string) map[string]bool {
			all := make(map[string]bool)
			for word := range strings.FieldsSeq(s) {
				all[word] = true
			}
			return all
		}
		switch {
		case part == "":
		case part == "predicative":
			x.be = true
		case named && name == "after":
			x.after = set(words)
		case named && name == "before":
			x.before = set(words)
		case named && name == "without":
			x.without = set(words)
		case named && name == "verb":
			x.verbs = set(words)
		default:
			bare, excluded := strings.CutPrefix(part, "-")
			x.words, x.excluded = set(bare), excluded
		}
	}
}

var (
	objectVerbs     = readExchanges("exchange verbs with object")
	clauseVerbs     = readExchanges("exchange verbs with clause")
	prepVerbs       = readExchanges("exchange verbs with preposition")
	infinitiveVerbs = readExchanges("exchange verbs with infinitive")
	participles     = readExchanges("exchange participles")
	nouns           = readExchanges("exchange nouns")
	adjectives      = readExchanges("exchange adjectives")
	adverbs         = readExchanges("exchange adverbs")
	phrases         = readExchanges("exchange phrases")
)

// exchanged returns the exchanges of the words that begin at a token.
func (t *tree) exchanged(i int) (all []edit) {
	if i > t.end || t.isFixed(i) {
		return nil
	}
	tag := t.token(i).Tag
	all = t.literal(all, phrases, i)
	switch {
	case tag.IsVerb() && tag != "MD":
		all = t.exchangedVerb(all, i)
	case tag == "NN" || tag == "NNS":
		all = t.exchangedNoun(all, i)
	case tag.IsAdjective():
		all = t.exchangedAdjective(all, i)
	case tag.IsAdverb():
		all = t.literal(all, adverbs, i)
	}
	return all
}

// isFixed reports whether a token is part of a name or of a word with hyphens.
func (t *tree) isFixed(i int) bool {
	return t.token(i).Form != t.token(i).Norm && i > 0 || t.isHyphen(i-1) || t.isHyphen(i+1)
}

func (t *tree) isHyphen(i int) bool {
	return t.form(i) == "-" || t.form(i) == "–" || t.form(i) == "/"
}

// literal adds the exchanges of word sequences that occur literally in a list.
func (t *tree) literal(all []edit, from exchanges, i int) []edit {
	for _, x := range from[t.form(i)] {
		last := t.matches(x.from, i)
		if last < 0 || last >= t.end || t.isHyphen(last+1) || !t.stands(x, i, last) ||
			strings.Contains(x.from, " and ") && t.hasForm("respectively") || t.losesOf(x, last+1) {
			continue
		}
		all = t.appendReplacement(all, i, last, x.to)
	}
	return all
}

// losesOf reports whether an exchange leaves a quantifier before a determiner, as in "many the trees" for
// "a large number of the trees".
func (t *tree) losesOf(x *exchange, next int) bool {
	tag := t.tag(next)
	return (tag == "DT" || tag == "PRP$" || tag == "PDT") && strings.HasSuffix(x.from, " of") &&
		quantifiers[x.to[strings.LastIndexByte(x.to, ' ')+1:]]
}

var quantifiers = english.Set("quantifiers without of")

// matches returns the last token of a phrase that begins at a token, or -1.
func (t *tree) matches(phrase string, i int) int {
	for word := range strings.FieldsSeq(phrase) {
		if t.form(i) != word {
			return -1
		}
		i++
	}
	return i - 1
}

// stands reports whether the words next to a range permit an exchange.
func (t *tree) stands(x *exchange, first, last int) bool {
	return (len(x.after) == 0 || x.after[t.form(last+1)]) && (len(x.before) == 0 || x.before[t.form(first-1)]) &&
		!x.without[t.form(first-1)]
}

// appendReplacement appends the replacement of a range, unless the sentence already contains one of the
// replacement's main words.
func (t *tree) appendReplacement(all []edit, first, last int, to string) []edit {
	longest := ""
	for word := range strings.FieldsSeq(to) {
		if len(word) > 4 && t.hasWordBut(word, first, last) {
			return all
		}
		if len(word) > max(4, len(longest)) {
			longest = word
		}
	}
	if first == 0 {
		return all
	}
	e := t.withArticle(t.replace(first, last, to, functionCost), first, to)
	e.word = longest
	return append(all, e)
}

// hasWordBut reports whether a word or an inflected form of it occurs outside a range.
func (t *tree) hasWordBut(word string, first, last int) bool {
	stem := word[:max(4, len(word)-2)]
	return anyIn(0, len(t.Tokens)-1, func(i int) bool {
		return (i < first || i > last) && strings.HasPrefix(t.form(i), stem)
	})
}

// withArticle extends a replacement to the preceding "a" or "an" if the article has to change.
func (t *tree) withArticle(e edit, first int, to string) edit {
	article := t.form(first - 1)
	if article != "a" && article != "an" || t.token(first-1).Form != article {
		return e
	}
	if other := english.Indefinite(to); other != article {
		e.parts[0].start, e.parts[0].text = t.token(first-1).Start, other+" "+to
	}
	return e
}

// exchangedVerb adds the exchanges permitted by the complement of a verb.
func (t *tree) exchangedVerb(all []edit, i int) []edit {
	if t.tag(i) == "VBN" {
		before := len(all)
		if t.Is(i-1, syntax.PassiveAuxiliary) || t.token(max(i-1, 0)).Tag.IsNoun() {
			all = t.literal(all, participles, i)
		}
		if len(all) > before {
			return all
		}
	}
	if t.tag(i) == "VBZ" && (t.token(i-1).Tag.IsAdjective() || t.tag(i-1) == "DT") {
		return all // a noun in -s that the parser mistook for a verb
	}
	if t.Child(i, syntax.Particle, syntax.IndirectObject, syntax.ObjectPredicate) != syntax.None ||
		t.Is(i, syntax.AdjectiveMod, syntax.Auxiliary, syntax.PassiveAuxiliary, syntax.Preposition) {
		return all
	}
	lemma := t.token(i).Lemma
	object, clause := t.objectOf(i), t.Child(i, syntax.ClausalComp)
	infinitive := t.Child(i, syntax.OpenComp)
	switch {
	case clause > i && object == syntax.None:
		for _, x := range clauseVerbs[lemma] {
			all = t.inflected(all, i, i, x.to)
		}
	case infinitive > i+1 && t.form(i+1) == "to" && object == syntax.None:
		for _, x := range infinitiveVerbs[lemma] {
			all = t.inflected(all, i, i, x.to)
		}
	case object != syntax.None && clause == syntax.None && infinitive == syntax.None:
		for _, x := range objectVerbs[lemma] {
			if x.allows(t.token(object).Lemma) {
				all = t.inflected(all, i, i, x.to)
			}
		}
		all = t.verbSynonyms(all, i, t.token(object).Lemma)
	case object == syntax.None && clause == syntax.None:
		all = t.exchangedPrep(all, i)
	}
	return all
}

// objectOf returns the object of a verb. For a passive it is the subject, and for a participle the
// noun modified by the participle.
func (t *tree) objectOf(i int) int {
	if k := t.Child(i, syntax.DirectObject, syntax.PassiveSubject); k != syntax.None {
		return k
	}
	if t.tag(i) == "VBN" && t.Is(i, syntax.AdnominalClause) && t.token(i).Head < i {
		return t.token(i).Head
	}
	return syntax.None
}

// exchangedPrep adds the exchanges of a verb and the preposition after it.
func (t *tree) exchangedPrep(all []edit, i int) []edit {
	perfect := t.tag(i) == "VBN" && t.token(t.Child(i, syntax.Auxiliary)).Lemma == "have"
	if t.IsPassive(i) || t.tag(i) == "VBN" && !perfect || !t.Is(i+1, syntax.Preposition) {
		return all
	}
	if t.tag(i) == "VBZ" && t.Subject(i) == syntax.None && !t.Is(i, syntax.Conjunct) {
		return all // a noun in -s that the parser mistook for a verb, as in "report results in"
	}
	object := t.Child(i+1, syntax.PrepObject)
	for _, x := range prepVerbs[t.token(i).Lemma] {
		_, preposition, _ := strings.Cut(x.from, " ")
		if preposition == t.form(i+1) && (len(x.words) == 0 || object != syntax.None && x.allows(t.token(object).Lemma)) {
			all = t.inflected(all, i, i+1, x.to)
		}
	}
	return all
}

// inflected adds the replacement of a verb. The first word of the replacement gets the verb's form.
func (t *tree) inflected(all []edit, first, last int, to string) []edit {
	verb, rest, _ := strings.Cut(to, " ")
	switch t.tag(first) {
	case "VBZ":
		verb = english.Third(verb)
	case "VBD":
		verb = english.Past(verb)
	case "VBN":
		verb = english.Participle(verb)
	case "VBG":
		verb = english.Gerund(verb)
	}
	return t.appendReplacement(all, first, last, strings.TrimSpace(verb+" "+rest))
}

// exchangedNoun adds the exchanges of a noun that is not part of a compound.
func (t *tree) exchangedNoun(all []edit, i int) []edit {
	if t.Is(i, syntax.Compound) || t.Child(i, syntax.Compound, syntax.NounMod) != syntax.None ||
		t.token(max(i-1, 0)).Tag.IsNoun() || i < t.end && t.token(i+1).Tag.IsNoun() || t.repeats(i) || t.kept[t.form(i)] {
		return all
	}
	for _, x := range nouns[t.token(i).Lemma] {
		governor := t.token(i).Head
		if t.stands(x, i, i) && (len(x.verbs) == 0 || governor != syntax.None && x.verbs[t.token(governor).Lemma]) {
			all = t.appendReplacement(all, i, i, t.numbered(i, x.to))
		}
	}
	return t.nounSynonyms(all, i)
}

// repeats reports whether the lemma of a token occurs again in the sentence.
func (t *tree) repeats(i int) bool {
	return anyIn(0, len(t.Tokens)-1, func(k int) bool { return k != i && t.token(k).Lemma == t.token(i).Lemma })
}

// numbered returns a replacement in the number of a noun. It inflects the last word.
func (t *tree) numbered(i int, to string) string {
	if !t.isPlural(i) {
		return to
	}
	last := strings.LastIndexByte(to, ' ') + 1
	return to[:last] + english.Plural(to[last:])
}

// exchangedAdjective adds the exchanges of an adjective.
func (t *tree) exchangedAdjective(all []edit, i int) []edit {
	if len(t.Children(i)) > 0 || t.kept[t.form(i)] {
		return all
	}
	for _, x := range adjectives[t.form(i)] {
		if x.be {
			if t.Is(i, syntax.AdjectiveComp) && t.stands(x, i, i) {
				all = t.appendReplacement(all, i, i, x.to)
			}
			continue
		}
		noun := t.token(i).Head
		if t.Is(i, syntax.AdjectiveMod) && noun > i && x.allows(t.token(noun).Lemma) && t.stands(x, i, i) {
			all = t.appendReplacement(all, i, i, x.to)
		}
	}
	return t.adjectiveSynonyms(all, i)
}
