package verify

import (
	"cmp"
	"net/url"
	"slices"
	"strings"

	"github.com/scilit-lsp/scilit-lsp/paper"
)

// confirm adds a finding for each identifier of the entry that is not confirmed by a record of its work.
func (e *entry) confirm(result *Result, relations []relation, best *judged) {
	if best == nil {
		return
	}
	of := slices.DeleteFunc(slices.Clone(relations), func(r relation) bool { return e.kinship(r) != sameWork })
	confirmed := func(has func(r relation) bool) bool { return slices.ContainsFunc(of, has) }
	if e.DOI != "" && !confirmed(e.hasDOI) && !result.Has(DOIOther, DOIDiffers, DOIUnknown, DOIPrefix) {
		result.add(DOIUnknown, "no record of the work has the DOI %s", e.DOI)
	}
	if e.ArXiv != "" && !confirmed(func(r relation) bool { return r.arxiv }) && !result.Has(ArXivOther, ArXivDiffers) {
		result.add(ArXivUnknown, "no record of the work has the arXiv identifier %s", e.ArXiv)
	}
	e.confirmPMID(result, of)
	e.confirmURL(result, of)
	if e.ISBN != "" && e.Reference.Venue == "" && e.DOI == "" && e.ArXiv == "" {
		result.add(ISBNUnknown, "no record of the work has the ISBN %s", e.WrittenISBN)
	}
}

// hasDOI reports whether a record has the entry's DOI. An arXiv DOI also matches a record with the arXiv
// identifier contained in it.
func (e *entry) hasDOI(r relation) bool {
	id := paper.MentionedArXiv(e.DOI)
	return r.doi || id != "" && id == cmp.Or(paper.ArXiv(r.paper.ArXiv), paper.MentionedArXiv(r.paper.DOI))
}

func (e *entry) confirmPMID(result *Result, of []relation) {
	if e.PMID == "" {
		return
	}
	other := ""
	for _, r := range of {
		known := pmidOf(r.paper)
		if known == e.PMID {
			return
		}
		other = cmp.Or(known, other)
	}
	if other != "" {
		result.add(PMIDDiffers, "the record has the PMID %s, not %s", other, e.PMID)
		return
	}
	result.add(PMIDUnknown, "no record of the work has the PMID %s", e.PMID)
}

// pmidOf returns the PubMed ID of a record, which may be in its URL or in an ID from PubMed.
func pmidOf(p *paper.Paper) string {
	if id, ok := strings.CutPrefix(p.ID, "pubmed:"); ok {
		return paper.PMID(id)
	}
	if strings.Contains(p.URL, "/") {
		return paper.PMID(p.URL)
	}
	return ""
}

// A page identifies the web page of a work, for example on the site of a publisher.
type page struct {
	scheme string // kind of the identifier in the URL, or else the host
	id     string
}

// confirmURL compares the entry's URL with those of the records.
func (e *entry) confirmURL(result *Result, of []relation) {
	have, ok := pageOf(e.URL)
	if !ok {
		return
	}
	var other page
	for _, r := range of {
		for _, known := range pagesOf(r.paper) {
			switch {
			case known == have:
				return
			case known.scheme == have.scheme && known.scheme != "":
				other = known
			}
		}
	}
	switch {
	case other.id != "":
		result.add(URLDiffers, "the URL identifies %s, but the record's URL identifies %s", have.id, other.id)
	case have.scheme != doiPage && have.scheme != arxivPage: // DOIs and arXiv identifiers have already been checked
		result.add(URLUnknown, "no record of the work has the URL %s", e.URL)
	}
}

const doiPage, arxivPage = "doi", "arxiv"

// pagesOf returns the web pages of a work that its record implies.
func pagesOf(p *paper.Paper) (all []page) {
	if at, ok := pageOf(p.URL); ok {
		all = append(all, at)
	}
	for _, known := range []page{
		{"acl", paper.ACL(p.DOI)}, {"pmid", pmidOf(p)}, {arxivPage, paper.ArXiv(p.ArXiv)}, {doiPage, paper.DOI(p.DOI)},
	} {
		if known.id != "" {
			all = append(all, known)
		}
	}
	return all
}

// pageHosts maps hosts that have one page per work to the path prefix of these pages.
var pageHosts = map[string]string{
	"openreview.net": "/", "proceedings.mlr.press": "/v", "papers.nips.cc": "/paper", "proceedings.neurips.cc": "/paper",
	"papers.neurips.cc": "/paper", "ieeexplore.ieee.org": "/", "jstor.org": "/stable/", "sciencedirect.com": "/science/article/",
	"openaccess.thecvf.com": "/content", "nber.org": "/papers/", "papers.ssrn.com": "/", "hal.science": "/", "jmlr.org": "/papers/",
	"nature.com": "/articles/", "semanticscholar.org": "/paper/", "dblp.org": "/rec/", "usenix.org": "/conference/",
	"academic.oup.com": "/", "ojs.aaai.org": "/index.php/", "adsabs.harvard.edu": "/abs/", "ui.adsabs.harvard.edu": "/abs/",
}

// pageOf parses the URL of a page. ok is false if the URL does not identify a work.
func pageOf(address string) (p page, ok bool) {
	if !strings.Contains(address, "://") {
		return p, false
	}
	for _, known := range []page{
		{"acl", paper.ACL(address)}, {"pmid", paper.PMID(address)}, {arxivPage, paper.MentionedArXiv(address)},
		{doiPage, paper.DOI(address)},
	} {
		if known.id != "" {
			return known, true
		}
	}
	at, err := url.Parse(strings.TrimSpace(address))
	if err != nil {
		return p, false
	}
	host := strings.TrimPrefix(strings.ToLower(at.Hostname()), "www.")
	begin, known := pageHosts[host]
	path := strings.TrimSuffix(strings.TrimSuffix(strings.TrimSuffix(at.Path, "/"), ".pdf"), ".html")
	if !known || !strings.HasPrefix(path, begin) || len(path) <= len(begin) {
		return p, false
	}
	if host == "openreview.net" {
		if id := at.Query().Get("id"); id != "" {
			return page{host, id}, true
		}
	}
	if id := at.Query().Get("abstract_id"); id != "" {
		return page{host, id}, true
	}
	return page{"", host + path}, true
}

// selfCheck adds findings about mistakes that can be detected without a record.
func (e *entry) selfCheck(result *Result, year int) {
	if year > 0 && e.Year > year+1 {
		result.add(YearFuture, "the year %d is in the future", e.Year)
	}
	if written := strings.TrimSpace(e.WrittenDOI); written != "" && paper.DOI(written) == "" {
		result.add(DOIMalformed, "%q is not a DOI: write 10.PREFIX/SUFFIX, or remove the field", written)
	}
	if written := strings.TrimSpace(e.WrittenISBN); isbnLike(written) && e.ISBN == "" {
		result.add(ISBNMalformed, "the check digit of the ISBN %q is wrong: compare it with the book", written)
	}
	if posted, _ := paper.ArXivDate(e.ArXiv); e.Preprint && posted > 0 && e.Year > 0 && e.Year < posted {
		result.add(ArXivDate, "the arXiv identifier %s is from %d, but the entry's year is %d", e.ArXiv, posted, e.Year)
	}
	if names := publishers[prefixOf(e.DOI)]; names != nil && otherPublisher(e.Publisher, names) &&
		!result.Has(DOIOther, DOIDiffers, DOIPrefix) {
		result.add(DOIPublisher, "the DOI's prefix %s does not belong to the publisher %q", prefixOf(e.DOI), e.Publisher)
	}
}

// isbnLike reports whether a field contains a single ISBN, rather than, for example, a list of them.
func isbnLike(s string) bool {
	n := 0
	for i := range len(s) {
		switch c := s[i]; {
		case '0' <= c && c <= '9' || c == 'X' || c == 'x':
			n++
		case c != '-' && c != ' ':
			return false
		}
	}
	return n == 10 || n == 13
}

// otherPublisher reports whether a publisher is in the table, but under none of the given names.
func otherPublisher(written string, names []string) bool {
	name := paper.NormalTitle(written)
	if name == "" || mentions(name, names) {
		return false
	}
	for _, others := range publishers {
		if mentions(name, others) {
			return true
		}
	}
	return false
}

// mentions reports whether a publisher's name contains a name in the table. A short name in the table
// must equal the whole name, since it may also be part of another word.
func mentions(name string, table []string) bool {
	return slices.ContainsFunc(table, func(known string) bool {
		return name == known || len(known) > 4 && strings.Contains(name, known)
	})
}
