package corpus

import (
	"cmp"
	"strings"

	"github.com/scilit-lsp/scilit-lsp/engine"
)

// This file reads PubMed XML: the baseline, the update files and responses from efetch.

func pubMedPaper(record *node) (*engine.Paper, string) {
	citation := record.first("MedlineCitation")
	article := citation.first("Article")
	if article == nil {
		return nil, "the record has no MedlineCitation/Article element: books in PubMed are not supported"
	}
	issue := article.first("Journal", "JournalIssue")
	p := &engine.Paper{
		Title: pubMedTitle(article.first("ArticleTitle").content()), Abstract: pubMedAbstract(article.first("Abstract")),
		Venue: article.first("Journal", "Title").content(), Volume: issue.first("Volume").content(),
		Issue: issue.first("Issue").content(),
		Pages: article.first("Pagination", "MedlinePgn").content(),
	}
	date := issue.first("PubDate")
	p.Year, p.Month = yearIn(blocks(date.all("Year", "MedlineDate", "Season"))), monthOf(date.first("Month").content())
	if id := citation.first("PMID").content(); id != "" {
		p.ID, p.URL = "pmid:"+id, "https://pubmed.ncbi.nlm.nih.gov/"+id+"/"
	}
	for author := range article.first("AuthorList").all("Author") {
		p.Authors = append(p.Authors, pubMedAuthor(author))
	}
	for id := range record.first("PubmedData", "ArticleIdList").all("ArticleId") {
		if id.attr("IdType") == "doi" {
			p.DOI = id.content()
		}
	}
	for id := range article.all("ELocationID") {
		if id.attr("EIdType") == "doi" && p.DOI == "" {
			p.DOI = id.content()
		}
	}
	return p, ""
}

// pubMedTitle returns a title without a final full stop or the brackets that mark a translation.
func pubMedTitle(s string) string {
	s = strings.TrimSuffix(s, ".")
	if strings.HasPrefix(s, "[") && strings.HasSuffix(s, "]") {
		s = s[1 : len(s)-1]
	}
	return strings.TrimSuffix(s, ".")
}

// pubMedAbstract joins the parts of a structured abstract, each with its label.
func pubMedAbstract(n *node) string {
	var parts []string
	for part := range n.all("AbstractText") {
		s := part.content()
		if label := part.attr("Label"); label != "" && s != "" {
			s = label + ": " + s
		}
		parts = append(parts, s)
	}
	return strings.Join(parts, " ")
}

func pubMedAuthor(n *node) engine.Author {
	family := n.first("LastName").content()
	if family == "" {
		return engine.Author{Family: n.first("CollectiveName").content()}
	}
	if suffix := n.first("Suffix").content(); suffix != "" {
		family += " " + suffix
	}
	return engine.Author{Given: cmp.Or(n.first("ForeName").content(), n.first("Initials").content()), Family: family}
}
