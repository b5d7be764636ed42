package eval

import (
	"math/rand/v2"
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/scilit-lsp/scilit-lsp/engine/draft"
	"github.com/scilit-lsp/scilit-lsp/engine/text"
)

// This file turns sentences of abstracts into citing sentences that are true, but worded
// differently. It changes the first person to the third, replaces reporting verbs and other words
// with synonyms, reorders clauses, changes the voice, and drops asides.

// A statement is a parsed sentence that reports an action or a finding of a paper's authors.
type statement struct {
	lead string // phrase before the main clause, such as "Using X" or "To do Y"
	verb string // base form of the reporting verb; "" if the sentence states a fact
	rest string // object of the verb, or the clause after "that"
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

// baseOf returns the base form of a reporting verb, or "" if the word is not a reporting verb.
func baseOf(verb string) string {
	for base, forms := range verbForms {
		if verb == base || strings.Contains(" "+forms+" ", " "+verb+" ") {
			return base
		}
	}
	return ""
}

// verbForms maps the base form of a reporting verb to its third person and its past tense.
var verbForms = listedPairs("verb forms")

// sameVerbs lists groups of reporting verbs that can replace each other.
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

// paraphraseOf paraphrases a sentence of an abstract as a citing sentence. It returns false if the
// sentence depends on its context or cannot be parsed.
func paraphraseOf(source string, random *rand.Rand) (string, bool) {
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
	if len(text.Terms(s)) < fewestStems || ownWork.MatchString(s) || strings.Count(s, text.CiteMark) != 1 {
		return "", false
	}
	return s, true
}

var startsCapital = regexp.MustCompile(`^[\p{Lu}\d]`)

func firstWords(s string, n int) string {
	words := strings.Fields(s)
	return strings.Join(words[:min(n, len(words))], " ")
}

// shortened removes asides and some optional parts of a sentence. The rest of the sentence remains
// true.
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

// withoutTail removes the last prepositional phrase of s if at least eight words remain.
func withoutTail(s string) string {
	at := lastObject.FindStringIndex(s)
	if at == nil || len(strings.Fields(s[:at[0]])) < 8 || dangling.MatchString(s[:at[0]]) {
		return s
	}
	return s[:at[0]]
}

// dangling matches a text that ends in the middle of a phrase.
var dangling = regexp.MustCompile(`\b(?:but|not|even|and|or|as|than|to|of|depending|based|that|which|both|between|is|are|was|were|such|due|used|more|less|when|accompanied|compared|respect|together|the|an?|only|rather|well|with|by|for|in|on|from|at)$`)

var (
	lastObject = regexp.MustCompile(`,? (?:in|on|for|with|from|across|under|during|over|within|without|by) [^,]{3,60}$`)
	modifier   = regexp.MustCompile(`\b\p{Ll}{3,}(?:ous|ive|able|ible|ful|ical|ary|ant|ent|wide|based|aware|ly) (\p{Ll}{4,})`)
)

// withoutModifiers removes adjectives and adverbs, each with a probability of one third.
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

// compounds rewrites some phrases such as "text classification" as "the classification of text",
// and the other way round.
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

// notNoun matches words that are not nouns and therefore cannot follow "of".
var notNoun = regexp.MustCompile(`(?:ous|ive|able|al|ful|ary|ic|ly|ed|ing|ant|ent|es|er|est|less)$|^(?:this|that|their|these|some|many|more|most|such|both|each|high|great|good|better|best|large|small|strong|robust|long|short|main|with|from|between|using|make|improve|rich|deep|fine|recent|full|open|different|various|first)$`)

func singular(word string) string {
	if strings.HasSuffix(word, "s") && !strings.HasSuffix(word, "ss") && !strings.HasSuffix(word, "is") &&
		!strings.HasSuffix(word, "us") {
		return word[:len(word)-1]
	}
	return word
}

var hype = regexp.MustCompile(`\b(?:novel|new|simple|also|very|recently|successfully|interesting) `)

// said expresses the statement with a random frame. It returns false if no frame fits.
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

// withLead adds the statement's opening phrase to the end or the beginning of s, chosen at random.
// It adds nothing if the phrase cannot be moved.
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

// fill fills in a sentence template. Its placeholders are the citation {M}, the rest of the
// statement {R}, and three forms of the verb: base form {V}, past tense {P} and participle {D}.
func fill(frame string, r statement, verb string) string {
	s := strings.NewReplacer("{M}", text.CiteMark, "{V}", verb, "{P}", past(verb), "{D}", participle(verb), "{R}",
		r.rest).Replace(frame)
	return capital(s)
}

var (
	doingFrames   = listed("doing frames")
	objectFrames  = listed("object frames")
	findingFrames = listed("finding frames")
	factFrames    = listed("fact frames")
	titleFrames   = listed("title frames")
)

// titleStatement makes a sentence from the title of a paper. It states that the paper is about that
// topic.
func titleStatement(title string, random *rand.Rand) (string, bool) {
	if strings.ContainsAny(title, ":?!.\"“(") || len(strings.Fields(title)) < 5 {
		return "", false
	}
	return fill(oneOf(random, titleFrames[:5]), statement{rest: lowered(title)}, ""), true
}

func oneOf[T any](random *rand.Rand, from []T) T { return from[random.IntN(len(from))] }

// lowered changes the first letter of s to lower case, unless the first word contains other
// capitals or digits.
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

// thirdPerson replaces the first "we" or "our" with a citation, unless s contains one, and all
// others with "they" or "their". It returns false if the result is ungrammatical or has no
// citation.
func thirdPerson(s string) (string, bool) {
	cited := strings.Contains(s, text.CiteMark)
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
			return text.CiteMark + "'s"
		case strings.HasSuffix(low, "our"):
			return "their"
		case strings.HasSuffix(low, "us") && low != "us":
			return found
		case low == "us":
			return "them"
		case !cited:
			cited = true
			return text.CiteMark
		}
		return "they"
	})
	return capital(s), cited && !awkward.MatchString(s)
}

// awkward matches sentences that became ungrammatical when pronouns were replaced.
var awkward = regexp.MustCompile(`\b(?:of|on|in|by|for|with|from|aim of|purpose of) (?:they|\[CITE\] (?:is|was))\b|\bthey (?:is|was|has|aims|presents|provides)\b|\[CITE\]'s (?:study|work|paper|knowledge)\b|To \[CITE\]'s`)

// reworded replaces some words with synonyms, chosen at random.
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

// looseWords maps words to paraphrases that are not exact synonyms.
var looseWords = func() map[string][]string {
	loose := make(map[string][]string)
	for word, others := range listedPairs("loose words") {
		loose[word] = strings.Split(others, " | ")
	}
	return loose
}()

// sameWords maps words to their synonyms.
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
