package draft

import (
	"context"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/scilit-lsp/scilit-lsp/engine/check"
	"github.com/scilit-lsp/scilit-lsp/engine/choice"
	"github.com/scilit-lsp/scilit-lsp/engine/english"
	"github.com/scilit-lsp/scilit-lsp/engine/judge"
	"github.com/scilit-lsp/scilit-lsp/engine/text"
	"github.com/scilit-lsp/scilit-lsp/internal/pattern"
)

// Contrasting is the beginning of a sentence that contradicts the previous one.
const Contrasting = "In contrast, "

// Contradicting is the note about a draft that contradicts Request.Claim.
const Contradicting = "the paper contradicts your sentence"

// MarkContrasts marks the drafts that contradict the request's claim: they begin with Contrasting and
// have the form Contrast. It changes nothing without a network. A network that fails must not prevent a
// draft, so MarkContrasts marks the remaining drafts as unjudged and returns only the error of ctx.
func MarkContrasts(ctx context.Context, network judge.Network, req Request, drafts []Draft) error {
	if network == nil || !isContradictable(req) {
		return nil
	}
	model, claim := judge.Model{Network: network}, judge.Sentence{Text: Plain(req.Claim)}
	for i := range drafts {
		d := &drafts[i]
		begun := d.begunWith(Contrasting)
		if begun == "" {
			continue
		}
		said := judge.Sentence{Title: req.Paper.Title, Text: d.Statement()}
		contradicts, err := model.Contradict(ctx, claim, said)
		if err != nil {
			for rest := range drafts[i:] {
				drafts[i+rest].Unjudged = true
			}
			return ctx.Err()
		}
		if contradicts {
			d.Text, d.Form, d.Unmarked, d.Contradicts = begun, choice.Contrast, d.Form, true
		}
	}
	return nil
}

// isContradictable reports whether a draft may contradict the claim of a request: an English statement about
// others' work that does not mention the paper.
func isContradictable(req Request) bool {
	if req.Claim == "" || check.OwnWork(req.Claim) != "" || text.Language(req.Context) != "English" {
		return false
	}
	if len(req.Paper.Authors) == 0 {
		return true
	}
	first := text.FoldedWords(req.Paper.Authors[0].Family)
	return first == "" || !strings.Contains(" "+text.FoldedWords(req.Claim)+" ", " "+first+" ")
}

// begunWith returns the draft's text with a connective at its beginning. It returns "" if the draft makes no
// statement about the paper in its own words, or if Connected does.
func (d Draft) begunWith(connective string) string {
	if d.MarkOnly || d.OwnWork || strings.ContainsAny(d.Text, "“”") || d.Form == choice.Contrast ||
		d.Form == choice.Use || d.Form == choice.Quotation {
		return ""
	}
	return Connected(connective, d.Text)
}

// joined matches an introduction such as "However," or "In addition,", and connectives without a comma.
var joined = pattern.MustCompile(`^(?:\p{L}+ ){0,3}\p{L}+, |^(?:Accordingly|Additionally|Also|Although|As a result` +
	`|As with|Besides|But|By contrast|Compared (?:to|with)|Consequently|Consistent with|Contrary to|Conversely` +
	`|Furthermore|Hence|However|In (?:accordance|addition|agreement|comparison|contrast|line)|Instead|Like|Likewise` +
	`|Moreover|Nevertheless|Nonetheless|Similar to|Similarly|Therefore|Thus|Unlike|Whereas|While|Yet) `)

// Connected returns a sentence with a connective at its beginning. It returns "" if the sentence already begins
// with one, or if the first word may be a name, which stays capitalized within a sentence.
func Connected(connective, sentence string) string {
	if joined.MatchString(sentence) {
		return ""
	}
	if strings.HasPrefix(sentence, Mark) {
		return connective + sentence
	}
	first, _, _ := strings.Cut(sentence, " ")
	r, size := utf8.DecodeRuneInString(first)
	rest := first[size:]
	lower := string(unicode.ToLower(r)) + rest
	if rest != strings.ToLower(rest) || !text.IsStop(lower) && !english.IsUsuallyLower(lower) {
		return ""
	}
	return connective + string(unicode.ToLower(r)) + sentence[size:]
}

// Statement returns the draft as a sentence that does not depend on its citation.
func (d Draft) Statement() string {
	said := d.Text
	if d.Textual {
		said = strings.Replace(said, Mark, "the authors", 1)
		if strings.HasPrefix(d.Text, Mark) {
			said = "T" + said[1:]
		}
	}
	return Plain(said)
}

// Plain returns a sentence without citations.
func Plain(s string) string {
	s = strings.ReplaceAll(WithoutCitations(s), Mark, " ")
	s = emptyBrackets.Replace(strings.Join(strings.Fields(text.Clean(s)), " "))
	return spaceBefore.Replace(strings.Join(strings.Fields(s), " "))
}

// These replacers remove the empty brackets and spaces left by removed citations.
var (
	emptyBrackets = strings.NewReplacer("( )", "", "()", "", "[ ]", "", "[]", "")
	spaceBefore   = strings.NewReplacer(" .", ".", " ,", ",", " ;", ";", " :", ":")
)
