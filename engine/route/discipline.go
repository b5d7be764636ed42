package route

import "github.com/scilit-lsp/scilit-lsp/engine/online/sources"

// A Discipline is a field of research.
type Discipline = sources.Discipline

// Disciplines returns all disciplines in the order of the model's weights.
func Disciplines() []Discipline { return sources.Disciplines() }

var disciplines = sources.Disciplines()
