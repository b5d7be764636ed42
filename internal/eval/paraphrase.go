package eval

import (
	"math/rand/v2"
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/scilit-lsp/scilit-lsp/engine/draft"
)

// Sentences from abstracts are turned into citing sentences that are true but not copied. The edits
// use the third person, other reporting verbs, the other voice, a different order of clauses and
// synonyms, and drop asides.

const citeToken = "[CITE]"

// A statement is a sentence split into its parts. It reports an action or a finding of the authors.
type statement struct {
	lead string // opening phrase such as "Using X" or "To do Y"
	verb string // base form of the verb; "" for a fact
	rest string // the object, or the clause after "that"
	that bool
}

var (
	wePattern      = regexp.MustCompile(`^(?:((?:[^,;:]|\([^()]*\))+),\s+)?(?:[Ww]e|[Tt]he authors)\s+(?:also |further |then |first |finally |here |thus |therefore )?(\p{Ll}+)\s+(that\s+)?(.+)$`)
	paperPattern   = regexp.MustCompile(`^(?:In (?:this|the present) (?:paper|work|article|study), )?(?:[Tt]his|[Tt]he present|[Oo]ur) (?:paper|work|article|study|research|thesis)\s+(\p{Ll}+)\s+(that\s+)?(.+)$`)
	findingPattern = regexp.MustCompile(`^(?:Our|The|These)?\s*(?:\p{L}+\s+){0,2}?(?:[Rr]esults|[Ee]xperiments|[Ff]indings|[Ee]valuations?|[Aa]nalysis|[Aa]nalyses|[Dd]ata)\s+(?:\p{L}+\s+){0,3}?(show|demonstrate|suggest|indicate|reveal|confirm)(?:s|ed)?\s+(that\s+)(.+)$`)
	passivePattern = regexp.MustCompile(`^((?:An?|The) [^,;]{5,80}?) (?:is|was) (proposed|presented|described|introduced|developed|evaluated|investigated|studied|discussed|examined)\b(.*)$`)
	leansBack      = regexp.MustCompile(`(?i)\b(?:this|these|those|such|it|its|they|their|them|former|latter|here|above|both|he|she|his|her|which is why|however|therefore|thus|hence|moreover|furthermore|additionally)\b`)
	parenthesis    = regexp.MustCompile(`\s*\([^()]*\)`)
	trailingClause = regexp.MustCompile(`,\s+(?:which|where|thus|thereby|thereafter|allowing|making|leading|resulting|suggesting|indicating|as well as|including|while|whereas)\b[^,]*$`)
	url            = regexp.MustCompile(`https?:|www\.|@`)
)

func parseReported(s string) (statement, bool) {
	if m := findingPattern.FindStringSubmatch(s); m != nil {
		return statement{verb: m[1], that: true, rest: m[3]}, true
	}
	if m := paperPattern.FindStringSubmatch(s); m != nil {
		return statement{verb: baseOf(m[1]), that: m[2] != "", rest: m[3]}, true
	}
	if m := wePattern.FindStringSubmatch(s); m != nil {
		return statement{lead: m[1], verb: baseOf(m[2]), that: m[3] != "", rest: m[4]}, true
	}
	if m := passivePattern.FindStringSubmatch(s); m != nil {
		return statement{verb: baseOf(m[2]), rest: lowered(m[1]) + m[3]}, true
	}
	if leansBack.MatchString(s) {
		return statement{}, false
	}
	return statement{rest: lowered(s), that: true}, true
}

// baseOf returns the base form of a reporting verb, or "" for any other word.
func baseOf(verb string) string {
	for base, forms := range verbForms {
		if verb == base || strings.Contains(" "+forms+" ", " "+verb+" ") {
			return base
		}
	}
	return ""
}

// verbForms maps the base forms of reporting verbs to their third person and past tense.
var verbForms = listedPairs("verb forms", ": ")

// sameVerbs lists groups of interchangeable verbs.
var sameVerbs = listed("same verbs")

func otherVerb(verb string, random *rand.Rand) string {
	for _, group := range sameVerbs {
		if verbs := strings.Fields(group); strings.HasPrefix(group, verb+" ") {
			return verbs[random.IntN(len(verbs))]
		}
	}
	return verb
}

func past(verb string) string {
	_, form, _ := strings.Cut(verbForms[verb], " ")
	if form == "" {
		return verb + "ed"
	}
	return form
}

func participle(verb string) string {
	switch verb {
	case "show":
		return "shown"
	case "give":
		return "given"
	}
	return past(verb)
}

// paraphraseOf turns a self-contained sentence of an abstract into a true citing sentence. It
// reports whether it could.
func paraphraseOf(source, title string, random *rand.Rand) (string, bool) {
	source = strings.TrimSpace(draft.WithoutCitations(source))
	words := len(strings.Fields(source))
	if words < 8 || words > 45 || !startsCapital.MatchString(source) || !strings.HasSuffix(source, ".") ||
		strings.ContainsAny(source, ":;?\"“[]\n") || url.MatchString(source) {
		return "", false
	}
	r, ok := parseReported(strings.TrimSuffix(source, "."))
	if !ok || leansBack.MatchString(firstWords(r.rest, 4)) || leansBack.MatchString(r.lead) {
		return "", false
	}
	r.rest = reordered(compounds(shortened(r.rest, random), random), random)
	s, ok := r.said(random)
	if !ok {
		return "", false
	}
	s, _ = thirdPerson(reworded(s, random))
	if len(contentStems(s)) < fewestStems || ownWork.MatchString(s) || strings.Count(s, citeToken) != 1 {
		return "", false
	}
	return s, true
}

var startsCapital = regexp.MustCompile(`^[\p{Lu}\d]`)

func firstWords(s string, n int) string {
	words := strings.Fields(s)
	return strings.Join(words[:min(n, len(words))], " ")
}

// shortened removes asides and other optional parts, which keeps the sentence true.
func shortened(s string, random *rand.Rand) string {
	s = parenthesis.ReplaceAllString(s, "")
	if random.IntN(2) == 0 {
		s = trailingClause.ReplaceAllString(s, "")
	}
	if random.IntN(2) == 0 {
		s = hype.ReplaceAllString(s, "")
	}
	if random.IntN(2) == 0 {
		s = withoutTail(s)
	}
	return withoutModifiers(s, random)
}

// withoutTail removes the last prepositional phrase if at least eight words remain.
func withoutTail(s string) string {
	at := lastObject.FindStringIndex(s)
	if at == nil || len(strings.Fields(s[:at[0]])) < 8 || dangling.MatchString(s[:at[0]]) {
		return s
	}
	return s[:at[0]]
}

// dangling matches a sentence that ends incompletely.
var dangling = regexp.MustCompile(`\b(?:but|not|even|and|or|as|than|to|of|depending|based|that|which|both|between|is|are|was|were|such|due|used|more|less|when|accompanied|compared|respect|together|the|an?|only|rather|well|with|by|for|in|on|from|at)$`)

var (
	lastObject = regexp.MustCompile(`,? (?:in|on|for|with|from|across|under|during|over|within|without|by) [^,]{3,60}$`)
	modifier   = regexp.MustCompile(`\b\p{Ll}{3,}(?:ous|ive|able|ible|ful|ical|ary|ant|ent|wide|based|aware|ly) (\p{Ll}{4,})`)
)

// withoutModifiers removes a third of the adjectives and adverbs at random.
func withoutModifiers(s string, random *rand.Rand) string {
	return modifier.ReplaceAllStringFunc(s, func(found string) string {
		if random.IntN(3) > 0 {
			return found
		}
		_, noun, _ := strings.Cut(found, " ")
		return noun
	})
}

var (
	compound = regexp.MustCompile(`\b((?:of|for|on|in|to|from|with|improve|improves) |^)(?:the )?(\p{Ll}{4,}) (\p{Ll}+(?:tion|ment|ance|ence|sis|size|structure|quality|frequency|length|ity|ness|rate|yield|growth|content|models|system|performance|accuracy|processing|learning))((?:,| in| for| and| on| is| are| by| from| with)(?: |$)|$)`)
	genitive = regexp.MustCompile(`\b(\p{Ll}+(?:tion|ment|ance|ence|sis|size|structure|quality|frequency|length|ity|ness|rate|yield|growth|content|accuracy)) of (?:the )?(\p{Ll}{4,})(,| in| for| and| on| is| are| by|$)`)
)

// compounds rewrites some compounds, such as "text classification", as "the classification of
// text", and vice versa.
func compounds(s string, random *rand.Rand) string {
	s = genitive.ReplaceAllStringFunc(s, func(found string) string {
		m := genitive.FindStringSubmatch(found)
		if random.IntN(2) == 0 || !isContent(m[2]) {
			return found
		}
		return singular(m[2]) + " " + m[1] + m[3]
	})
	return compound.ReplaceAllStringFunc(s, func(found string) string {
		m := compound.FindStringSubmatch(found)
		if random.IntN(3) > 0 || !isContent(m[2]) || notNoun.MatchString(m[2]) || baseOf(m[2]) != "" {
			return found
		}
		return m[1] + "the " + m[3] + " of " + m[2] + m[4]
	})
}

// notNoun matches words that cannot follow "of" as a noun.
var notNoun = regexp.MustCompile(`(?:ous|ive|able|al|ful|ary|ic|ly|ed|ing|ant|ent|es|er|est|less)$|^(?:this|that|their|these|some|many|more|most|such|both|each|high|great|good|better|best|large|small|strong|robust|long|short|main|with|from|between|using|make|improve|rich|deep|fine|recent|full|open|different|various|first)$`)

func singular(word string) string {
	if strings.HasSuffix(word, "s") && !strings.HasSuffix(word, "ss") && !strings.HasSuffix(word, "is") &&
		!strings.HasSuffix(word, "us") {
		return word[:len(word)-1]
	}
	return word
}

var hype = regexp.MustCompile(`\b(?:novel|new|simple|also|very|recently|successfully|interesting) `)

// said phrases the statement with a random frame. It returns false if no frame fits.
func (r statement) said(random *rand.Rand) (string, bool) {
	switch {
	case r.that && r.verb == "":
		return fill(oneOf(random, factFrames), r, "note"), true
	case r.that:
		return fill(oneOf(random, findingFrames), r, otherVerb(r.verb, random)), true
	case r.verb == "":
		return "", false
	}
	frames := doingFrames
	if strings.HasPrefix(r.rest, "a ") || strings.HasPrefix(r.rest, "an ") {
		frames = append(frames[:len(frames):len(frames)], objectFrames...)
	}
	verb := otherVerb(r.verb, random)
	s := fill(oneOf(random, frames), r, verb)
	return r.withLead(s, random), true
}

// withLead moves a sentence's opening phrase to the end or back to the beginning, at random.
func (r statement) withLead(s string, random *rand.Rand) string {
	first := strings.ToLower(firstWords(r.lead, 1))
	if !movable[first] {
		return s
	}
	if random.IntN(3) > 0 {
		return strings.TrimSuffix(s, ".") + " " + lowered(r.lead) + "."
	}
	return r.lead + ", " + lowered(s)
}

var movable = map[string]bool{"using": true, "by": true, "to": true, "for": true, "with": true, "through": true}

// A frame is a template with placeholders for the citation {M}, the rest {R}, and the verb: base
// form {V}, past tense {P} and participle {D}. fill capitalizes the first word.
type frame = string

func fill(f frame, r statement, verb string) string {
	s := strings.NewReplacer("{M}", citeToken, "{V}", verb, "{P}", past(verb), "{D}", participle(verb), "{R}",
		r.rest).Replace(f)
	return capital(s)
}

var (
	doingFrames   = listed("doing frames")
	objectFrames  = listed("object frames")
	findingFrames = listed("finding frames")
	factFrames    = listed("fact frames")
	titleFrames   = listed("title frames")
)

// titleStatement returns a sentence that names the topic of a paper, based on its title.
func titleStatement(title string, random *rand.Rand) (string, bool) {
	if strings.ContainsAny(title, ":?!.\"“(") || len(strings.Fields(title)) < 5 {
		return "", false
	}
	return fill(oneOf(random, titleFrames[:5]), statement{rest: lowered(title)}, ""), true
}

func oneOf[T any](random *rand.Rand, from []T) T { return from[random.IntN(len(from))] }

// lowered starts s in lower case unless its first word has inner capitals or digits.
func lowered(s string) string {
	first, _, _ := strings.Cut(s, " ")
	for i, r := range first {
		if i > 0 && (unicode.IsUpper(r) || unicode.IsDigit(r)) {
			return s
		}
	}
	r, size := utf8.DecodeRuneInString(s)
	return string(unicode.ToLower(r)) + s[size:]
}

func capital(s string) string {
	r, size := utf8.DecodeRuneInString(s)
	return string(unicode.ToUpper(r)) + s[size:]
}

var (
	speakers = regexp.MustCompile(`(?i)\b(?:in (?:this|the present) (?:paper|work|article|study),? ?)?\b(we|us|our|ours|ourselves|this paper|this work|this article|this study)\b`)
	opening  = regexp.MustCompile(`^(?:(?:In|To) (?:this|the|our|conclude|summarize|summary|conclusion)[^,]{0,40}, |(?:Finally|Moreover|Furthermore|Overall|Thus|Therefore|However|Additionally|First|Second|In addition|In particular|Specifically|Also), )`)
)

// thirdPerson replaces the first "we" with the citation, unless s already has one, and every other
// "we" with "they".
func thirdPerson(s string) (string, bool) {
	cited := strings.Contains(s, citeToken)
	s = opening.ReplaceAllString(s, "")
	s = speakers.ReplaceAllStringFunc(s, func(found string) string {
		low := strings.ToLower(found)
		switch {
		case strings.HasSuffix(low, "ourselves"):
			return "themselves"
		case strings.HasSuffix(low, "ours"):
			return "theirs"
		case strings.HasSuffix(low, "our") && !cited:
			cited = true
			return citeToken + "'s"
		case strings.HasSuffix(low, "our"):
			return "their"
		case strings.HasSuffix(low, "us") && low != "us":
			return found
		case low == "us":
			return "them"
		case !cited:
			cited = true
			return citeToken
		}
		return "they"
	})
	return capital(s), cited && !awkward.MatchString(s)
}

// awkward matches sentences that became ungrammatical because a pronoun was replaced.
var awkward = regexp.MustCompile(`\b(?:of|on|in|by|for|with|from|aim of|purpose of) (?:they|\[CITE\] (?:is|was))\b|\bthey (?:is|was|has|aims|presents|provides)\b|\[CITE\]'s (?:study|work|paper|knowledge)\b|To \[CITE\]'s`)

// reworded replaces some words with synonyms, at random.
func reworded(s string, random *rand.Rand) string {
	words := strings.Fields(s)
	for i, word := range words {
		other, loose := sameWords[word], looseWords[word]
		switch {
		case len(loose) > 0 && random.IntN(3) == 0:
			words[i] = oneOf(random, loose)
		case other != "" && random.IntN(2) == 0:
			words[i] = other
		}
	}
	return strings.Join(words, " ")
}

// looseWords maps words to loose paraphrases that lists of synonyms lack.
var looseWords = func() map[string][]string {
	loose := make(map[string][]string)
	for word, others := range listedPairs("loose words", ": ") {
		loose[word] = strings.Split(others, " | ")
	}
	return loose
}()

// sameWords maps synonyms in both directions.
var sameWords = func() map[string]string {
	same := make(map[string]string)
	for _, pair := range listed("same words") {
		if a, b, ok := strings.Cut(pair, " "); ok {
			same[a] = b
			if same[b] == "" {
				same[b] = a
			}
		}
	}
	return same
}()
