package corpus

import (
	"bufio"
	"bytes"
	"fmt"

	"github.com/scilit-lsp/scilit-lsp/bib"
	"github.com/scilit-lsp/scilit-lsp/engine"
)

// This file reads Better BibTeX JSON, an object with Zotero's items: {"config": ..., "collections":
// ..., "items": [...]}.

func readZotero(in *input, out sink) error {
	scan := newScanner(in.Reader)
	if err := scan.enterList("items"); err != nil {
		return err
	}
	return eachRecord(in, scan.next, jsonDecoder(zoteroItem.paper), out)
}

type zoteroItem struct {
	Type     Scalar `json:"itemType"`
	Title    Scalar `json:"title"`
	Creators []struct {
		First Scalar `json:"firstName"`
		Last  Scalar `json:"lastName"`
		Name  Scalar `json:"name"`
		Type  Scalar `json:"creatorType"`
	} `json:"creators"`
	Abstract    Scalar `json:"abstractNote"`
	Date        Scalar `json:"date"`
	Publication Scalar `json:"publicationTitle"`
	Proceedings Scalar `json:"proceedingsTitle"`
	Book        Scalar `json:"bookTitle"`
	Conference  Scalar `json:"conferenceName"`
	University  Scalar `json:"university"`
	Institution Scalar `json:"institution"`
	Publisher   Scalar `json:"publisher"`
	DOI         Scalar
	URL         Scalar `json:"url"`
	Volume      Scalar `json:"volume"`
	Issue       Scalar `json:"issue"`
	Pages       Scalar `json:"pages"`
	Extra       Scalar `json:"extra"` // contains "DOI: ..." if the item type has no field for a DOI
	Key         Scalar `json:"citationKey"`
	Genre       Scalar `json:"thesisType"`
	OldKey      Scalar `json:"citekey"` // written by Better BibTeX before version 6
}

// paper converts an item to a paper. It returns nil for attachments, notes and annotations.
func (r zoteroItem) paper() *engine.Paper {
	if r.Type == "attachment" || r.Type == "note" || r.Type == "annotation" {
		return nil
	}
	p := &engine.Paper{
		Title: PlainText(string(r.Title)), Abstract: PlainText(string(r.Abstract)),
		DOI: firstOf(r.DOI, r.Extra), URL: string(r.URL),
		Venue:  firstOf(r.Publication, r.Proceedings, r.Book, r.Conference, r.University, r.Institution),
		Volume: string(r.Volume), Issue: string(r.Issue), Pages: string(r.Pages), Publisher: string(r.Publisher),
		Year: yearIn(string(r.Date)), Month: monthIn(string(r.Date)), Key: citationKey(r.Key, r.OldKey),
		EntryType: bib.TypeNamed(string(r.Type), string(r.Genre)),
	}
	for _, c := range r.Creators {
		if c.Type == "author" || c.Type == "" {
			p.Authors = append(p.Authors, engine.Author{Given: c.First.line(), Family: oneLine(firstOf(c.Last, c.Name))})
		}
	}
	return p
}

// enterList advances to the items of the list at the given key of the outermost object. The scanner
// then stops at the end of that list.
func (s *scanner) enterList(key string) error {
	if err := s.skipToObject(); err != nil {
		return err
	}
	depth, name := 1, []byte(nil)
	for {
		c, err := s.in.ReadByte()
		if err != nil {
			return fmt.Errorf("the list %q was not found (%w): export the file again", key, err)
		}
		switch c {
		case '\n':
			s.line++
		case '"':
			if name, err = s.quoted(); err != nil {
				return fmt.Errorf("the list %q was not found (%w): export the file again", key, err)
			}
		case '{':
			depth++
		case '[':
			if depth == 1 && bytes.Equal(name, []byte(key)) {
				s.inList = true
				return nil
			}
			depth++
		case '}', ']':
			depth--
		}
	}
}

// quoted reads a string, whose opening quote was already read. It does not decode escapes.
func (s *scanner) quoted() (inside []byte, err error) {
	for escaped := false; ; {
		c, err := s.in.ReadByte()
		switch {
		case err != nil:
			return nil, err
		case escaped:
			escaped = false
		case c == '"':
			return inside, nil
		case c == '\\':
			escaped = true
		case c == '\n':
			s.line++
		}
		if len(inside) < bufio.MaxScanTokenSize {
			inside = append(inside, c)
		}
	}
}
