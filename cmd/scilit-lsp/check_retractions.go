package main

import (
	"bytes"
	"context"
	"fmt"
	"time"

	"github.com/scilit-lsp/scilit-lsp/cmd/internal/cli"
	"github.com/scilit-lsp/scilit-lsp/engine/files"
	"github.com/scilit-lsp/scilit-lsp/verify/audit"
)

// maxRetractions is the maximum size of a file of retraction notices, in bytes. Retraction Watch's
// file of 2025 has 60 MB.
const maxRetractions = 512 << 20

// retractions reads the file of retraction notices given by --retractions, or returns nil without
// that flag. It prints the age of the file.
func (c checkCmd) retractions(ctx context.Context, std cli.Streams) (*audit.Retractions, error) {
	if c.Retractions == "" {
		return nil, nil
	}
	raw, err := files.Read(ctx, c.Retractions, maxRetractions)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", cli.ErrSource, err)
	}
	all, err := audit.ReadRetractions(bytes.NewReader(raw))
	if err != nil {
		return nil, fmt.Errorf("%w: %s: %w", cli.ErrSource, c.Retractions, err)
	}
	std.Note("note: %s contains %s, the newest from "+
		"%s", relative(c.Retractions), counted(all.Notices, "retraction notice", "retraction notices"),
		all.Newest.Format(time.DateOnly))
	return all, nil
}
