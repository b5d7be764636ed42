package onnx

import (
	"bytes"
	"context"
	"fmt"

	"github.com/scilit-lsp/scilit-lsp/engine/files"
	"github.com/scilit-lsp/scilit-lsp/engine/search"
)

// ReadCitations reads the model's citation graph, or returns nil if it has none. It does not need
// onnxruntime.
func (m *Model) ReadCitations() (*search.CitationGraph, error) {
	if m.Citations == "" {
		return nil, nil
	}
	file := m.file(m.Citations)
	if file.Name == "" {
		return nil, fmt.Errorf("%s: model.json does not list %s", m.folder, m.Citations)
	}
	if err := file.verify(m.folder); err != nil {
		return nil, fmt.Errorf("%s: %w", m.folder, err)
	}
	content, err := files.Read(context.Background(), m.path(m.Citations), maxCitations)
	if err != nil {
		return nil, err
	}
	graph, err := search.ReadCitationGraph(bytes.NewReader(content))
	if err != nil {
		return nil, fmt.Errorf("%s: %w", m.path(m.Citations), err)
	}
	return graph, nil
}
