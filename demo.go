// Package scilit embeds the demo data included in every binary: a manuscript, and papers under CC BY.
// testdata/README.md lists their origins.
package scilit

import "embed"

// Demo contains testdata/papers and testdata/manuscript.
//
//go:embed testdata/papers testdata/manuscript
var Demo embed.FS
