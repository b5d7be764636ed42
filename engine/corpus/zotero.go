package corpus

import (
	"bufio"
	"bytes"
	"fmt"

	"github.com/scilit-lsp/scilit-lsp/engine"
)

// Better BibTeX JSON: Zotero's own items, as the Better BibTeX extension writes
// them, in one object: {"config": ..., "collections": ..., "items": [...]}.

func isZotero(h head) bool {
	return h.has("items") || h.has("config", "version") || h.has("config", "collections")
}

func readZotero(in *input, out sink) error {
	scan := newScanner(in.Reader)
	if err := scan.enterList("items"); err != nil {
		return err
	}
	return eachRecord(in, scan.next, jsonDecoder(zoteroItem.paper), out)
}

type zoteroItem struct {
	Type     Loose `json:"itemType"`
	Title    Loose `json:"title"`
	Creators []struct {
		First Loose `json:"firstName"`
		Last  Loose `json:"lastName"`
		Name  Loose `json:"name"`
		Type  Loose `json:"creatorType"`
	} `json:"creators"`
	Abstract    Loose `json:"abstractNote"`
	Date        Loose `json:"date"`
	Publication Loose `json:"publicationTitle"`
	Proceedings Loose `json:"proceedingsTitle"`
	Book        Loose `json:"bookTitle"`
	Conference  Loose `json:"conferenceName"`
	University  Loose `json:"university"`
	Institution Loose `json:"institution"`
	Publisher   Loose `json:"publisher"`
	DOI         Loose
	URL         Loose `json:"url"`
	Volume      Loose `json:"volume"`
	Issue       Loose `json:"issue"`
	Pages       Loose `json:"pages"`
	Extra       Loose `json:"extra"` // "DOI: ..." where the type of the item has no such field
	Key         Loose `json:"citationKey"`
	OldKey      Loose `json:"citekey"` // of Better BibTeX before 6
}

// paper returns nil for what hangs on other items.
func (r zoteroItem) paper() *engine.Paper {
	if r.Type == "attachment" || r.Type == "note" || r.Type == "annotation" {
		return nil
	}
	p := &engine.Paper{
		Title: plainHTML(string(r.Title)), Abstract: plainHTML(string(r.Abstract)), DOI: firstOf(r.DOI, r.Extra), URL: string(r.URL),
		Venue:  firstOf(r.Publication, r.Proceedings, r.Book, r.Conference, r.University, r.Institution),
		Volume: string(r.Volume), Issue: string(r.Issue), Pages: string(r.Pages), Publisher: string(r.Publisher),
		Year: yearIn(string(r.Date)), Month: monthIn(string(r.Date)), Key: citationKey(r.Key, r.OldKey),
	}
	for _, c := range r.Creators {
		if c.Type == "author" || c.Type == "" {
			p.Authors = append(p.Authors, engine.Author{Given: c.First.line(), Family: oneLine(firstOf(c.Last, c.Name))})
		}
	}
	return p
}

// enterList goes to the first object of the list that a key of the outermost
// object names; the scanner then ends where that list does.
func (s *scanner) enterList(key string) error {
	if err := s.skipToObject(); err != nil {
		return err
	}
	depth, name := 1, []byte(nil)
	for {
		c, err := s.in.ReadByte()
		if err != nil {
			return fmt.Errorf("no list %q: %w", key, err)
		}
		switch c {
		case '\n':
			s.line++
		case '"':
			if name, err = s.quoted(); err != nil {
				return fmt.Errorf("no list %q: %w", key, err)
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

// quoted takes a string behind its first quote, escapes as they are.
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
