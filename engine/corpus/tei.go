package corpus

import (
	"cmp"
	"strings"

	"github.com/scilit-lsp/scilit-lsp/engine"
	"github.com/scilit-lsp/scilit-lsp/paper"
)

// This file reads GROBID's TEI XML, one document per PDF.

func teiPaper(tei *node) (*engine.Paper, string) {
	source := tei.first("teiHeader", "fileDesc", "sourceDesc", "biblStruct")
	if source == nil {
		return nil, "the TEI document has no teiHeader/fileDesc/sourceDesc/biblStruct element; check that GROBID wrote it"
	}
	w := teiWork(source)
	p := &engine.Paper{
		Title:   cmp.Or(tei.first("teiHeader", "fileDesc", "titleStmt", "title").content(), w.Title),
		Authors: w.Authors, Venue: w.Venue, DOI: w.DOI, Year: w.Year,
		Abstract: blocks(tei.first("teiHeader", "profileDesc", "abstract").below("p", "head")),
		Volume:   teiScope(source, "volume"), Issue: teiScope(source, "issue"), Pages: teiScope(source, "page"),
	}
	for id := range source.below("idno") {
		switch value := id.content(); id.attr("type") {
		case "arXiv":
			p.ArXiv = paper.ArXiv(value)
		case "MD5":
			p.ID = "md5:" + strings.ToLower(value)
		}
	}
	t := teiText{bodyWriter{number: teiReferences(p, tei.first("text", "back"))}}
	for div := range tei.first("text", "body").all("div") {
		t.section(div, "")
	}
	p.Body = t.body
	return p, ""
}

// teiWork parses the biblStruct element of a document or a reference.
func teiWork(n *node) (r engine.Reference) {
	article, venue := n.first("analytic"), n.first("monogr")
	r.Title, r.Venue = article.first("title").content(), venue.first("title").content()
	if r.Title == "" {
		r.Title, r.Venue = r.Venue, ""
	}
	people := article
	if people.first("author") == nil {
		people = venue
	}
	for author := range people.all("author") {
		if a := teiAuthor(author.first("persName")); a.Family != "" {
			r.Authors = append(r.Authors, a)
		}
	}
	for date := range n.below("date") {
		if r.Year == 0 {
			r.Year = yearIn(date.attr("when") + " " + date.content())
		}
	}
	for id := range n.below("idno") {
		if strings.EqualFold(id.attr("type"), "DOI") {
			r.DOI = paper.DOI(id.content())
		}
	}
	return r
}

func teiAuthor(name *node) engine.Author {
	var given []string
	for part := range name.all("forename") {
		given = append(given, part.content())
	}
	return engine.Author{Given: strings.Join(given, " "), Family: name.first("surname").content()}
}

func teiScope(n *node, unit string) string {
	for scope := range n.below("biblScope") {
		if scope.attr("unit") != unit {
			continue
		}
		if from, to := scope.attr("from"), scope.attr("to"); from != "" {
			return strings.TrimSuffix(from+"-"+to, "-")
		}
		return scope.content()
	}
	return ""
}

// teiReferences adds the reference list to p. It returns the index of each reference by its XML ID.
func teiReferences(p *engine.Paper, back *node) numbering {
	number := make(numbering)
	for list := range back.below("listBibl") {
		for work := range list.all("biblStruct") {
			number[work.attr("id")] = len(p.References)
			p.References = append(p.References, teiWork(work))
		}
	}
	return number
}

type teiText struct{ bodyWriter }

func (t *teiText) section(div *node, title string) {
	for _, c := range div.children {
		switch c.name {
		case "head":
			title = c.content()
		case "p":
			t.inline(c)
			t.endParagraph(title)
		case "div":
			t.section(c, title)
		}
	}
}

func (t *teiText) inline(n *node) {
	for _, c := range n.children {
		switch {
		case c.name == "":
			t.out.write(c.text)
		case c.name == "ref" && c.attr("type") == "bibr":
			t.out.mark(func() { t.inline(c) }, t.number.of(strings.TrimPrefix(c.attr("target"), "#")))
		case c.name == "s":
			t.inline(c)
			t.out.write(" ")
		case c.name != "formula" && c.name != "figure":
			t.inline(c)
		}
	}
}
