package corpus

import (
	"bytes"
	"cmp"
	"regexp"
	"slices"
	"strings"

	"github.com/scilit-lsp/scilit-lsp/bib"
	"github.com/scilit-lsp/scilit-lsp/engine"
	"github.com/scilit-lsp/scilit-lsp/paper"
)

// This file reads dblp's XML: millions of records under one root, in ASCII with the Latin-1
// entities of its DTD. The DTD itself is never read.

// dblpPapers lists the elements that describe works. Other records are skipped, but their start tags
// end an unclosed record.
var dblpPapers = []string{"article", "inproceedings", "proceedings", "book", "incollection", "phdthesis",
	"mastersthesis"}

func readDBLP(in *input, out sink) error {
	others := []string{"www", "person", "data"}
	cut := newCutter(in.Reader, nil, append(others, dblpPapers...)...)
	decode := xmlDecoder(dblpPaper)
	return eachRecord(in, cut.next, func(raw []byte) (*engine.Paper, string) {
		isOther := func(name string) bool { return bytes.HasPrefix(raw[1:], []byte(name)) }
		if slices.ContainsFunc(others, isOther) {
			return nil, ""
		}
		return decode(raw)
	}, out)
}

func dblpPaper(n *node) (*engine.Paper, string) {
	key := n.attr("key")
	p := &engine.Paper{
		Title: DBLPTitle(n.first("title").content()),
		Year:  yearIn(n.first("year").content()), Month: monthOf(n.first("month").content()),
		Volume: n.first("volume").content(), Issue: n.first("number").content(), Pages: n.first("pages").content(),
		Publisher: cmp.Or(n.first("publisher").content(), n.first("school").content()),
		Venue: cmp.Or(n.first("journal").content(), n.first("booktitle").content(),
			dblpSeries(n.first("crossref").content())),
		EntryType: bib.TypeNamed(n.name, ""),
		Retracted: strings.Contains(n.attr("publtype"), "withdrawn"),
	}
	if key != "" {
		p.ID, p.URL = "DBLP:"+key, "https://dblp.org/rec/"+key
	}
	p.Authors = dblpPeople(n, "author")
	if len(p.Authors) == 0 {
		p.Authors = dblpPeople(n, "editor")
	}
	dblpLinks(p, n)
	return p, ""
}

func dblpPeople(n *node, role string) (all []engine.Author) {
	for person := range n.all(role) {
		if name := person.content(); name != "" {
			all = append(all, DBLPPerson(name))
		}
	}
	return all
}

// dblpLinks sets the identifiers contained in links to electronic editions. The volume of a CoRR
// article is its arXiv identifier.
func dblpLinks(p *engine.Paper, n *node) {
	for link := range n.all("ee") {
		address := link.content()
		p.DOI = cmp.Or(p.DOI, paper.DOI(address))
		p.ArXiv = cmp.Or(p.ArXiv, paper.MentionedArXiv(address))
	}
	if number, is := strings.CutPrefix(p.Volume, "abs/"); is && p.Venue == "CoRR" {
		p.ArXiv = cmp.Or(p.ArXiv, paper.ArXiv(number))
	}
}

// dblpSeries extracts the series name from a volume's key, such as "conf/acl/2018-1".
func dblpSeries(key string) string {
	if parts := strings.Split(key, "/"); len(parts) > 1 {
		return strings.ToUpper(parts[1])
	}
	return ""
}

var homonym = regexp.MustCompile(` \d{4}$`)

// DBLPPerson parses a dblp name, which may end in a number that distinguishes namesakes.
func DBLPPerson(name string) engine.Author { return Person(homonym.ReplaceAllString(name, "")) }

// DBLPTitle returns a title without the full stop that dblp appends.
func DBLPTitle(title string) string {
	if strings.HasSuffix(title, "..") {
		return title
	}
	return strings.TrimSuffix(title, ".")
}
