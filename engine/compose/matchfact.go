package compose

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/scilit-lsp/scilit-lsp/internal/pattern"
)

// matchFact reads a sentence that states something without its authors.
func matchFact(r *reader, l labelled, s string) (Statement, bool) {
	if isHeldByOthers(l, s) || isGap(l) || r.beginsLow(s) || speaksOfResults.MatchString(s) || praisesItself.MatchString(s) {
		return Statement{}, false
	}
	s = withoutOpening(s)
	words := strings.Fields(s)
	if l.body || l.role == method || l.role == purpose || !isClause(words) || isPlan(s) || isProcedure(words) || ofItsTime.MatchString(s) || strings.HasPrefix(l.Text, "For example") || strings.HasPrefix(l.Text, "For instance") {
		return Statement{}, false
	}
	st := Statement{Kind: Fact, fact: s}
	if frame := frameOf(l, s); frame != "" {
		if lowered, ok := r.casing.lowered(s); ok {
			st.predicate = strings.TrimSpace(frame) + commaBefore(lowered) + " " + lowered
		}
	}
	if r.defines(s) {
		st.Kind = Definition
	}
	if speaksOfOwn(s) && st.predicate != "" {
		st.fact = ""
	}
	return st, st.predicate != "" || st.fact != ""
}

// praisesItself is a fact about the study rather than about what it studied.
var praisesItself = pattern.MustCompile(`^The (?:present|current) (?:[\p{L}-]+ ){0,6}(?:study|work|analysis|investigation|research|paper)\b`)

// speaksOfResults begins sentences whose results no matcher of findings took
// for the authors' own.
var speaksOfResults = pattern.MustCompile(`^(?:The )?(?:[Rr]esults?|[Ff]indings|[Dd]ata|[Ee]vidence|[Oo]utcomes?)\b.{0,80} (?:shows?|showed|demonstrated?s?|suggest(?:s|ed)?|indicated?s?|reveal(?:s|ed)?) that\b`)

// isClause reports whether words are a sentence with a subject and a verb.
func isClause(words []string) bool {
	first := bare(words[0])
	return len(words) >= minFactWords && hasFinite(words) && !cannotBegin[first] && !strings.HasPrefix(words[0], "-") && !(baseOf(first) != "" && !alsoNouns[first] && first == words[0])
}

// beginsLow recognises the rest of a sentence whose beginning is lost.
func (r *reader) beginsLow(s string) bool {
	first, _ := utf8.DecodeRuneInString(s)
	word, _, _ := strings.Cut(s, " ")
	return unicode.IsLower(first) && !hasOwnForm(word) && word != r.subject && !r.casing.lower[word]
}

// isHeldByOthers reports whether a paper says what others hold, or what it goes
// on to contradict.
func isHeldByOthers(l labelled, s string) bool {
	return heldByOthers.MatchString(s) || l.role != conclusion && l.role != result && (contradicts.MatchString(l.next) || strings.HasPrefix(s, "Although ") && l.position < 0.3)
}

var (
	heldByOthers = pattern.MustCompile(`(?i)\b(?:believed|assumed|thought|claimed|argued|presumed|supposed|suspected|hypothesi[sz]ed|conjectured|postulated|speculated)\b|\b(?:often|widely|commonly|generally|usually|traditionally|long|sometimes|typically) (?:been )?(?:considered|held|accepted|regarded|seen|viewed|said|taken|treated)\b|\b(?:many|some|several|most|other) (?:authors|researchers|scholars|scientists|critics|people)\b|\b(?:myth|so-called|supposedly|allegedly|purportedly|apparently)\b`)
	contradicts  = pattern.MustCompile(`^(?:However|But|Yet|Nevertheless|Nonetheless|In contrast|Contrary|On the contrary|Instead|Still|Conversely|On the other hand|In (?:this|the) [a-z]+, we (?:argue|show) (?:against|that this is not)|We (?:challenge|question|refute|find the opposite|disprove|argue against)|Here,? we (?:challenge|question|refute)|This (?:view|belief|assumption|claim) )`)
)

var cannotBegin = set(`this these that those it its they their he she such and or but which who why how what whether we our i my us here so because
	thus then to if results`)

// frameOf is how authors are made to say what a sentence states, "" where that
// would be more than is known.
func frameOf(l labelled, s string) string {
	switch {
	case reportsItself.MatchString(s):
		return ""
	case l.role == conclusion:
		return "conclude that "
	case l.role == result && !alreadyFound.MatchString(s):
		return "found that "
	case l.role == result:
		return "report that "
	case l.role == unlabelled && l.position > 0.35 && isReported(s):
		return "report that "
	}
	return ""
}

// reportsItself is a fact that names the results that it is drawn from.
var reportsItself = pattern.MustCompile(`^.{0,90}\b(?:results?|analys[ei]s|experiments?|data|findings|assays?|tests?|evidence|studies|simulations?) (?:also |further |\p{Ll}+ly )?(?:suggest|show|indicate|reveal|demonstrate|confirm)(?:s|e?d)?\b`)

var alreadyFound = pattern.MustCompile(`\b(?:found|observed|noted|detected|seen)\b`)

// commaBefore is the comma between "that" and words before the subject.
func commaBefore(s string) string {
	first, _, _ := strings.Cut(s, " ")
	if at := strings.Index(s, ", "); leadStarts[first] && at > 0 && countWords(s[:at]) < 9 {
		return ","
	}
	return ""
}

// defines reports whether a sentence says what the thing is that the paper presents.
func (r *reader) defines(s string) bool {
	return r.subject != "" && strings.HasPrefix(s, r.subject+" is a") && definition.MatchString(s[len(r.subject):])
}

var definition = pattern.MustCompile(`^ is (?:an?|the) `)

var (
	otherWork = pattern.MustCompile(`(?i)\b(?:previous|previously|prior|recent|recently|existing|to date|so far|until now|traditional|conventional|decades?|century|historically|has been|have been|widely|commonly|often|usually)\b`)
	plans     = pattern.MustCompile(`(?i)\b(?:further|future|more|additional) (?:\p{L}+ ){0,2}(?:research|studies|study|work|investigations?|trials?|evaluation|efforts)\b|\bwarranted\b|\bneeds? to be\b|\bare needed\b|\bis needed\b|\bis required\b|\bare required\b|\bremains? (?:unclear|unknown|to be|elusive|controversial|poorly|largely)\b|\b(?:is|are) (?:still |largely |currently )?(?:unknown|unclear|lacking|limited|scarce)\b|\blittle is known\b|\b(?:has|have) (?:not|rarely|seldom|hardly|never) (?:yet )?(?:been |received )|\b(?:is|are) (?:available|provided|discussed|open-source|freely)\b|\bwill be\b|\bregistered\b|\bfunded\b|\bsupported by\b`)
)

// ofItsTime are beginnings that were true when the paper was written.
var ofItsTime = pattern.MustCompile(`^(?:(?:Most|Many|Some|All|Several|The|However,) )?(?:[Pp]revious|[Pp]rior|[Ee]xisting|[Cc]urrent|[Rr]ecent|[Tt]raditional|[Cc]onventional|[Ee]arlier)\b|^(?:Previously|Currently|Recently|Nowadays|Today|To date|So far|Until now|At present|In recent years|In the (?:last|past|recent)|Over the (?:last|past)|The (?:last|past) |Recent |With the (?:recent|rapid|rise|advent)|Highlights)|(?:[,;] |\b[Ww]hile |that )(?:most |many |some )?(?:current|existing|previous|prior|recent|earlier|conventional|traditional) (?:[\p{L}-]+ )?\p{Ll}+s\b|\b(?:currently|nowadays|recently|up to now|until now|so far)\b`)

// isPlan recognises what is not known or not done yet.
func isPlan(s string) bool { return plans.MatchString(s) }

// isProcedure recognises steps of a study, which are no facts about the world.
func isProcedure(words []string) bool {
	for i, w := range words[:len(words)-1] {
		if b := bare(w); b == "was" || b == "were" || b == "been" {
			next := bare(words[i+1])
			if isAdverb(next) && i+2 < len(words) {
				next = bare(words[i+2])
			}
			if procedures[next] {
				return true
			}
		}
	}
	return false
}

var procedures = set(`collected randomized randomised randomly performed conducted carried used divided assigned recruited enrolled enroled administered
	invited asked interviewed searched included excluded screened selected extracted treated analyzed analysed measured assessed evaluated examined recorded
	applied calculated sampled obtained followed allocated subjected undertaken exposed tested transcribed coded chosen fed grown cultured invited
	completed monitored compared estimated investigated studied determined employed considered introduced prepared implemented set designed
	developed generated trained fine-tuned annotated isolated adopted incubated injected sequenced stained harvested assayed genotyped phenotyped quantified scored weighed`)

// speaksOfOwn reports whether a fact is about the people, things or groups of the
// study, which no one else's text has.
func speaksOfOwn(s string) bool {
	return ownThings.MatchString(s)
}

var ownThings = pattern.MustCompile(`^(?:Patients|Participants|Respondents|Subjects|Students|Women|Men|Children|Animals|Mice|Rats|Most|All|Among|Of|Half|Overall|No|None|The (?:mean|median|average|overall|majority|prevalence|total|most|highest|lowest|main|number|rate|incidence|frequency|proportion|participants|patients|results?)|A total|There (?:was|were)|\d|Two|Three|Four|Five|Six|Seven|Eight|Nine|Ten|One|Both|Compared|Significant|Higher|Lower|Multivariate|Univariate|Regression|In (?:the|multivariate|univariate|total|both|contrast)|At|After|During|On)\b`)
