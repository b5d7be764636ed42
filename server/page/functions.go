package page

import (
	"html/template"
	"math"
	"strconv"
	"strings"

	"github.com/scilit-lsp/scilit-lsp/app/wire"
	"github.com/scilit-lsp/scilit-lsp/engine/text"
)

// functions maps the names of template functions to their implementations. html/template escapes
// their results.
var functions = template.FuncMap{
	"asset":    assetAddress,
	"ref":      refValue,
	"percent":  percent,
	"count":    text.Count,
	"many":     many,
	"authors":  authors,
	"paper":    paperAddress,
	"open":     func(ref wire.PaperRef) string { return paperAddress(ref, query{}) },
	"asking":   askAddress,
	"refOf":    func(corpus, id string) wire.PaperRef { return wire.PaperRef{Paper: id, Corpus: corpus} },
	"sentence": asSentence,
	"add":      func(a, b int) int { return a + b },
	"rest":     func(height int) int { return 100 - height },
	"relation": func(r wire.Relation) string { return relations[r] },
	"source":   sourceAddress,
	"passage":  passageID,
}

// relations maps the relations between a paper and a claim to their descriptions.
var relations = map[wire.Relation]string{
	wire.ClaimSupports: "The paper supports the claim.",
	wire.ClaimRefutes:  "The paper contradicts the claim.",
	wire.ClaimRelated:  "The paper is on the topic, but does not support the whole claim.",
	wire.ClaimNotFound: "The paper does not mention the claim.",
}

// percent returns a share as a percentage, at most 99.
func percent(share float64) int { return int(math.Floor(min(max(share, 0), 0.99) * 100)) }

// many returns a count with thousands separators, such as "45,033 papers".
func many(n int, thing string) string {
	digits, rest, _ := strings.Cut(text.Count(n, thing), " ")
	for at := len(digits) - 3; at > 0; at -= 3 {
		digits = digits[:at] + "," + digits[at:]
	}
	return digits + " " + rest
}

const maxAuthors = 4 // maximum number of authors shown in a list

func authors(names []string) string {
	if len(names) > maxAuthors {
		return strings.Join(names[:maxAuthors-1], ", ") + " and " + text.Count(len(names)-maxAuthors+1, "more author")
	}
	return strings.Join(names, ", ")
}

// paperAddress returns the URL of a paper's page, which includes the query.
func paperAddress(ref wire.PaperRef, q query) string {
	return address("/paper/"+refValue(ref), q.values())
}

// passageID returns the HTML ID of a paragraph on its paper's page.
func passageID(index int) string { return "passage-" + strconv.Itoa(index) }

// askAddress returns the URL of the page for asking questions about one paper.
func askAddress(ref wire.PaperRef) string {
	return address("/ask", query{Chosen: refs{ref}}.values())
}
