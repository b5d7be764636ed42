package corpus

import (
	"cmp"
	"strings"

	"github.com/scilit-lsp/scilit-lsp/engine"
)

// This file reads the ACL Anthology's XML: a collection of volumes with metadata and papers.

func isACL(h head) bool {
	return h.root == "collection" && (h.inside == "volume" || h.inside == "event")
}

func readACL(in *input, out sink) error {
	// Only the start tag of a volume is needed, since its papers follow its metadata.
	cut := newCutter(in.Reader, []string{"collection", "volume"}, "meta", "frontmatter", "paper")
	return eachRecord(in, cut.next, xmlDecoder((&aclVolume{}).take), out)
}

// aclVolume holds the metadata shared by the papers of a volume.
type aclVolume struct {
	collection, id string
	meta           *node
}

// take stores the metadata of a volume and converts its papers.
func (v *aclVolume) take(n *node) (*engine.Paper, string) {
	switch n.name {
	case "collection":
		v.collection = n.attr("id")
	case "volume":
		v.id, v.meta = n.attr("id"), nil
	case "meta":
		v.meta = n
	case "paper":
		return v.paper(n), ""
	}
	return nil, ""
}

func (v *aclVolume) paper(n *node) *engine.Paper {
	p := &engine.Paper{
		ID: v.paperID(n), Title: n.first("title").content(), Abstract: n.first("abstract").content(),
		Venue:     cmp.Or(v.meta.first("journal-title").content(), v.meta.first("booktitle").content()),
		Publisher: v.meta.first("publisher").content(),
		Pages:     n.first("pages").content(), DOI: n.first("doi").content(),
		Year: yearIn(v.meta.first("year").content()), Month: monthOf(v.meta.first("month").content()),
		Volume: v.meta.first("journal-volume").content(), Issue: v.meta.first("journal-issue").content(),
	}
	p.URL = "https://aclanthology.org/" + p.ID
	for author := range n.all("author") {
		p.Authors = append(p.Authors, engine.Author{Given: author.first("first").content(),
			Family: author.first("last").content()})
	}
	return p
}

// paperID returns a paper's Anthology identifier. It prefers the one in the url element.
func (v *aclVolume) paperID(n *node) string {
	if id := n.first("url").content(); id != "" && !strings.Contains(id, "/") {
		return id
	}
	return v.collection + "-" + v.id + "." + n.attr("id")
}
