package compose

import (
	"strings"

	"github.com/scilit-lsp/scilit-lsp/internal/pattern"
)

// openings join a sentence to its neighbours and are taken away with their comma.
var openings = set(`however moreover furthermore finally here herein hereby in_addition additionally specifically in_particular further overall taken_together
	together altogether in_conclusion in_summary to_conclude to_summarize to_sum_up thus therefore hence consequently accordingly
	as_a_result as_a_consequence notably importantly interestingly surprisingly unexpectedly remarkably strikingly first firstly second
	secondly third thirdly lastly last also indeed in_fact on_the_other_hand in_contrast conversely by_contrast nevertheless nonetheless
	still instead similarly likewise meanwhile then next subsequently more_specifically in_other_words that_is in_short unfortunately
	fortunately in_brief briefly besides to_this_end to_that_end to_do_so to_do_this in_doing_so with_this_in_mind of_note of_particular_note most_importantly
	more_importantly crucially critically in_total now currently_here again once_again rather yet and but so for_this for_this_purpose
	in_response as_such above_all in_sum collectively consistent_with_this accordingly_then by_doing_so in_turn at_the_same_time
	to_date_here as_expected as_anticipated as_hypothesized as_predicted as_an_alternative alternatively going_further in_the_present_work for_this_reason concretely intriguingly
	in_detail in_general_here on_the_contrary equally correspondingly as_well for_the_first_time_here afterwards after_that following_this from_this`)

var inThisPaper = pattern.MustCompile(`^(?i:(?:with|with)?in (?:this|the present|the current|our|the) (?:[\p{L}-]+ ){0,3}(?:paper|article|study|work|thesis|chapter|report|review|survey|letter|research|contribution|note|essay|tutorial|dissertation|manuscript|investigation|trial|project|demo|demonstration|overview|analysis|meta-analysis|perspective|experiment|shared task|year))\b,?\s*`)

// hereBy are further phrases for the paper itself at the beginning.
var hereBy = pattern.MustCompile(`^(?i:the (?:aim|goal) here is|through (?:this|our) (?:work|study|paper)|with (?:this|our) (?:work|study|paper)),\s*`)

// anotherPaper is work of the same authors that this paper only mentions.
var anotherPaper = pattern.MustCompile(`^(?i:in) (?:our|a|an|the|their) (?:\p{L}+ )?(?:previous|recent|earlier|prior|past|companion|former|last|preceding|accompanying|separate)\b`)

// bareOpening are openings that come without a comma.
var bareOpening = pattern.MustCompile(`^(?:As a result|In addition|Moreover|However|Furthermore|Consequently|Additionally|Therefore|Hence|Thus) (the|a|an|our|this|these|we) `)

// joiningFirst are single words that join a sentence to the one before.
var joiningFirst = pattern.MustCompile(`^(?:Then|Also|Finally|Further|Herein|Additionally|Secondly|Firstly|Next|Therefore|Thus|Hence) (\p{Ll})`)

// withoutOpening takes away what only joins a sentence to others.
func withoutOpening(s string) string {
	if anotherPaper.MatchString(s) {
		return s
	}
	for range 4 {
		before := s
		if at := strings.Index(s, ","); at > 0 && at < 40 && openings[strings.ToLower(s[:at])] {
			s = strings.TrimSpace(s[at+1:])
		}
		if m := inThisPaper.FindString(s); m != "" && (strings.Contains(m, ",") || startsWithAny(s[len(m):], "we ", "We ", "I ", "is ", "are ")) {
			s = s[len(m):]
		}
		if m := bareOpening.FindStringSubmatch(s); m != nil {
			s = s[len(m[0])-len(m[1])-1:]
		}
		s = joiningFirst.ReplaceAllString(s, "$1")
		s = hereBy.ReplaceAllString(s, "")
		if s == before {
			return s
		}
	}
	return s
}

// leadOf keeps what comes before the authors where it says something of its
// own; false where it points to what is not there.
func leadOf(lead string) (string, bool) {
	lead = strings.TrimRight(strings.TrimSpace(lead), ",;: ")
	low := strings.ToLower(lead)
	switch {
	case lead == "" || openings[low] || inThisPaper.MatchString(lead+","):
		return "", true
	case isPurpose(low) || isConcession(low):
		return "", true
	case strings.Contains(lead, hole):
		return "", false
	case hasFirstPerson(lead) && startsWithAny(low, "when ", "if ", "as ", "while ", "whenever ", "once "):
		return "", false // everybody's "we"
	case fromOwn.MatchString(lead):
		return "", true
	case ofParts.MatchString(lead):
		return "", false
	case borrowedLead.MatchString(lead):
		return "", false // whose citation is gone
	case dangles(lead):
		return "", startsWithAny(low, pointlessLeads...)
	case countWords(lead) > maxLead:
		return "", startsWithAny(low, "using ", "by ", "based on ", "building ", "drawing ", "leveraging ", "through ", "motivated ", "inspired ")
	}
	return lead, true
}

// fromOwn is a lead that only says that the paper is the source.
var fromOwn = pattern.MustCompile(`^(?:[Ff]rom|[Bb]ased on|[Bb]y|[Ii]n) (?:our|these|this|the present) (?:work|results|findings|analys[ei]s|data|study|studies|experiments?|observations?|evaluation)$`)

// ofParts is a lead that says where in the paper something is.
var ofParts = pattern.MustCompile(`^(?i:in|within|throughout) (?i:the |our |these |all )?(?i:first|second|third|fourth|fifth|next|last|following|final|previous|preceding|remaining|current|present|\d+)(?: \d+| few| two| three)? (?i:sections?|chapters?|paragraphs?|subsections?|parts?|pages?|tables?|figures?|appendix)\b`)

// maxLead is the most words before the authors.
const maxLead = 14

// pointlessLeads begin leads that say why or how, and may go where they point back.
var pointlessLeads = []string{"to ", "for this purpose", "for this reason", "for these reasons", "toward", "motivated ", "inspired ", "building ", "based on ", "by ", "using ", "with this ", "with these ",
	"given this", "given these", "given the", "in light of ", "in view of ", "in order ", "due to ", "because of ", "in response ", "drawing ", "following this",
	"along ", "in addition to ", "besides ", "beyond ", "apart from ", "as a first step", "as part of", "inspired", "recognizing", "considering",
	"in contrast to ", "unlike ", "different from ", "instead of ", "rather than ", "leveraging ", "as a "}

// isPurpose recognises a reason for the work, which is not what it did.
func isPurpose(low string) bool {
	return startsWithAny(low, "to address ", "to tackle ", "to overcome ", "to solve ", "to fill ", "to bridge ", "to mitigate ", "to remedy ", "to alleviate ",
		"to close ", "to answer ", "to this ", "to that ", "to meet ", "in order to address ", "in order to overcome ", "to resolve ", "to handle ", "to respond ",
		"to facilitate ", "to combat ", "in an effort ", "in an attempt ", "with the goal ", "with the aim ", "with the objective ", "to test ", "to help ", "to better ",
		"to further ", "to achieve ", "to explore ", "to investigate ", "to study ", "to evaluate ", "to examine ", "to assess ", "to determine ", "to understand ")
}

// isConcession recognises an objection to a statement that does not limit it.
func isConcession(low string) bool {
	first, rest, _ := strings.Cut(low, " ")
	if first == "despite" || strings.HasPrefix(low, "in spite of ") {
		return true
	}
	return (concessions[first] || strings.HasPrefix(low, "even though ")) && hasFinite(strings.Fields(rest))
}

var concessions = set(`while although though whereas because since`)

// leadStarts begin what may come before the authors.
var leadStarts = set(`in on at by for from of to with without within under over between among after before during despite through across
	against about as if when while where whereas although though because since until unless once whether using based given
	building following unlike like motivated inspired throughout towards toward upon via along beyond besides rather contrary
	compared starting`)

func mayLead(lead string) bool {
	first, _, _ := strings.Cut(lead, " ")
	first = bare(first)
	return leadStarts[first] || openings[strings.ToLower(strings.TrimRight(lead, ", "))] || endsInAny(first, "ing", "ly") && first != "" || strings.HasSuffix(first, "ed") && len(first) > 5
}
