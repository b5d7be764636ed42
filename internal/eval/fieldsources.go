package eval

import (
	"strconv"
	"strings"

	"github.com/scilit-lsp/scilit-lsp/engine"
	"github.com/scilit-lsp/scilit-lsp/engine/text"
)

// A TitledContext is a citation context whose cited work is described by title, authors, year,
// venue and DOI instead of by an ID.
type TitledContext struct {
	ID       string   `json:"id"`
	Citing   string   `json:"citing"`
	Year     int      `json:"citing_year"`
	Context  []string `json:"context"`
	Sentence string   `json:"sentence_masked"`
	Split    string   `json:"split"`
	Cited    struct {
		Title   string   `json:"title"`
		Authors []string `json:"authors"`
		Year    string   `json:"year"`
		Venue   string   `json:"venue"`
		DOI     string   `json:"doi"`
	} `json:"cited"`
}

// ReadTitledContexts reads contexts as JSON lines from a file, which may be compressed.
func ReadTitledContexts(path string) ([]TitledContext, error) {
	return Collect(recordsIn[TitledContext](path, "context"))
}

// ReadCiting returns the IDs of the citing papers in a file of contexts. The contexts may be of
// either type.
func ReadCiting(path string) (map[string]bool, error) {
	citing := make(map[string]bool)
	for c, err := range recordsIn[struct{ Citing string }](path, "context") {
		if err != nil {
			return nil, err
		}
		citing[c.Citing] = true
	}
	return citing, nil
}

// A fieldPaper is a paper in the JSON format of SciLit.
type fieldPaper struct {
	ID              string `json:"Id"`
	Title           string
	Author          []fieldAuthor
	Abstract        string `json:",omitempty"`
	Venue           string
	DOI             string
	PublicationDate struct{ Year string }
}

type fieldAuthor struct{ GivenName, FamilyName string }

// fieldPaperOf converts a reference to a record with an ID.
func fieldPaperOf(id string, r engine.Reference) fieldPaper {
	p := fieldPaper{ID: id, Title: r.Title, Venue: r.Venue, DOI: r.DOI}
	if r.Year != 0 {
		p.PublicationDate.Year = strconv.Itoa(r.Year)
	}
	for _, author := range r.Authors {
		p.Author = append(p.Author, fieldAuthor{author.Given, author.Family})
	}
	return p
}

// workOf returns the record of a cited work. Its ID consists of the field and the title.
func workOf(field string, r engine.Reference) fieldPaper {
	return fieldPaperOf(field+":"+text.FoldedWords(r.Title), r)
}

// reference returns the cited work as a reference.
func (c TitledContext) reference() engine.Reference {
	r := engine.Reference{Title: c.Cited.Title, Venue: c.Cited.Venue, DOI: c.Cited.DOI}
	r.Year, _ = strconv.Atoi(c.Cited.Year)
	for _, name := range c.Cited.Authors {
		at := strings.LastIndexByte(name, ' ') + 1
		r.Authors = append(r.Authors, engine.Author{Given: strings.TrimSpace(name[:at]), Family: name[at:]})
	}
	return r
}

// oracleKeywords returns at most limit words of the citing sentence that also occur in the title of
// the cited work.
func oracleKeywords(sentence, title string, limit int) (words []string) {
	inTitle, taken := termSet(title), make(map[string]bool)
	for _, token := range text.Tokens(text.WithoutCiteMarks(sentence)) {
		stem := text.Stem(token.Text)
		if len(words) == limit {
			break
		}
		if !text.IsStop(token.Text) && inTitle[stem] && !taken[stem] {
			taken[stem] = true
			words = append(words, token.Text)
		}
	}
	return words
}
