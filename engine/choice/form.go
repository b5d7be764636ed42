package choice

import (
	"strings"

	"github.com/scilit-lsp/scilit-lsp/engine/text"
	"github.com/scilit-lsp/scilit-lsp/internal/pattern"
)

// A Form is the role of a citation in its sentence.
type Form string

// The forms in which authors cite.
const (
	Result     Form = "result"     // the authors are the subject, as in "Lee et al. (2010) show ..."
	Mention    Form = "mention"    // the citation mark follows the phrase that it supports, within the sentence
	Use        Form = "use"        // such as "We use ..."
	Fact       Form = "fact"       // the citation mark is at the end of the sentence
	Contrast   Form = "contrast"   // such as "In contrast, ..."
	Definition Form = "definition" // such as "X is defined as ..."
	Quotation  Form = "quotation"
)

// AllForms lists all forms.
var AllForms = []Form{Result, Mention, Use, Fact, Contrast, Definition, Quotation}

var (
	quoted   = pattern.MustCompile("(?:``|[\"“])[^\"”“`]{30,400}(?:''|[\"”])")
	contrary = pattern.MustCompile(`(?i)^(?:however|in contrast|by contrast|conversely|unlike|contrary to|on the contrary` +
		`|on the other hand|while|whereas|although)\b|\b(?:in contrast (?:to|with)|unlike|contrary to|whereas` +
		`|as opposed to|inconsistent with|contradict\p{Ll}*|differs? from)\b`)
	defining = pattern.MustCompile(`(?i)\b(?:(?:is|are|was|can be) (?:\p{Ll}+ly )?(?:defined|known) as|refers? to` +
		`|is a (?:kind|type|form|measure|family|class|variant|method|technique|statistical|formalism)\b` +
		`|is the (?:task|process|problem) of|stands for)`)
	using = pattern.MustCompile(`\b(?:[Ww]e|I) (?:\p{Ll}+ly |also |then |first |therefore |chose to |decided to )?` +
		`(?:use|used|employ|employed|adopt|adopted|apply|applied|follow|followed|utilize[d]?|extend|extended|implement` +
		`|implemented|adapt|adapted|train|trained|run|ran|parse|parsed|compute|computed|evaluate|evaluated|compare` +
		`|compared|build|built|tag|tagged|make use|rely|relied)\b|\b[Oo]ur \p{Ll}+(?: \p{Ll}+)? (?:is|are|was|uses)\b` +
		`|\b(?:was|were|is|are) (?:\p{Ll}+ly )?(?:performed|carried out|conducted|calculated|computed|generated` +
		`|extracted|obtained|measured|trained|implemented|determined|analyzed|analysed|aligned|assessed|parsed|tagged` +
		`|optimized|tuned|processed) (?:\p{Ll}+ )?(?:using|with|by|according to|as described|following)\b` +
		`|\b[Uu]sing the\b.*\bwe\b|^Following\b`)
	subject = pattern.MustCompile(`^(?:[^,]{0,40}, )?(?:\p{Lu}[\p{L}'’-]+(?: (?:et al\.?|(?:and|&) \p{Lu}[\p{L}'’-]+|\p{Lu}\.))*` +
		`,? ?)?(?:’s|'s)?\(?\[CITE\]\)? (?:\p{Ll}+ly |also |first |have |has )*\p{Ll}+(?:s|ed|d|w|e|p|t)\b`)
	byAuthors = pattern.MustCompile(`\b(?:by|of|in) (?:\p{Lu}[\p{L}'’-]+(?: et al\.?| (?:and|&) \p{Lu}[\p{L}'’-]+)*,? ?)\(?\[CITE\]`)
	atEnd     = pattern.MustCompile(`\[CITE\][\s)\]};,.]*$`)
)

// FormOf returns the form of a sentence in which text.CiteMark marks the citation.
func FormOf(sentence string) Form {
	s := strings.TrimSpace(text.Cut(sentence, maxSentence))
	switch {
	case quoted.MatchString(s):
		return Quotation
	case contrary.MatchString(s):
		return Contrast
	case using.MatchString(s):
		return Use
	case defining.MatchString(s):
		return Definition
	case subject.MatchString(s), byAuthors.MatchString(s):
		return Result
	case atEnd.MatchString(s):
		return Fact
	}
	return Mention
}

// FormFeatures returns the features from which Shares predicts the form, in the order of FormFeatureNames.
func FormFeatures(p Place, statement string) []float64 {
	site, r := siteOf(p), analyze(statement)
	f := []float64{number(len(site.sentences) > 0)}
	for _, v := range site.fixed {
		f = append(f, min(v, 4))
	}
	forms := make(map[Form]bool)
	for _, s := range p.Context[max(0, len(p.Context)-maxContext):] {
		forms[formOfWritten(s)] = true
	}
	for _, form := range AllForms {
		f = append(f, number(forms[form]))
	}
	f = append(f, number(len(r.words) > 0), float64(min(len(r.words), 60))/20, float64(min(r.names, 4)),
		float64(min(r.numbers, 4)))
	for _, n := range r.cues {
		f = append(f, float64(min(n, 2)))
	}
	return f
}

var written = pattern.MustCompile(`\(?(?:1[89]|20)\d\d[a-z]?\)`)

// formOfWritten returns the form of a sentence in which citations are written out. It returns "" if the
// sentence contains no citation.
func formOfWritten(s string) Form {
	s = text.Cut(s, maxSentence)
	at := written.FindStringIndex(s)
	if at == nil {
		return ""
	}
	return FormOf(s[:at[0]] + text.CiteMark + s[at[1]:])
}
