package draft

import (
	"strings"
	"unicode"

	"github.com/scilit-lsp/scilit-lsp/engine/compose"
	"github.com/scilit-lsp/scilit-lsp/engine/english"
	"github.com/scilit-lsp/scilit-lsp/engine/highlight"
	"github.com/scilit-lsp/scilit-lsp/engine/text"
	"github.com/scilit-lsp/scilit-lsp/internal/pattern"
)

// titleSection is the section of evidence that is a paper's title.
const titleSection = "Title"

// A trait is a property of a draft that makes it more or less useful to an author.
type trait int

// Traits of drafts.
const (
	citable    trait = iota // compose.Statement.Weight
	chosen                  // the score of package choice
	onTitle                 // share of the title's terms in the draft
	fromBody                // its evidence is from the full text
	isTopic                 // it names a topic without a claim
	isProduct               // it is derived from a title that names a product, such as a corpus
	isProposal              // kinds of statements
	isFinding
	isStudy
	isFact
	isAction
	isAim       // it states an aim
	opened      // a phrase precedes the authors
	possessive  // "their model", "they"
	isPromise   // it states a possible benefit, as in "may help to breed wheat"
	unexplained // number of abbreviations and codes that are not explained
	traits      // the number of traits
)

// worths holds the weight of each trait, rounded from a ridge regression within papers. It was
// fitted on 374 drafts for 77 places, labelled by readers from 0 (nobody would use it) to 3 (as an
// author would write it). testdata/labelled.jsonl has the traits and the labels. The weight of
// isTopic is below the fitted one, because other readers missed results.
var worths = [traits]float64{
	citable: 0.4, chosen: 0.21, onTitle: 1, fromBody: -0.25, isTopic: -0.3, isProduct: 1, isFinding: 0.2, isStudy: -0.2,
	isFact: 0.2, isAction: -0.25, isAim: -0.3, opened: -0.15, possessive: -0.1, isPromise: -1, unexplained: -0.12,
}

// worthScale converts worths to the scale of compose.Statement.Weight.
const worthScale = 3

// maxUnexplained is the maximum number of unexplained names counted.
const maxUnexplained = 4

// An appraiser computes the worth of drafts for one request.
type appraiser struct {
	title map[string]bool // terms of the paper's title
	known string          // title and context
	asked bool            // whether keywords give the topic
}

func newAppraiser(req Request) appraiser {
	return appraiser{text.TermSet(req.Paper.Title), strings.Join(req.Context, " ") + " " + req.Paper.Title,
		len(req.Keywords) > 0}
}

// titleShare is the share of the worths of onTitle and isTopic that remains if keywords are given.
const titleShare = 0.3

// worth returns the weighted sum of a draft's traits.
func (a appraiser) worth(d scoredDraft) (sum float64) {
	for i, value := range a.traitsOf(d) {
		sum += worths[i] * value
	}
	return worthScale * sum
}

// namesUse matches drafts that name a product and its use, but not its kind, as in "present Scikit-learn for
// machine learning".
var namesUse = pattern.MustCompile(`^\S+ present(?:s|ed)? \S*\p{Lu}\S*(?: \S*\d\S*)? for `)

func (a appraiser) traitsOf(d scoredDraft) (t [traits]float64) {
	t[citable], t[chosen] = d.weight, d.fit
	t[onTitle] = text.Overlap(a.title, text.TermSet(d.Text))
	switch d.Evidence.Section {
	case highlight.AbstractSection, titleSection:
	default:
		t[fromBody] = 1
	}
	if d.topic != "" {
		t[isProduct] = oneIf(strings.HasPrefix(d.Text, Mark+" present") && !namesUse.MatchString(d.Text))
		t[isTopic] = 1 - t[isProduct]
	}
	if a.asked {
		t[onTitle], t[isTopic] = t[onTitle]*titleShare, t[isTopic]*titleShare
	}
	if kind := kindTraits[d.kind]; kind > 0 {
		t[kind] = 1
	}
	before, after, _ := strings.Cut(d.Text, Mark)
	if d.Textual {
		t[opened] = oneIf(before != "")
		t[isAim] = oneIf(aimVerbs[firstWord(strings.TrimSpace(after))])
	}
	t[possessive] = oneIf(strings.Contains(d.Text, " their ") || strings.Contains(d.Text, " they "))
	t[isPromise] = oneIf(promises(d.Text))
	t[unexplained] = float64(a.unexplained(d.Text))
	return t
}

// kindTraits maps kinds of statements to their traits. Definitions have none.
var kindTraits = map[compose.Kind]trait{compose.Proposal: isProposal, compose.Finding: isFinding,
	compose.Study: isStudy, compose.Fact: isFact, compose.Action: isAction}

var aimVerbs = english.Set("verbs of aims")

// promises reports whether a sentence states a possible benefit of the work rather than a finding.
func promises(s string) bool {
	words := strings.FieldsFunc(strings.ToLower(s), func(r rune) bool { return !unicode.IsLetter(r) })
	for i, word := range words {
		if boons[word] {
			return true
		}
		if !eventual[word] {
			continue
		}
		for _, next := range words[i+1 : min(i+3, len(words))] {
			if helping[next] {
				return true
			}
		}
	}
	return false
}

var (
	boons    = english.Set("nouns of promises")
	eventual = english.Set("auxiliaries of promises")
	helping  = english.Set("verbs of promises")
)

// unexplained counts abbreviations and codes, such as "EM204", that occur neither in the context
// nor in the title and that the sentence does not explain in brackets.
func (a appraiser) unexplained(s string) (n int) {
	for word := range strings.FieldsFuncSeq(s, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) }) {
		if isCode(word) && !strings.Contains(a.known, word) && !strings.Contains(s, "("+word) {
			n++
		}
	}
	return min(n, maxUnexplained)
}

// isCode reports whether a word has two capitals, or a capital and a digit.
func isCode(word string) bool {
	capitals, digits := 0, 0
	for _, r := range word {
		switch {
		case unicode.IsUpper(r):
			capitals++
		case unicode.IsDigit(r):
			digits++
		}
	}
	return capitals > 1 || capitals == 1 && digits > 0
}

func firstWord(s string) string {
	first, _, _ := strings.Cut(s, " ")
	return first
}

func oneIf(b bool) float64 {
	if b {
		return 1
	}
	return 0
}
