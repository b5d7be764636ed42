package markdown

import (
	"strings"

	"github.com/scilit-lsp/scilit-lsp/lsp/doc"
	"gopkg.in/yaml.v3"
)

// longestFrontMatter is the maximum size of a YAML block, in bytes. Longer blocks are slow to parse.
const longestFrontMatter = 64 << 10

func (s *scanner) frontMatter() {
	body, end := s.frontMatterBlock()
	if end == 0 {
		return
	}
	s.Out.Code(0, end)
	s.At = end
	if body.End-body.Start > longestFrontMatter {
		return
	}
	var root yaml.Node
	if yaml.Unmarshal([]byte(s.Text[body.Start:body.End]), &root) != nil || len(root.Content) == 0 {
		return // the block is incomplete; a later version may be valid
	}
	for at := body.Start; at < body.End; at = s.NextLine(s.LineEnd(at)) {
		s.yamlLines = append(s.yamlLines, at)
	}
	s.readMapping(root.Content[0], body)
}

func (s *scanner) frontMatterBlock() (body doc.Span, end int) {
	first := s.LineEnd(0)
	if strings.TrimSpace(strings.TrimPrefix(s.Text[:first], "\ufeff")) != "---" {
		return body, 0
	}
	start := s.NextLine(first)
	for at := start; at < len(s.Text); {
		lineEnd := s.LineEnd(at)
		if line := strings.TrimSpace(s.Text[at:lineEnd]); line == "---" || line == "..." {
			return doc.Span{Start: start, End: at}, s.NextLine(lineEnd)
		}
		at = s.NextLine(lineEnd)
	}
	return body, 0
}

func (s *scanner) readMapping(mapping *yaml.Node, body doc.Span) {
	if mapping.Kind != yaml.MappingNode {
		return
	}
	m := s.Out.Partial()
	for i := 0; i+1 < len(mapping.Content); i += 2 {
		value := mapping.Content[i+1]
		switch mapping.Content[i].Value {
		case "bibliography":
			m.Bibliographies = append(m.Bibliographies, s.files(value)...)
		case "title":
			m.Title = value.Value
		case "references":
			s.references(value)
		case "nocite":
			end := body.End
			if i+2 < len(mapping.Content) {
				end = s.yamlOffset(mapping.Content[i+2])
			}
			s.citationsAside(s.yamlOffset(value), end)
		case "lang", "language":
			language, _, _ := strings.Cut(value.Value, "-")
			m.Language = strings.ToLower(language)
		}
	}
}

func (s *scanner) references(list *yaml.Node) {
	m := s.Out.Partial()
	for _, item := range list.Content {
		for i := 0; i+1 < len(item.Content) && item.Kind == yaml.MappingNode; i += 2 {
			id := item.Content[i+1]
			if at := s.yamlOffset(id); item.Content[i].Value == "id" && strings.HasPrefix(s.Text[at:], id.Value) {
				span := doc.Span{Start: at, End: at + len(id.Value)}
				m.Defines = append(m.Defines, doc.CiteKey{Span: span, Name: id.Value})
			}
		}
	}
}

// files returns the file names in a YAML value, which may be a string or a list of strings.
func (s *scanner) files(value *yaml.Node) (refs []doc.FileRef) {
	if value.Kind == yaml.SequenceNode {
		for _, item := range value.Content {
			refs = append(refs, s.files(item)...)
		}
		return refs
	}
	if value.Kind != yaml.ScalarNode || value.Value == "" {
		return nil
	}
	at := s.yamlOffset(value)
	if near := s.Text[at:min(len(s.Text), at+len(value.Value)+longestQuote)]; strings.Contains(near, value.Value) {
		at += strings.Index(near, value.Value)
		return []doc.FileRef{{Span: doc.Span{Start: at, End: at + len(value.Value)}, Path: value.Value}}
	}
	return []doc.FileRef{{Path: value.Value}}
}

// longestQuote is the maximum number of characters between a YAML node's position and its text.
// They may be a quotation mark, or a block indicator and a line break.
const longestQuote = 40

// yamlOffset returns the byte offset of a node. YAML counts lines and columns from 1.
func (s *scanner) yamlOffset(node *yaml.Node) int {
	if node.Line > len(s.yamlLines) {
		return len(s.Text)
	}
	return min(s.yamlLines[max(node.Line, 1)-1]+node.Column-1, len(s.Text))
}
