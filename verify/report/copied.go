package report

import (
	"encoding/json"
	"fmt"
	"io"
	"strings"

	"github.com/scilit-lsp/scilit-lsp/engine/text"
	"github.com/scilit-lsp/scilit-lsp/verify/copied"
)

// A Copy is a passage of a manuscript that repeats the words of a cited work. Lines and columns are
// counted from 1; a column counts characters.
type Copy struct {
	File      string `json:"file"`
	Line      int    `json:"line"`
	Column    int    `json:"column"`
	EndLine   int    `json:"endLine"`
	EndColumn int    `json:"endColumn"`
	Words     int    `json:"words"`
	Text      string `json:"text"`
	Key       string `json:"key"`
	Title     string `json:"title"`
	Section   string `json:"section"` // title of the section in the work
	Source    string `json:"source"`  // the corresponding words in the work
}

// Copies is the result of a check for copied passages.
type Copies struct {
	Copied   []Copy          `json:"copied"`
	Coverage copied.Coverage `json:"coverage"`
}

// CopiedFormats maps the names of formats to their printers.
var CopiedFormats = map[string]func(w io.Writer, c Copies) error{
	"text": copiesText, "json": copiesJSON, "github": copiesGitHub, "sarif": copiesSARIF,
}

const copiedCode = "copied"

func (c Copy) message() string {
	return fmt.Sprintf("%d consecutive words are copied from %s without quotation marks", c.Words, plain(c.Key))
}

func copiesText(w io.Writer, c Copies) error {
	var b strings.Builder
	for _, p := range c.Copied {
		fmt.Fprintf(&b, "%s:%d:%d: %s [%s]\n    here    %s\n    there   %s (%s, %s)\n", plain(p.File), p.Line, p.Column,
			p.message(), copiedCode, plain(p.Text), plain(p.Source), plain(p.Title), plain(p.Section))
	}
	fmt.Fprintf(&b, "%s\n%s\n", text.Count(len(c.Copied), "copied passage"), c.Coverage)
	_, err := io.WriteString(w, b.String())
	return err
}

func copiesJSON(w io.Writer, c Copies) error {
	clean := Copies{Copied: []Copy{}, Coverage: c.Coverage}
	for _, p := range c.Copied {
		for _, field := range []*string{&p.File, &p.Text, &p.Key, &p.Title, &p.Section, &p.Source} {
			*field = text.Clean(*field)
		}
		clean.Copied = append(clean.Copied, p)
	}
	return indented(w, clean)
}

func indented(w io.Writer, value any) error {
	encoder := json.NewEncoder(w)
	encoder.SetIndent("", "  ")
	return encoder.Encode(value)
}

func copiesGitHub(w io.Writer, c Copies) error {
	var b strings.Builder
	var all []annotation
	for _, p := range c.Copied {
		all = append(all, annotation{fmt.Sprintf("file=%s,line=%d,endLine=%d,title=%s", property(p.File), p.Line, p.EndLine,
			copiedCode), p.message()})
	}
	writeAnnotations(&b, "error", all)
	writeAnnotations(&b, "note", []annotation{{"", c.Coverage.String()}})
	_, err := io.WriteString(w, b.String())
	return err
}

func copiesSARIF(w io.Writer, c Copies) error {
	rule := sarifRule{copiedCode, sarifMessage{"words copied from a cited work without quotation marks"},
		sarifDefault{"error"}}
	results := []sarifResult{}
	for _, p := range c.Copied {
		results = append(results, sarifResult{
			RuleID: copiedCode, Level: "error", Message: sarifMessage{p.message()},
			Locations:    sarifAt(p.File, sarifRegion{p.Line, p.Column, p.EndLine}),
			Fingerprints: map[string]string{"copied/v1": text.Clean(p.Key) + "/" + plain(p.Text)},
		})
	}
	return writeSARIF(w, []sarifRule{rule}, results)
}
