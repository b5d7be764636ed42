package eval

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"strconv"
	"strings"

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
func ReadTitledContexts(path string) ([]TitledContext, error) { return readLines[TitledContext](path) }

// ReadCiting returns the IDs of the citing papers in a file of contexts. The contexts may be of
// either type.
func ReadCiting(path string) (map[string]bool, error) {
	lines, err := readLines[struct {
		Citing string `json:"citing"`
	}](path)
	citing := make(map[string]bool)
	for _, line := range lines {
		citing[line.Citing] = true
	}
	return citing, err
}

func readLines[T any](path string) (lines []T, err error) {
	file, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	plain, err := decompressed(file)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	for decoder := json.NewDecoder(plain); ; {
		var line T
		if err := decoder.Decode(&line); errors.Is(err, io.EOF) {
			return lines, nil
		} else if err != nil {
			return nil, fmt.Errorf("%s: context %d: %w", path, len(lines)+1, err)
		}
		lines = append(lines, line)
	}
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

// work returns a record of the cited work. The record's ID consists of the field and the title.
func (c TitledContext) work(field string) fieldPaper {
	p := fieldPaper{ID: field + ":" + text.FoldedWords(c.Cited.Title), Title: c.Cited.Title, Venue: c.Cited.Venue,
		DOI: c.Cited.DOI}
	if year, err := strconv.Atoi(c.Cited.Year); err == nil {
		p.PublicationDate.Year = strconv.Itoa(year)
	}
	for _, name := range c.Cited.Authors {
		at := strings.LastIndexByte(name, ' ') + 1
		p.Author = append(p.Author, fieldAuthor{strings.TrimSpace(name[:at]), name[at:]})
	}
	return p
}

// oracleKeywords returns at most limit words of the citing sentence that also occur in the title of
// the cited work.
func oracleKeywords(sentence, title string, limit int) (words []string) {
	inTitle, taken := termSet(title), make(map[string]bool)
	for _, token := range text.Tokens(withoutMark(sentence)) {
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

func withoutMark(s string) string { return strings.ReplaceAll(s, "[CITE]", " ") }
