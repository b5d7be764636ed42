package corpus

import (
	"cmp"
	"slices"
	"strings"

	"github.com/scilit-lsp/scilit-lsp/engine"
	"github.com/scilit-lsp/scilit-lsp/paper"
)

// This file reads JATS XML, the full-text format of PubMed Central and most open-access publishers.
// A file holds one article, or many in a pmc-articleset.

func isJATS(h head) bool {
	return h.root == "article" || h.root == "pmc-articleset" || h.root == "articles" && h.inside == "article"
}

func jatsPaper(article *node) (*engine.Paper, string) {
	meta, journal := article.first("front", "article-meta"), article.first("front", "journal-meta")
	if meta == nil {
		return nil, "the article has no front/article-meta element, and therefore no title"
	}
	p := &engine.Paper{
		Title: meta.first("title-group", "article-title").content("xref", "fn"), Abstract: jatsAbstract(meta),
		Venue: journal.firstBelow("journal-title").content(), Publisher: journal.firstBelow("publisher-name").content(),
		Volume: meta.first("volume").content(), Issue: meta.first("issue").content(), Pages: jatsPages(meta),
		License: jatsLicense(meta.first("permissions", "license")),
	}
	p.Year, p.Month = jatsDate(meta)
	for contrib := range meta.below("contrib") {
		if kind := contrib.attr("contrib-type"); kind == "author" || kind == "" {
			p.Authors = append(p.Authors, jatsNames(contrib)...)
		}
	}
	for id := range meta.all("article-id") {
		switch value := id.content(); id.attr("pub-id-type") {
		case "doi":
			p.DOI = value
		case "pmc", "pmcid":
			p.ID = "PMC" + strings.TrimPrefix(value, "PMC")
			p.URL = "https://www.ncbi.nlm.nih.gov/pmc/articles/" + p.ID
		}
	}
	t := jatsText{bodyWriter{number: jatsReferences(p, article.first("back"))}}
	t.section(article.first("body"), "")
	p.Body = t.body
	return p, ""
}

// jatsAbstract returns the scholarly abstract. It ignores other summaries, such as those for the press.
func jatsAbstract(meta *node) string {
	for abstract := range meta.all("abstract") {
		if kind := abstract.attr("abstract-type"); kind == "" || kind == "structured" || kind == "section" {
			return blocks(abstract.below("p", "title"))
		}
	}
	return ""
}

// jatsDate returns the publication date. It prefers the issue's date.
func jatsDate(meta *node) (year, month int) {
	var best *node
	rank := -1
	kinds := []string{"accepted", "received", "", "epub", "pub", "collection", "ppub"}
	for date := range meta.all("pub-date") {
		kind := date.attr("pub-type") + date.attr("date-type")
		if at := slices.Index(kinds, kind); at > rank || best == nil {
			best, rank = date, at
		}
	}
	return yearIn(best.first("year").content()), monthOf(best.first("month").content())
}

func jatsPages(meta *node) string {
	if first := meta.first("fpage").content(); first != "" {
		return pageRange(first, meta.first("lpage").content())
	}
	return meta.first("elocation-id").content()
}

// jatsLicense returns the URL of a licence, or its text if it has no URL.
func jatsLicense(license *node) string {
	return cmp.Or(license.attr("href"), license.firstBelow("ext-link").attr("href"), license.content())
}

// jatsNames returns the people and groups in n.
func jatsNames(n *node) (all []engine.Author) {
	for name := range n.below("name", "string-name", "collab") {
		family := name.first("surname").content()
		switch {
		case family != "":
			all = append(all, engine.Author{Given: name.first("given-names").content(), Family: family})
		case name.name == "collab":
			all = append(all, engine.Author{Family: name.content("contrib-group", "fn", "xref")})
		default:
			all = append(all, Person(name.content()))
		}
	}
	return all
}

// jatsReferences adds the reference list to p. It returns the index of each reference by its XML ID.
func jatsReferences(p *engine.Paper, back *node) numbering {
	number := make(numbering)
	for ref := range back.below("ref") {
		number[ref.attr("id")] = len(p.References)
		p.References = append(p.References, jatsReference(ref))
	}
	return number
}

func jatsReference(ref *node) (r engine.Reference) {
	c := ref.firstBelow("element-citation", "mixed-citation", "nlm-citation", "citation")
	if c == nil {
		return r
	}
	r.Title, r.Venue = c.firstBelow("article-title", "chapter-title").content(), c.firstBelow("source").content()
	if r.Title == "" {
		r.Title, r.Venue = r.Venue, ""
	}
	r.Year = yearIn(c.firstBelow("year").content())
	for id := range c.below("pub-id", "ext-link", "uri") {
		if r.DOI == "" {
			r.DOI = paper.DOI(id.content() + " " + id.attr("href"))
		}
	}
	for group := range c.all("person-group") {
		if kind := group.attr("person-group-type"); kind == "author" || kind == "" {
			r.Authors = append(r.Authors, jatsNames(group)...)
		}
	}
	if len(r.Authors) == 0 {
		r.Authors = jatsNames(c)
	}
	return r
}

type jatsText struct{ bodyWriter }

// notProse lists the body elements that contain no running text.
var notProse = []string{"fig", "fig-group", "table-wrap", "table-wrap-group", "disp-formula", "disp-formula-group",
	"tex-math", "supplementary-material", "media", "graphic", "label", "object-id", "def-list", "boxed-text", "code",
	"preformat", "ref-list"}

func (t *jatsText) section(n *node, title string) {
	if n == nil {
		return
	}
	for _, c := range n.children {
		switch {
		case c.name == "sec":
			t.section(c, c.first("title").content("xref", "label"))
		case c.name == "p":
			t.inline(c)
			t.endParagraph(title)
		case c.name != "" && c.name != "title" && !slices.Contains(notProse, c.name):
			t.section(c, title) // lists, quotes and other blocks that contain paragraphs
		}
	}
}

// inline writes the text of a paragraph. It puts spaces around nested blocks.
func (t *jatsText) inline(n *node) {
	for _, c := range n.children {
		switch {
		case c.name == "":
			t.out.write(c.text)
		case c.name == "xref" && c.attr("ref-type") == "bibr":
			t.out.mark(func() { t.inline(c) }, t.reference(c.attr("rid")))
		case slices.Contains(notProse, c.name):
		case c.name == "p" || c.name == "list-item":
			t.out.write(" ")
			t.inline(c)
			t.out.write(" ")
		default:
			t.inline(c)
		}
	}
}

// reference returns the index of the first known reference of a citation mark, or -1.
func (t *jatsText) reference(rids string) int {
	for rid := range strings.FieldsSeq(rids) {
		if i, ok := t.number[rid]; ok {
			return i
		}
	}
	return -1
}
