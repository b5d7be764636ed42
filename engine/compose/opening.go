package compose

import (
	"strings"

	"github.com/scilit-lsp/scilit-lsp/engine/english"
	"github.com/scilit-lsp/scilit-lsp/internal/pattern"
)

var openings = english.Set("openings")

var inThisPaper = pattern.MustCompile(`^(?i:(?:with|with)?in (?:this|the present|the current|our` +
	`|the) (?:[\p{L}-]+ ){0,3}(?:paper|article|study|work|thesis|chapter|report|review|survey|letter|research` +
	`|contribution|note|essay|tutorial|dissertation|manuscript|investigation|trial|project|demo|demonstration` +
	`|overview|analysis|meta-analysis|perspective|experiment|shared task|year))\b,?\s*`)

// hereBy matches other phrases at the start of a sentence that refer to the paper itself.
var hereBy = pattern.MustCompile(`^(?i:the (?:aim|goal) here is|through (?:this|our) (?:work|study|paper)` +
	`|with (?:this|our) (?:work|study|paper)|(?:in|on|throughout|over) the (?:\p{L}+ )?(?:sections|chapters|pages` +
	`|paragraphs|parts) (?:(?:that|which) follow|below|ahead|to come)),\s*`)

// anotherPaper matches references to other work by the same authors.
var anotherPaper = pattern.MustCompile(`^(?i:in) (?:our|a|an|the|their) (?:\p{L}+ )?(?:previous|recent|earlier` +
	`|prior|past|companion|former|last|preceding|accompanying|separate)\b`)

// bareOpening matches openings without a comma.
var bareOpening = pattern.MustCompile(`^(?:As a result|In addition|Moreover|However|Furthermore|Consequently` +
	`|Additionally|Therefore|Hence|Thus) (the|a|an|our|this|these|we) `)

// joiningFirst matches single words that connect a sentence to the previous one.
var joiningFirst = pattern.MustCompile(`^(?:Then|Also|Finally|Further|Herein|Additionally|Secondly|Firstly|Next` +
	`|Therefore|Thus|Hence|Furthermore|Moreover|Consequently|Accordingly|Subsequently|Nevertheless` +
	`|Nonetheless) ([\p{Ll}\d])|^(?:Also|Furthermore|Moreover|Consequently) (\p{Lu})`)

// withoutOpening removes openings that only connect a sentence to others.
func withoutOpening(s string) string {
	if anotherPaper.MatchString(s) {
		return s
	}
	for range 4 {
		before := s
		if at := strings.Index(s, ","); at > 0 && at < 40 && openings[strings.ToLower(s[:at])] {
			s = strings.TrimSpace(s[at+1:])
		}
		if m := inThisPaper.FindString(s); m != "" && (strings.Contains(m, ",") ||
			startsWithAny(s[len(m):], "we ", "We ", "I ", "is ", "are ")) {
			s = s[len(m):]
		}
		if m := bareOpening.FindStringSubmatch(s); m != nil {
			s = s[len(m[0])-len(m[1])-1:]
		}
		s = joiningFirst.ReplaceAllString(s, "$1$2")
		s = hereBy.ReplaceAllString(s, "")
		s = inOwnTests.ReplaceAllString(s, "")
		if s == before {
			return s
		}
	}
	return s
}

// leadOf returns the phrase before the authors if it adds information, or "". It returns false if
// the phrase refers to other sentences.
func leadOf(lead string) (string, bool) {
	lead = strings.TrimRight(strings.TrimSpace(lead), ",;: ")
	low := strings.ToLower(lead)
	switch {
	case lead == "" || openings[low] || inThisPaper.MatchString(lead+","):
		return "", true
	case startsWithAny(low, purposes...) || isConcession(low):
		return "", true
	case strings.Contains(lead, hole), earlierWork.MatchString(low):
		return "", false
	case hasFirstPerson(lead) && startsWithAny(low, "when ", "if ", "as ", "while ", "whenever ", "once "):
		return "", false // this "we" is generic
	case fromOwn.MatchString(lead):
		return "", true
	case ofParts.MatchString(lead):
		return "", false
	case borrowedLead.MatchString(lead):
		return "", false // the lead names other authors, whose citation was removed
	case dangles(lead):
		return "", startsWithAny(low, pointlessLeads...)
	case countWords(lead) > maxLead:
		return "", startsWithAny(low, "using ", "by ", "based on ", "building ", "drawing ", "leveraging ",
			"through ", "motivated ", "inspired ")
	}
	return lead, true
}

// inOwnTests matches openings that only name the authors' tests, which the citing text does not describe.
var inOwnTests = pattern.MustCompile(`^[Ii]n (?:all |both )?(?:of )?our (?:\p{Ll}+ )?(?:applications?|examples?|case stud(?:y` +
	`|ies)|experiments?|simulations?|tests), `)

// fromOwn matches leads that only name the paper as the source.
var fromOwn = pattern.MustCompile(`^(?:[Ff]rom|[Bb]ased on|[Bb]y|[Ii]n) (?:our|these|this|the present) (?:work` +
	`|results|findings|analys[ei]s|data|study|studies|experiments?|observations?|evaluation)$`)

// ofParts matches leads that refer to a part of the paper.
var ofParts = pattern.MustCompile(`^(?i:in|within|throughout) (?i:the |our |these |all )?(?i:first|second|third` +
	`|fourth|fifth|next|last|following|final|previous|preceding|remaining|current|present|\d+)(?: \d+| few| two` +
	`| three)? (?i:sections?|chapters?|paragraphs?|subsections?|parts?|pages?|tables?|figures?|appendix)\b`)

// maxLead is the maximum number of words before the authors.
const maxLead = 14

var pointlessLeads = english.Words("pointless leads")

// purposes lists the beginnings of leads that state a purpose rather than a result.
var purposes = english.Words("purposes")

// isConcession reports whether a lead concedes an objection that does not limit the claim.
func isConcession(low string) bool {
	first, rest, _ := strings.Cut(low, " ")
	if first == "despite" || strings.HasPrefix(low, "in spite of ") {
		return true
	}
	return (concessions[first] || strings.HasPrefix(low, "even though ")) && hasFinite(strings.Fields(rest))
}

var concessions = english.Set("concessions")

var leadStarts = english.Set("lead starts")

func mayLead(lead string) bool {
	first, _, _ := strings.Cut(lead, " ")
	first = bare(first)
	return leadStarts[first] || openings[strings.ToLower(strings.TrimRight(lead, ", "))] ||
		endsInAny(first, "ing", "ly") && first != "" || strings.HasSuffix(first, "ed") && len(first) > 5
}

// earlierWork matches the start of a lead about earlier work by the authors.
var earlierWork = pattern.MustCompile(`^(?:previously|earlier|formerly)$|^in (?:our |an? |the )?(?:previous|prior|earlier) ` +
	`(?:work|works|study|studies|paper|papers|research|experiments?|publications?)\b`)
