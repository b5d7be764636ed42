package model

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"strings"
)

// A Model is a tagger and a parser with the names of their classes.
type Model struct {
	Head    Head
	Classes *Classes
	Lemmas  *Lemmas
	Tagger  Tagger
	Parser  Parser
}

// A Head is the first line of a weights file, as JSON.
type Head struct {
	Format    int      `json:"format"`
	Tags      []string `json:"tags"`
	Relations []string `json:"relations"`
}

// Format is the version of the features and of the file format.
const Format = 1

// maxNames is the maximum number of tags and of relations; sets of relations are 64-bit masks.
const maxNames = 64

// New returns a model without weights.
func New(tags, relations []string, classes *Classes) *Model {
	m := &Model{Head: Head{Format, tags, relations}, Classes: classes}
	m.Tagger.Tags = len(tags)
	m.Parser.Labels = len(relations)
	m.Parser.kinds = kindsOf(tags)
	return m
}

func kindsOf(tags []string) kinds {
	k := kinds{make([]bool, len(tags)), make([]bool, len(tags)), make([]bool, len(tags))}
	for i, tag := range tags {
		k.comma[i] = tag == ","
		k.join[i] = tag == "CC"
		k.verbs[i] = strings.HasPrefix(tag, "VB") || tag == "MD"
	}
	return k
}

// Words returns the hashed properties of forms.
func (m *Model) Words(forms []string) []Word {
	words := make([]Word, len(forms))
	for i, form := range forms {
		words[i] = NewWord(form, m.Classes)
	}
	return words
}

// Write writes the names, the classes and the lemmas. In a file, the weights of the tagger, the
// arcs and the relations follow them, each written by WriteLinear.
func (m *Model) Write(out io.Writer) error {
	line, err := json.Marshal(m.Head)
	if err != nil {
		return err
	}
	if _, err := out.Write(append(line, '\n')); err != nil {
		return err
	}
	if err := m.Classes.write(out); err != nil {
		return err
	}
	return m.Lemmas.write(out)
}

// Read reads a model with its weights.
func Read(r io.Reader) (*Model, error) {
	in := bufio.NewReader(r)
	line, err := in.ReadBytes('\n')
	if err != nil {
		return nil, err
	}
	var head Head
	if err := json.Unmarshal(line, &head); err != nil {
		return nil, err
	}
	if head.Format != Format || len(head.Tags) > maxNames || len(head.Relations) > maxNames ||
		len(head.Tags) == 0 || len(head.Relations) == 0 {
		return nil, fmt.Errorf("the model has an unexpected format %d or number of tags %d", head.Format, len(head.Tags))
	}
	classes, err := readClasses(in)
	if err != nil {
		return nil, err
	}
	m := New(head.Tags, head.Relations, classes)
	if m.Lemmas, err = readLemmas(in); err != nil {
		return nil, err
	}
	for _, part := range []struct {
		to      *Scorer
		classes int
	}{{&m.Tagger.Scorer, len(head.Tags)}, {&m.Parser.Arcs, Actions}, {&m.Parser.Relations, len(head.Relations)}} {
		weights, err := readLinear(in, part.classes)
		if err != nil {
			return nil, err
		}
		*part.to = weights
	}
	return m, nil
}
