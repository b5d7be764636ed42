// Package scilit is what every binary has with it to try: a manuscript and
// papers under CC-BY, as testdata/README.md says.
package scilit

import "embed"

// Demo holds testdata/papers and testdata/manuscript.
//
//go:embed testdata/papers testdata/manuscript
var Demo embed.FS
