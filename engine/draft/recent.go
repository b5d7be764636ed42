package draft

import (
	"crypto/sha256"
	"encoding/binary"
	"hash"

	lru "github.com/hashicorp/golang-lru/v2"
	"github.com/scilit-lsp/scilit-lsp/engine/compose"
	"github.com/scilit-lsp/scilit-lsp/paper"
)

// recentStatements caches the statements of papers in recent menus, which take a few megabytes.
// Menus at successive sites of a manuscript have many papers in common.
var recentStatements, _ = lru.New[statementsKey, []compose.Statement](512)

// Limits on cached papers. Larger papers are parsed anew for each menu.
const (
	maxKept      = 128       // statements
	maxKeptPiece = 4 << 10   // size of the abstract, and of a sentence or heading that statements may refer to, in bytes
	maxKeptBody  = 512 << 10 // size of the full text, in bytes
)

// A statementsKey identifies everything on which the statements of a work depend.
type statementsKey struct {
	paper    [sha256.Size]byte // see hashOf
	familiar string            // see compose.Work.FamiliarShort
}

// statements returns the statements of the paper. Callers must not modify them.
func (s *site) statements() []compose.Statement {
	key := statementsKey{hashOf(s.Paper), s.work.FamiliarShort()}
	if known, ok := recentStatements.Get(key); ok {
		return known
	}
	all := compose.Statements(s.work)
	if len(all) <= maxKept && len(key.familiar) <= maxKeptPiece && isKeepable(s.Paper) {
		recentStatements.Add(key, all)
	}
	return all
}

// isKeepable reports whether the statements of a paper take little memory. Statements share memory
// with the paper's title, abstract and sentences, which are thus cached too.
func isKeepable(p *paper.Paper) bool {
	body := 0
	for _, section := range p.Body {
		for _, paragraph := range section.Paragraphs {
			for _, s := range paragraph {
				body += len(s.Text)
				if len(s.Text) > maxKeptPiece {
					return false
				}
			}
		}
		if len(section.Title) > maxKeptPiece {
			return false
		}
	}
	return len(p.Title) <= maxKeptPiece && len(p.Abstract) <= maxKeptPiece && body <= maxKeptBody
}

// hashOf returns a hash of the parts of a paper from which its statements are made.
func hashOf(p *paper.Paper) (sum [sha256.Size]byte) {
	h := hasher{sha256.New()}
	h.add(p.Title)
	h.add(p.Abstract)
	for _, section := range p.Body {
		h.count(len(section.Paragraphs))
		h.add(section.Title)
		for _, paragraph := range section.Paragraphs {
			h.count(len(paragraph))
			for _, s := range paragraph {
				h.count(len(s.Cites))
				h.add(s.Text)
			}
		}
	}
	h.Sum(sum[:0])
	return sum
}

type hasher struct{ hash.Hash }

// add hashes the length of a text and then the text, so that no two sequences of texts have the
// same bytes.
func (h hasher) add(s string) {
	h.count(len(s))
	h.Write([]byte(s))
}

func (h hasher) count(n int) {
	var b [8]byte
	binary.LittleEndian.PutUint64(b[:], uint64(n))
	h.Write(b[:])
}
