package eval

import (
	"math/rand/v2"
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/scilit-lsp/scilit-lsp/engine/draft"
)

// Sentences of abstracts are turned into citing sentences that are true of the
// paper and no copies: the third person, other reporting verbs, active and
// passive voice, clauses in another order, asides left out, other words.

const citeToken = "[CITE]"

// A reported sentence: what the authors did, or what they found.
type reported struct {
	lead string // "Using X", "To do Y"
	verb string // base form, "" for a fact
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

func parseReported(s string) (reported, bool) {
	if m := findingPattern.FindStringSubmatch(s); m != nil {
		return reported{verb: m[1], that: true, rest: m[3]}, true
	}
	if m := paperPattern.FindStringSubmatch(s); m != nil {
		return reported{verb: baseOf(m[1]), that: m[2] != "", rest: m[3]}, true
	}
	if m := wePattern.FindStringSubmatch(s); m != nil {
		return reported{lead: m[1], verb: baseOf(m[2]), that: m[3] != "", rest: m[4]}, true
	}
	if m := passivePattern.FindStringSubmatch(s); m != nil {
		return reported{verb: baseOf(m[2]), rest: lowered(m[1]) + m[3]}, true
	}
	if leansBack.MatchString(s) {
		return reported{}, false
	}
	return reported{rest: lowered(s), that: true}, true
}

// baseOf is the base form of a reporting verb, or "".
func baseOf(verb string) string {
	for base, forms := range verbForms {
		if verb == base || strings.Contains(" "+forms+" ", " "+verb+" ") {
			return base
		}
	}
	return ""
}

// verbForms are the third person and the past of reporting verbs.
var verbForms = map[string]string{
	"propose": "proposes proposed", "present": "presents presented", "introduce": "introduces introduced", "describe": "describes described",
	"investigate": "investigates investigated", "study": "studies studied", "explore": "explores explored", "examine": "examines examined",
	"analyze": "analyzes analyzed", "analyse": "analyses analysed", "evaluate": "evaluates evaluated", "develop": "develops developed",
	"show": "shows showed", "demonstrate": "demonstrates demonstrated", "find": "finds found", "argue": "argues argued", "report": "reports reported",
	"discuss": "discusses discussed", "address": "addresses addressed", "provide": "provides provided", "use": "uses used", "apply": "applies applied",
	"compare": "compares compared", "observe": "observes observed", "suggest": "suggests suggested", "indicate": "indicates indicated",
	"reveal": "reveals revealed", "confirm": "confirms confirmed", "assess": "assesses assessed", "employ": "employs employed", "extend": "extends extended",
	"build": "builds built", "create": "creates created", "construct": "constructs constructed", "offer": "offers offered", "review": "reviews reviewed",
	"tackle": "tackles tackled", "test": "tests tested", "design": "designs designed", "outline": "outlines outlined", "conclude": "concludes concluded",
	"utilize": "utilizes utilized", "consider": "considers considered", "give": "gives gave", "measure": "measures measured", "train": "trains trained",
	"formulate": "formulates formulated", "identify": "identifies identified", "contribute": "contributes contributed", "survey": "surveys surveyed",
}

// sameVerbs are groups of which one verb can replace the other.
var sameVerbs = []string{"propose introduce present", "describe present outline", "investigate study explore examine", "analyze examine study", "analyse examine study",
	"evaluate assess test", "develop build create design construct", "use employ utilize", "show demonstrate find report", "apply use employ", "address tackle",
	"provide offer give", "discuss consider", "observe find note", "reveal show indicate", "review survey", "argue", "conclude argue", "extend", "suggest", "indicate suggest"}

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

// paraphraseOf makes a true citing sentence of a sentence of an abstract, where
// it can be understood by itself.
func paraphraseOf(source, title string, random *rand.Rand) (string, bool) {
	source = strings.TrimSpace(draft.WithoutCitations(source))
	words := len(strings.Fields(source))
	if words < 8 || words > 45 || !startsCapital.MatchString(source) || !strings.HasSuffix(source, ".") || strings.ContainsAny(source, ":;?\"“[]\n") || url.MatchString(source) {
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

// shortened leaves out asides, which makes nothing untrue.
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

// withoutTail leaves out the last prepositional object, where enough is left.
func withoutTail(s string) string {
	at := lastObject.FindStringIndex(s)
	if at == nil || len(strings.Fields(s[:at[0]])) < 8 || dangling.MatchString(s[:at[0]]) {
		return s
	}
	return s[:at[0]]
}

// dangling is an end that asks for more words.
var dangling = regexp.MustCompile(`\b(?:but|not|even|and|or|as|than|to|of|depending|based|that|which|both|between|is|are|was|were|such|due|used|more|less|when|accompanied|compared|respect|together|the|an?|only|rather|well|with|by|for|in|on|from|at)$`)

var (
	lastObject = regexp.MustCompile(`,? (?:in|on|for|with|from|across|under|during|over|within|without|by) [^,]{3,60}$`)
	modifier   = regexp.MustCompile(`\b\p{Ll}{3,}(?:ous|ive|able|ible|ful|ical|ary|ant|ent|wide|based|aware|ly) (\p{Ll}{4,})`)
)

// withoutModifiers leaves out some of the adjectives and adverbs.
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

// compounds says "classification of texts" for "text classification", and the
// other way round.
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

// notNoun are endings of words that do not become the object of "of".
var notNoun = regexp.MustCompile(`(?:ous|ive|able|al|ful|ary|ic|ly|ed|ing|ant|ent|es|er|est|less)$|^(?:this|that|their|these|some|many|more|most|such|both|each|high|great|good|better|best|large|small|strong|robust|long|short|main|with|from|between|using|make|improve|rich|deep|fine|recent|full|open|different|various|first)$`)

func singular(word string) string {
	if strings.HasSuffix(word, "s") && !strings.HasSuffix(word, "ss") && !strings.HasSuffix(word, "is") && !strings.HasSuffix(word, "us") {
		return word[:len(word)-1]
	}
	return word
}

var hype = regexp.MustCompile(`\b(?:novel|new|simple|also|very|recently|successfully|interesting) `)

// said chooses one of the ways to say what was reported.
func (r reported) said(random *rand.Rand) (string, bool) {
	switch {
	case r.that && r.verb == "":
		return oneOf(random, factFrames).fill(r, "note"), true
	case r.that:
		return oneOf(random, findingFrames).fill(r, otherVerb(r.verb, random)), true
	case r.verb == "":
		return "", false
	}
	frames := doingFrames
	if strings.HasPrefix(r.rest, "a ") || strings.HasPrefix(r.rest, "an ") {
		frames = append(frames[:len(frames):len(frames)], objectFrames...)
	}
	verb := otherVerb(r.verb, random)
	s := oneOf(random, frames).fill(r, verb)
	return r.withLead(s, random), true
}

// withLead puts the opening of a sentence at its end, or at its beginning.
func (r reported) withLead(s string, random *rand.Rand) string {
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

// A frame is a sentence with M for the citation, V for the verb, P for its
// past, D for its participle and R for the rest; capitals at the beginning are
// set afterwards.
type frame string

func (f frame) fill(r reported, verb string) string {
	s := strings.NewReplacer("{M}", citeToken, "{V}", verb, "{P}", past(verb), "{D}", participle(verb), "{R}", r.rest).Replace(string(f))
	return capital(s)
}

var (
	doingFrames = []frame{"{M} {V} {R}.", "{M} {P} {R}.", "{M} have {D} {R}.", "In {M}, the authors {V} {R}.", "The authors of {M} {P} {R}.", "Earlier work {P} {R} ({M}).",
		"In their work, {M} {V} {R}.", "For example, {M} {V} {R}."}
	objectFrames  = []frame{"{R} is {D} by {M}.", "{R} was {D} in {M}.", "{R} has been {D} ({M})."}
	findingFrames = []frame{"{M} {V} that {R}.", "{M} {P} that {R}.", "It has been {D} that {R} ({M}).", "{R} ({M}).", "According to {M}, {R}.", "As {M} {V}, {R}.", "{M} have {D} that {R}."}
	factFrames    = []frame{"{R} ({M}).", "{R} {M}.", "According to {M}, {R}.", "{M} state that {R}.", "{M} note that {R}.", "As {M} point out, {R}.", "As noted by {M}, {R}."}
	titleFrames   = []frame{"{M} address {R}.", "{M} are concerned with {R}.", "{R} was studied by {M}.", "One line of work is on {R} ({M}).", "{M} work on {R}.", "In work on {R}, {M} give more details."}
)

// titleStatement says what a paper is about.
func titleStatement(title string, random *rand.Rand) (string, bool) {
	if strings.ContainsAny(title, ":?!.\"“(") || len(strings.Fields(title)) < 5 {
		return "", false
	}
	return oneOf(random, titleFrames[:5]).fill(reported{rest: lowered(title)}, ""), true
}

func oneOf[T any](random *rand.Rand, from []T) T { return from[random.IntN(len(from))] }

// lowered begins s in lower case, unless its first word is a name.
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

// thirdPerson speaks of "we" as the cited authors: the first time by the
// citation, where s has none, then as "they".
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

// awkward is a pronoun that came to refer to the paper itself.
var awkward = regexp.MustCompile(`\b(?:of|on|in|by|for|with|from|aim of|purpose of) (?:they|\[CITE\] (?:is|was))\b|\bthey (?:is|was|has|aims|presents|provides)\b|\[CITE\]'s (?:study|work|paper|knowledge)\b|To \[CITE\]'s`)

// reworded replaces a few words by others that say the same.
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

// looseWords replace a word by others that no list of synonyms has, as writers do.
var looseWords = map[string][]string{
	"improves": {"helps with", "is good for"}, "improve": {"help with"}, "shows": {"exhibits"}, "achieves": {"reaches", "arrives at"}, "achieve": {"reach"},
	"outperforms": {"does better than"}, "outperform": {"do better than", "fare better than"}, "requires": {"calls for", "depends on"}, "require": {"call for"}, "enables": {"makes possible"},
	"investigate": {"look into"}, "explore": {"look at"}, "examine": {"take a look at"}, "reduces": {"brings down"}, "reduce": {"bring down"},
	"effectively": {"well"}, "important": {"much needed"}, "large": {"sizable"}, "difficult": {"far from easy"}, "because": {"as"}, "however": {"yet"},
	"contains": {"holds", "has"}, "contain": {"hold", "have"}, "consists": {"is made up"}, "leads": {"gives rise"}, "plays": {"has"}, "obtained": {"arrived at"},
	"based": {"resting"}, "generate": {"come up with", "write"}, "allows": {"lets users have"}, "due": {"owing"},
	"increased": {"went up"}, "decreased": {"went down"}, "associated": {"going along"}, "existing": {"earlier", "known"},
	"various": {"a range of"}, "several": {"a handful of"}, "many": {"plenty of"}, "demonstrated": {"made clear"}, "remains": {"is still"}, "mitigate": {"soften"},
	"leveraging": {"drawing on"}, "leverage": {"draw on"}, "incorporate": {"take in"}, "incorporating": {"taking in"}, "utilizing": {"drawing on"}, "facilitate": {"ease"},
	"affect": {"bear on"}, "affects": {"bears on"}, "promote": {"foster"}, "benefits": {"gains"},
	"promising": {"encouraging"}, "challenging": {"demanding"}, "crucial": {"decisive"}, "widely": {"in many places"}, "growing": {"rising"},
	"strategies": {"ways"}, "issues": {"troubles"}, "understand": {"learn"}, "tend": {"are prone"},
}

// sameWords are read both ways.
var sameWords = func() map[string]string {
	same := make(map[string]string)
	for _, pair := range strings.Split(`approach method,show demonstrate,improve enhance,improves enhances,improving enhancing,task problem,significantly substantially,
automatic automated,obtain achieve,important crucial,various different,several multiple,many numerous,help aid,identify detect,identifying detecting,
contain include,contains includes,rapid fast,rapidly quickly,limited restricted,allow enable,allows enables,about approximately,potential possible,major main,
novel new,accurate precise,goal aim,labeled annotated,generated produced,generate produce,difficult hard,challenging difficult,lack absence,combine integrate,combines integrates,
widely commonly,often frequently,mainly primarily,particularly especially,uses employs,using employing,large sizeable,dataset corpus,datasets corpora,techniques methods,
technique method,reduce decrease,reduces decreases,reducing decreasing,increased elevated,increases raises,evaluates assesses,evaluated assessed,build construct,built constructed,
examined studied,assessed evaluated,individuals people,linked tied,associated linked,relevant pertinent,recent current,results outcomes,result outcome,performance results,
strategy approach,strategies approaches,create build,created built,small modest,necessary required,essential crucial,
ability capability,analyze examine,understanding comprehension,growing increasing,extract derive,similar comparable,predict forecast`, ",") {
		if a, b, ok := strings.Cut(strings.TrimSpace(pair), " "); ok {
			same[a] = b
			if same[b] == "" {
				same[b] = a
			}
		}
	}
	return same
}()
