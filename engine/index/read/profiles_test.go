package read

import (
	"encoding/binary"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/scilit-lsp/scilit-lsp/engine"
	"github.com/scilit-lsp/scilit-lsp/engine/index/format"
	"github.com/scilit-lsp/scilit-lsp/engine/rank"
)

// The best mentions are the same in however many ranges they are scored.
func TestRangesOfMentionsGiveTheSameBest(t *testing.T) {
	const mentions, terms, papers = 5000, 30, 100
	random := rand.New(rand.NewPCG(1, 2))
	table := make(format.MentionTable, mentions*format.MentionSize)
	for row := range mentions {
		binary.LittleEndian.PutUint32(table[row*format.MentionSize+20:], uint32(row*papers/mentions))
		length := random.IntN(700)
		if row%1000 == 0 {
			length = 70_000 // more than the narrow table of lengths holds
		}
		binary.LittleEndian.PutUint32(table[row*format.MentionSize+24:], uint32(length))
	}
	by, lists := scoring{saturation: rank.BM25{Texts: mentions, AverageLength: 40}.Saturation()}, make([]mentionList, terms)
	for i := range lists {
		by.weights = append(by.weights, random.Float64())
		for row := range uint32(mentions) {
			if random.IntN(10) == 0 {
				lists[i].rows = append(lists[i].rows, row)
				lists[i].frequencies = append(lists[i].frequencies, uint8(random.IntN(4)))
			}
		}
	}
	segment := &Segment{Manifest: &format.Manifest{Papers: papers}}
	s := &profileSearch{SegmentView: &SegmentView{part: part{Segment: segment}}, table: table, hidden: map[uint32]bool{3: true}}
	var want []rank.ScoredItem
	for _, n := range []int{1, 2, 3, 7} {
		got, err := s.inRanges(t.Context(), engine.Request{}, lists, by, n)
		if err != nil {
			t.Fatal(err)
		}
		if want == nil {
			want = got
		}
		if len(got) != bestMentions || !slices.Equal(got, want) {
			t.Errorf("%d mentions in %d ranges, which differ from those in one", len(got), n)
		}
	}
}
