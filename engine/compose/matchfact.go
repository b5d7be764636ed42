package compose

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/scilit-lsp/scilit-lsp/engine/english"
	"github.com/scilit-lsp/scilit-lsp/engine/syntax"
	"github.com/scilit-lsp/scilit-lsp/internal/pattern"
)

// matchFact parses a sentence that states a fact without mentioning the authors.
func matchFact(r *parser, l labelledSource, s string) (Statement, bool) {
	if isHeldByOthers(l, s) || isGap(l) || r.beginsLow(s) || speaksOfResults.MatchString(s) {
		return Statement{}, false
	}
	s = withoutOpening(s)
	if praisesItself.MatchString(s) || isAboutPaper(s) {
		return Statement{}, false
	}
	words := strings.Fields(s)
	if l.body || l.role == method || l.role == purpose || !isClause(words) || plans.MatchString(s) ||
		claimedByOthers.MatchString(s) || isProcedure(words) ||
		ofItsTime.MatchString(s) || strings.HasPrefix(l.Text, "For example") || strings.HasPrefix(l.Text, "For instance") {
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
	if ownThings.MatchString(s) && st.predicate != "" {
		st.fact = ""
	}
	return st, st.predicate != "" || st.fact != ""
}

// isAboutPaper reports whether the subject of a sentence is the paper or a part of it. In a manuscript, a
// reader would take "the article" for the manuscript.
func isAboutPaper(s string) bool {
	m := paperFirst.FindStringSubmatch(s)
	if m == nil || slices.ContainsFunc(bareWords(m[1]),
		func(w string) bool { return !paperAdjectives[w] && !paperNouns[w] }) {
		return false
	}
	for _, t := range syntax.TagRecent(s) {
		if t.Start >= len(m[0]) && !t.Tag.IsAdverb() && t.Form != "," {
			return t.Tag.IsFinite()
		}
	}
	return false
}

var paperFirst = pattern.MustCompile(`^(?i:the|this|our) (?:(?:\p{L}+ )?(?:section|chapter|part|rest|remainder) of ` +
	`(?:the|this|our) )?((?:[\p{L}-]+ ){0,3}?)(?i:article|chapter|commentary` +
	`|contribution|dissertation|essay|manuscript|monograph|paper|protocol|report|review|study|survey|thesis|trial` +
	`|tutorial|work)\b`)

// praisesItself matches facts about the study itself.
var praisesItself = pattern.MustCompile(`^[Tt]he (?:present|current) (?:[\p{L}-]+ ){0,6}(?:study|work|analysis` +
	`|investigation|research|paper|findings?|results?|data|experiments?)\b`)

// speaksOfResults matches sentences about results that no other matcher attributed to the authors.
var speaksOfResults = pattern.MustCompile(`^(?:The )?(?:[Rr]esults?|[Ff]indings|[Dd]ata|[Ee]vidence` +
	`|[Oo]utcomes?)\b.{0,80} (?:shows?|showed|demonstrated?s?|suggest(?:s|ed)?|indicated?s?|reveal(?:s|ed)?) that\b`)

// isClause reports whether words form a sentence with a subject and a verb.
func isClause(words []string) bool {
	if len(words) == 0 {
		return false
	}
	first := bare(words[0])
	return len(words) >= minFactWords && hasFinite(words) && !cannotBegin[first] && !omitsSubject(words) &&
		!strings.HasPrefix(words[0], "-") && !(baseOf(first) != "" && !alsoNouns[first] && first == words[0])
}

// omitsSubject reports whether a sentence omits its subject, the authors, as abstracts in some
// databases do: "Conducted 9 experiments".
func omitsSubject(words []string) bool {
	verb, object := bare(words[0]), bare(words[1])
	return strings.HasSuffix(verb, "ed") && baseOf(verb) != "" && object != "" &&
		(beginsObject[object] || unicode.IsDigit(rune(object[0])))
}

// beginsLow reports whether a sentence begins with a lower-case word and thus seems to lack its
// beginning.
func (p *parser) beginsLow(s string) bool {
	first, _ := utf8.DecodeRuneInString(s)
	word, _, _ := strings.Cut(s, " ")
	return unicode.IsLower(first) && !hasOwnForm(word) && word != p.subject && !p.casing.lower[word]
}

// isHeldByOthers reports whether a sentence states a view held by others, or one that the paper
// contradicts.
func isHeldByOthers(l labelledSource, s string) bool {
	return heldByOthers.MatchString(s) || l.role != conclusion && l.role != result &&
		(contradicts.MatchString(l.next) || strings.HasPrefix(s, "Although ") && l.position < 0.3)
}

var (
	heldByOthers = pattern.MustCompile(`(?i)\b(?:believed|assumed|thought|claimed|argued|presumed|supposed` +
		`|suspected|hypothesi[sz]ed|conjectured|postulated|speculated)\b|\b(?:often|widely|commonly|generally|usually` +
		`|traditionally|long|sometimes|typically) (?:been )?(?:considered|held|accepted|regarded|seen|viewed|said` +
		`|taken|treated)\b|\b(?:many|some|several|most|other) (?:authors|researchers|scholars|scientists|critics` +
		`|people)\b|\b(?:myth|so-called|supposedly|allegedly|purportedly|apparently)\b`)
	contradicts = pattern.MustCompile(`^(?:However|But|Yet|Nevertheless|Nonetheless|In contrast|Contrary` +
		`|On the contrary|Instead|Still|Conversely|On the other hand|In (?:this|the) [a-z]+, we (?:argue` +
		`|show) (?:against|that this is not)|We (?:challenge|question|refute|find the opposite|disprove` +
		`|argue against)|Here,? we (?:challenge|question|refute)|This (?:view|belief|assumption|claim) )`)
)

var cannotBegin = english.Set("no fact starts")

// frameOf returns the reporting verb for a fact, or "" if none is justified.
func frameOf(l labelledSource, s string) string {
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

// reportsItself matches facts that name their own evidence.
var reportsItself = pattern.MustCompile(`^.{0,90}\b(?:results?|analys[ei]s|experiments?|data|findings|assays?` +
	`|tests?|evidence|studies|simulations?) (?:also |further |\p{Ll}+ly )?(?:suggest|show|indicate|reveal` +
	`|demonstrate|confirm)(?:s|e?d)?\b`)

var alreadyFound = pattern.MustCompile(`\b(?:found|observed|noted|detected|seen)\b`)

// commaBefore returns the comma that must separate "that" from an introductory phrase, or "".
func commaBefore(s string) string {
	first, _, _ := strings.Cut(s, " ")
	if at := strings.Index(s, ", "); leadStarts[first] && at > 0 && countWords(s[:at]) < 9 {
		return ","
	}
	return ""
}

// defines reports whether a sentence defines the thing that the title names.
func (p *parser) defines(s string) bool {
	return p.subject != "" && strings.HasPrefix(s, p.subject+" is a") && definition.MatchString(s[len(p.subject):])
}

var definition = pattern.MustCompile(`^ is (?:an?|the) `)

var (
	otherWork = pattern.MustCompile(`(?i)\b(?:previous|previously|prior|recent|recently|existing|to date|so far` +
		`|until now|traditional|conventional|decades?|century|historically|has been|have been|widely|commonly|often` +
		`|usually)\b`)
	// claimedByOthers matches claims made by people other than the authors.
	claimedByOthers = pattern.MustCompile(`(?i)\b(?:scholars|researchers|reformers|experts|scientists|critics` +
		`|proponents|economists) (?:\p{Ll}+ )?(?:contend|argue|claim|believe|assume|suggest)(?:ed)?\b` +
		`|^(?:few|no|some|many|several|numerous|most|other|past) (?:\p{Ll}+ )?(?:studies|experiments|researchers` +
		`|authors|reports|works|papers|surveys|reviews|investigations) (?:have|had)\b` +
		`|^according to (?:\p{Ll}+ )?(?:research|studies|literature|theory|work|evidence)\b`)
	// plans matches sentences about open questions or future work.
	plans = pattern.MustCompile(`(?i)\b(?:further|future|more|additional) (?:\p{L}+ ){0,2}(?:research|studies` +
		`|study|work|investigations?|trials?|evaluation|efforts)\b|\bwarranted\b|\bneeds? to be\b|\bare needed\b` +
		`|\bis needed\b|\bis required\b|\bare required\b|\bremains? (?:unclear|unknown|to be|elusive|controversial` +
		`|poorly|largely)\b|\b(?:is|are) (?:still |largely |currently )?(?:unknown|unclear|lacking|limited|scarce)\b` +
		`|\blittle is known\b|\bthere is an? (?:\p{Ll}+ ){0,2}need\b|\b(?:has|have) (?:not|rarely|seldom|hardly|never) (?:yet )?(?:been |received )` +
		`|\b(?:is|are) (?:available|provided|discussed|open-source|freely)\b|\bwill be\b|\bregistered\b|\bfunded\b` +
		`|\bsupported by\b|\b(?:can|could|may|might|will) (?:\p{Ll}+ )?(?:offer|provide|give|yield|shed) ` +
		`(?:\p{Ll}+ ){0,3}(?:insights?|light|understanding|opportunities)\b`)
)

// ofItsTime matches facts about the state of research at the time of writing.
var ofItsTime = pattern.MustCompile(`^(?:(?:Most|Many|Some|All|Several|The|However,) )?(?:[Pp]revious|[Pp]rior` +
	`|[Ee]xisting|[Cc]urrent|[Rr]ecent|[Tt]raditional|[Cc]onventional|[Ee]arlier)\b|^(?:Previously|Currently` +
	`|Recently|Nowadays|Today|To date|So far|Until now|At present|In recent years|In the (?:last|past|recent)` +
	`|Over the (?:last|past)|The (?:last|past) |Recent |With the (?:recent|rapid|rise|advent)|Highlights)` +
	`|(?:[,;] |\b[Ww]hile |that )(?:most |many |some )?(?:current|existing|previous|prior|recent|earlier` +
	`|conventional|traditional) (?:[\p{L}-]+ )?\p{Ll}+s\b|\b(?:currently|nowadays|recently|up to now|until now` +
	`|so far)\b`)

// isProcedure reports whether a sentence describes a step of a study.
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

var procedures = english.Set("procedure participles")

// ownThings matches facts about the participants, materials or groups of the study.
var ownThings = pattern.MustCompile(`^(?:Patients|Participants|Respondents|Subjects|Students|Women|Men|Children` +
	`|Animals|Mice|Rats|Most|All|Among|Of|Half|Overall|No|None|The (?:mean|median|average|overall|majority` +
	`|prevalence|total|most|highest|lowest|main|number|rate|incidence|frequency|proportion|participants|patients` +
	`|results?)|A total|There (?:was|were)|\d|Two|Three|Four|Five|Six|Seven|Eight|Nine|Ten|One|Both|Compared` +
	`|Significant|Higher|Lower|Multivariate|Univariate|Regression|In (?:the|multivariate|univariate|total|both` +
	`|contrast)|At|After|During|On)\b`)
