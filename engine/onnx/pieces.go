package onnx

// A pieceTrie is a trie of a tokenizer's pieces, keyed by their bytes.
type pieceTrie struct{ top piece }

// A piece is a node of the trie.
type piece struct {
	ids  []int64 // ids of the pieces that end here
	next []pieceEdge
}

type pieceEdge struct {
	value byte
	to    *piece
}

func newPieceTrie(b *BPE) *pieceTrie {
	t := &pieceTrie{}
	for id, bytes := range b.pieces {
		if bytes == "" { // special token
			continue
		}
		at := &t.top
		for i := range len(bytes) {
			at = at.child(bytes[i])
		}
		at.ids = append(at.ids, int64(id))
	}
	return t
}

func (t *pieceTrie) root() *piece { return &t.top }

// child returns the child node for a byte, created if missing.
func (p *piece) child(value byte) *piece {
	for _, e := range p.next {
		if e.value == value {
			return e.to
		}
	}
	p.next = append(p.next, pieceEdge{value, &piece{}})
	return p.next[len(p.next)-1].to
}
