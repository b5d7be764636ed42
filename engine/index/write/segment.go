package write

import (
	"context"
	"iter"
	"path/filepath"
	"runtime"

	"github.com/scilit-lsp/scilit-lsp/engine"
	"github.com/scilit-lsp/scilit-lsp/engine/files"
	"github.com/scilit-lsp/scilit-lsp/engine/index/format"
	"github.com/scilit-lsp/scilit-lsp/engine/index/read"
)

// SegmentOptions are the options of Segment.
type SegmentOptions struct {
	Folder   string // folder of the segment, which must be empty
	Journal  string // folder of the journal
	Name     string // name of the corpus
	Embedder engine.Embedder
	Identity bool // whether the index is for identity search
	Progress func(papers int)
	Rejected func(error)
	Cores    int               // number of cores to use; 0 for all
	Update   bool              // skips papers whose published record is equal
	Renamed  map[string]string // maps new IDs to published ones
}

func (o SegmentOptions) cores() int {
	if o.Cores > 0 {
		return o.Cores
	}
	return runtime.NumCPU()
}

// A Result is the outcome of Segment.
type Result struct {
	Segments  []format.SegmentState // one segment, or none without papers
	Manifest  *format.Manifest
	Replaced  []read.Location // locations of published records that the papers replace
	Unchanged int             // number of papers skipped
}

// Segment writes one segment from papers. It reuses the vectors of published papers.
func Segment(
	ctx context.Context, o SegmentOptions, old *read.View, papers iter.Seq2[*engine.Paper, error],
) (written Result, err error) {
	b, err := newBuilder(o, old)
	if err != nil {
		return written, err
	}
	var compare comparison
	if o.Update {
		compare = func(p *preparedPaper) error { return comparePublished(old, p) }
	}
	segments, err := b.build(ctx, prepare(ctx, papers, compare, o))
	return Result{segments, &b.manifest, b.replaced, b.unchanged}, err
}

// seal writes the manifest of a segment and flushes all files to disk.
func seal(folder string, m *format.Manifest) (format.SegmentState, error) {
	hash, err := format.WriteManifest(folder, m)
	if err != nil {
		return format.SegmentState{}, err
	}
	return format.SegmentState{Folder: filepath.Base(folder), Manifest: hash}, files.SyncAll(folder)
}
