package workspace

import (
	"fmt"
	"maps"
	"strings"
	"sync"

	"github.com/scilit-lsp/scilit-lsp/lsp/doc"
)

// A sharedScan caches a manuscript that was scanned with citation macros from other files.
type sharedScan struct {
	mu         sync.Mutex
	macros     string
	manuscript *doc.Manuscript
}

// maxMacros is the maximum number of citation macros that the files of a document share.
const maxMacros = 100

// shareMacros rescans the parts that use citation macros defined in other parts.
func shareMacros(parts []Part) []Part {
	all := make(map[string]doc.CiteMacro)
	for _, p := range parts {
		for name, macro := range p.Manuscript.CiteMacros {
			if len(all) < maxMacros {
				all[name] = macro
			}
		}
	}
	if len(all) == 0 || parts[0].Doc.Markup.ScanWith == nil {
		return parts
	}
	for i, p := range parts {
		used := maps.Clone(all)
		maps.DeleteFunc(used, func(name string, _ doc.CiteMacro) bool {
			_, own := p.Manuscript.CiteMacros[name]
			return own || !strings.Contains(p.Doc.Text, `\`+name)
		})
		if len(used) > 0 && p.Doc.shared != nil {
			parts[i].Manuscript = p.Doc.scanWith(used)
		}
	}
	return parts
}

func (d *Document) scanWith(macros map[string]doc.CiteMacro) *doc.Manuscript {
	d.shared.mu.Lock()
	defer d.shared.mu.Unlock()
	if key := fmt.Sprint(macros); d.shared.manuscript == nil || d.shared.macros != key {
		d.shared.macros, d.shared.manuscript = key, d.Markup.ScanWith(d.Text, macros)
	}
	return d.shared.manuscript
}
