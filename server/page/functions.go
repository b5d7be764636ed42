package page

import (
	"html/template"
	"math"
	"strconv"
	"strings"

	"github.com/scilit-lsp/scilit-lsp/app"
	"github.com/scilit-lsp/scilit-lsp/engine/text"
)

// functions are those of the templates. Their texts are escaped by html/template.
var functions = template.FuncMap{
	"asset":    assetAddress,
	"ref":      refValue,
	"percent":  percent,
	"count":    text.Count,
	"many":     many,
	"authors":  authors,
	"paper":    paperAddress,
	"open":     func(ref app.PaperRef) string { return paperAddress(ref, query{}) },
	"asking":   askAddress,
	"refOf":    func(corpus, id string) app.PaperRef { return app.PaperRef{Paper: id, Corpus: corpus} },
	"sentence": asSentence,
	"add":      func(a, b int) int { return a + b },
	"rest":     func(height int) int { return 100 - height },
	"relation": func(r app.Relation) string { return relations[r] },
	"source":   sourceAddress,
	"passage":  passageID,
}

// relations introduce the reason of a relation.
var relations = map[app.Relation]string{
	app.ClaimSupports: "The paper supports the claim.",
	app.ClaimRefutes:  "The paper says otherwise.",
	app.ClaimRelated:  "The paper is on the topic, and shows less than the claim says.",
	app.ClaimNotFound: "Nothing of the claim was found in the paper.",
}

// percent never claims to be certain.
func percent(share float64) int { return int(math.Floor(min(max(share, 0), 0.99) * 100)) }

// many is a count of a thing with its thousands apart: "45,033 papers".
func many(n int, thing string) string {
	digits, rest, _ := strings.Cut(text.Count(n, thing), " ")
	for at := len(digits) - 3; at > 0; at -= 3 {
		digits = digits[:at] + "," + digits[at:]
	}
	return digits + " " + rest
}

// maxAuthors is how many a list names.
const maxAuthors = 4

func authors(names []string) string {
	if len(names) > maxAuthors {
		return strings.Join(names[:maxAuthors-1], ", ") + " and " + text.Count(len(names)-maxAuthors+1, "more author")
	}
	return strings.Join(names, ", ")
}

// paperAddress is that of a paper's page, which keeps the query.
func paperAddress(ref app.PaperRef, q query) string {
	return address("/paper/"+refValue(ref), q.values())
}

// passageID is where a paragraph is on its paper's page.
func passageID(index int) string { return "passage-" + strconv.Itoa(index) }

// askAddress asks one paper.
func askAddress(ref app.PaperRef) string {
	return address("/ask", query{Chosen: refs{ref}}.values())
}
