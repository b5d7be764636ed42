package read

import (
	"context"
	"errors"
	"fmt"
	"math"

	"github.com/scilit-lsp/scilit-lsp/engine/index/format"
)

func (s *Segment) openMentions(ctx context.Context) (err error) {
	if s.Manifest.Mentions == 0 {
		return nil
	}
	if s.mentions, err = s.mapFile(ctx, format.MentionsFile); err != nil {
		return err
	}
	if len(s.mentions.Mapping) != s.Manifest.Mentions*format.MentionSize {
		return s.mentions.Damaged(fmt.Sprintf("it has %d bytes, the wrong size for %d "+
			"mentions", len(s.mentions.Mapping), s.Manifest.Mentions))
	}
	return s.openTables(ctx, format.ProfilesFile, table{format.TermsBucket, &s.Profiles})
}

// Mentions returns the mentions in the full texts of a segment, after verifying their checksums.
func (s *Segment) Mentions() (format.MentionTable, error) {
	if s.mentions == nil {
		return nil, nil
	}
	return s.mentions.Bytes(0, len(s.mentions.Mapping))
}

// lengthsOf returns the lengths of the mentions in a narrow table, since a search reads one for each posting.
// A length of math.MaxUint16 stands for this one and all above.
func (s *Segment) lengthsOf(table format.MentionTable) []uint16 {
	if known := s.lengths.Load(); known != nil {
		return *known
	}
	lengths := make([]uint16, table.Len())
	for row := range lengths {
		lengths[row] = uint16(min(table.Length(uint32(row)), math.MaxUint16))
	}
	s.lengths.Store(&lengths)
	return lengths
}

// DamagedMentions returns the error for a mention whose citing paper is not in the segment.
func (s *Segment) DamagedMentions() error {
	return s.mentions.Damaged("a mention refers to a paper that is not in the segment")
}

// InProfiles adds the name of profiles.db to an error about its content.
func (s *Segment) InProfiles(err error) error {
	if errors.Is(err, format.ErrBlock) || errors.Is(err, format.ErrList) {
		return s.Profiles.File.Damaged(err.Error())
	}
	return err
}
