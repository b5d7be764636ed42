package read

import (
	"context"
	"errors"
	"fmt"

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
