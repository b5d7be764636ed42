package weaviate

import (
	"fmt"
	"slices"
	"strings"
	"sync"

	"github.com/scilit-lsp/scilit-lsp/engine"
	"github.com/scilit-lsp/scilit-lsp/engine/keyword"
	"github.com/scilit-lsp/scilit-lsp/engine/text"
	"github.com/scilit-lsp/scilit-lsp/paper"
)

// A clause is a node of a Weaviate "where" filter. A nil clause matches every object.
type clause struct {
	operator string
	path     string
	texts    []string // values of ContainsAny and ContainsAll, or the single value of Equal and Like
	year     int
	operands []*clause
}

// argument returns the clause as a GraphQL argument, or "" for a nil clause.
func (c *clause) argument() string {
	if c == nil {
		return ""
	}
	var b strings.Builder
	b.WriteString("where:")
	c.write(&b)
	return b.String()
}

func (c *clause) write(b *strings.Builder) {
	fmt.Fprintf(b, "{operator:%s", c.operator)
	switch {
	case len(c.operands) > 0:
		b.WriteString(",operands:[")
		for _, operand := range c.operands {
			operand.write(b)
		}
		b.WriteByte(']')
	case c.path == yearProperty:
		fmt.Fprintf(b, ",path:[%s],valueInt:%d", literal(c.path), c.year)
	case strings.HasPrefix(c.operator, "Contains"):
		quoted := make([]string, len(c.texts))
		for i, s := range c.texts {
			quoted[i] = literal(s)
		}
		fmt.Fprintf(b, ",path:[%s],valueText:[%s]", literal(c.path), strings.Join(quoted, ","))
	default:
		fmt.Fprintf(b, ",path:[%s],valueText:%s", literal(c.path), literal(c.texts[0]))
	}
	b.WriteByte('}')
}

// A closeness grades how well a cluster's filter approximates an expression.
type closeness int

const (
	exact  closeness = iota // matches the same papers
	nearly                  // like exact, but may be wrong about one paper in thousands because of hash collisions
	loose                   // matches too many papers; their texts must be verified
)

// A filter is the part of an expression that the cluster can evaluate.
type filter struct {
	where *clause
	is    closeness
}

// none is a filter that matches no paper, since no stored term is a punctuation mark.
var none = filter{where: &clause{operator: "Equal", path: termsProperty, texts: []string{"!"}}}

func anyOf(path string, texts ...string) *clause {
	return &clause{operator: "ContainsAny", path: path, texts: texts}
}

func termsAll(terms []string) *clause {
	return &clause{operator: "ContainsAll", path: termsProperty, texts: terms}
}

func filterOf(req engine.Request) filter {
	all := translate(req.Expr)
	if req.Years.Bounded() {
		all = conjunction([]filter{all, {where: years(req.Years.From, req.Years.To)}})
	}
	return all
}

// translate returns a filter that matches at least the papers that e matches.
func translate(e keyword.Expr) filter {
	switch e := e.(type) {
	case nil:
		return filter{}
	case keyword.And:
		return conjunction(translateAll(e.Operands))
	case keyword.Or:
		return disjunction(translateAll(e.Operands))
	case keyword.Not:
		return negation(translate(e.Operand))
	case keyword.Phrase:
		return phrase(e.Words)
	case keyword.Words:
		return words(e)
	case keyword.Years:
		return filter{where: years(e.From, e.To)}
	case keyword.Field:
		return field(e)
	}
	return filter{is: loose}
}

func translateAll(operands []keyword.Expr) []filter {
	all := make([]filter, len(operands))
	for i, operand := range operands {
		all[i] = translate(operand)
	}
	return all
}

func conjunction(filters []filter) (all filter) {
	var clauses []*clause
	for _, f := range filters {
		all.is = max(all.is, f.is)
		if f.where != nil {
			clauses = append(clauses, f.where)
		}
	}
	all.where = joinedBy("And", clauses)
	return all
}

// disjunction merges all ContainsAny clauses into one.
func disjunction(filters []filter) (all filter) {
	var clauses []*clause
	wanted := anyOf(termsProperty)
	for _, f := range filters {
		all.is = max(all.is, f.is)
		switch {
		case f.where == nil:
			return filter{is: all.is}
		case f.where.operator == "ContainsAny":
			wanted.texts = append(wanted.texts, f.where.texts...)
		default:
			clauses = append(clauses, f.where)
		}
	}
	if len(wanted.texts) > 0 {
		clauses = append(clauses, wanted)
	}
	all.where = joinedBy("Or", clauses)
	return all
}

func joinedBy(operator string, clauses []*clause) *clause {
	switch len(clauses) {
	case 0:
		return nil
	case 1:
		return clauses[0]
	}
	return &clause{operator: operator, operands: clauses}
}

// negation returns a filter for the complement of f. If f is loose, the filter matches every paper,
// since the complement of f would miss some.
func negation(f filter) filter {
	switch {
	case f.is == loose:
		return filter{is: loose}
	case f.where == nil:
		return none
	}
	return filter{&clause{operator: "Not", operands: []*clause{f.where}}, f.is}
}

func years(from, to int) *clause {
	var bounds []*clause
	if from != 0 {
		bounds = append(bounds, &clause{operator: "GreaterThanEqual", path: yearProperty, year: from})
	}
	if to != 0 {
		bounds = append(bounds, &clause{operator: "LessThanEqual", path: yearProperty, year: to})
	}
	if len(bounds) == 0 { // without bounds, any known year matches
		bounds = append(bounds, &clause{operator: "GreaterThanEqual", path: yearProperty, year: 1})
	}
	return joinedBy("And", bounds)
}

// phrase returns a filter for the words and word pairs of a phrase, in the title, the abstract or
// the full text.
func phrase(wanted []string) filter {
	source := strings.Join(wanted, " ")
	var clauses []*clause
	text.EachTerm(source, func(term string, _ bool) {
		if !hasStopStem(term) {
			term = storedTerm(term)
			clauses = append(clauses, anyOf(termsProperty, term, bodyPrefix+term))
		}
	})
	whole := filter{where: joinedBy("And", clauses), is: loose}
	switch stems := text.Stems(source); {
	case len(stems) == 1 && len(clauses) == 1:
		whole.is = exact
	case len(stems) == 2 && len(clauses) == 3: // the clauses are those of both words and of their pair
		whole.is = nearly
	}
	return whole
}

// stopStems holds the stems of stop words, which are not stored.
var stopStems = sync.OnceValue(func() map[string]bool {
	all := make(map[string]bool)
	for word := range text.StopWords() {
		for _, stem := range text.Stems(word) {
			all[stem] = true
		}
	}
	return all
})

// hasStopStem reports whether a term contains the stem of a stop word, such as "doe" for "does". The
// cluster does not store such terms, so the texts must be verified.
func hasStopStem(term string) bool {
	return slices.ContainsFunc(strings.Fields(term), func(stem string) bool { return stopStems()[stem] })
}

func words(e keyword.Words) filter {
	terms := text.Terms(strings.Join(e.Words, " "))
	switch {
	case len(terms) == 0 && e.Anywhere:
		return none
	case len(terms) == 0:
		return filter{is: loose}
	case e.Anywhere:
		return filter{where: termsAll(terms)}
	}
	return filter{where: termsAll(terms), is: loose}
}

func field(e keyword.Field) filter {
	value := strings.Join(e.Words, " ")
	switch e.Name {
	case "author":
		return namesIn(authorPrefix, tokens(value), e.Begins)
	case "venue":
		if e.Begins {
			return namesIn(venuePrefix, tokens(value), true)
		}
		return namesIn(venuePrefix, text.Stems(value), false)
	case "title":
		return title(value, e.Begins)
	}
	return identifier(e.Name, value, e.Begins)
}

// namesIn returns a filter for all words of a field. If begins is set, the last word is a prefix.
func namesIn(prefix string, words []string, begins bool) filter {
	if len(words) == 0 {
		return none
	}
	all := make([]string, len(words))
	for i, word := range words {
		all[i] = prefix + word
	}
	if !begins {
		return filter{where: termsAll(all)}
	}
	last := len(all) - 1
	clauses := []*clause{{operator: "Like", path: termsProperty, texts: []string{all[last] + "*"}}}
	if last > 0 {
		clauses = append(clauses, termsAll(all[:last]))
	}
	return filter{where: joinedBy("And", clauses)}
}

func title(value string, begins bool) filter {
	if begins {
		return namesIn(wordPrefix, tokens(value), true)
	}
	terms := slices.DeleteFunc(text.Terms(value), hasStopStem)
	if len(terms) == 0 {
		return filter{is: loose}
	}
	return filter{where: termsAll(terms), is: loose}
}

// identifier returns a filter for a name or, if begins is set, for names with that prefix. It
// truncates a prefix before the first character that Weaviate treats as a wildcard.
func identifier(kind, value string, begins bool) filter {
	name := kind + ":" + text.Fold(value)
	if !begins {
		return filter{where: &clause{operator: "Equal", path: namesProperty, texts: []string{name}}}
	}
	is := exact
	if i := strings.IndexAny(name, "*?"); i >= 0 {
		name, is = name[:i], loose
	}
	return filter{&clause{operator: "Like", path: namesProperty, texts: []string{name + "*"}}, is}
}

func tokens(s string) (all []string) {
	for _, token := range text.Tokens(s) {
		all = append(all, token.Text)
	}
	return all
}

// namesOf returns the stored names by which a reference can be found. It omits the ID, since the
// object's UUID is derived from it.
func namesOf(ref paper.Ref) (names []string) {
	for _, name := range ref.Names() {
		if !strings.HasPrefix(name, "id:") && len(name) <= maxName {
			names = append(names, text.Fold(name))
		}
	}
	return slices.Compact(names)
}

// maxName is the maximum length of a stored name in bytes. Longer ones come from damaged metadata.
const maxName = 512
