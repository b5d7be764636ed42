// Package treebank reads dependency trees in CoNLL-U format.
package treebank

import (
	"bufio"
	"compress/gzip"
	"fmt"
	"io"
	"os"
	"strconv"
	"strings"
)

// A Sentence is a sentence with its dependency tree. The slices contain one element per token.
type Sentence struct {
	Text      string // text of the sentence, if the file contains it
	Forms     []string
	Lemmas    []string
	Tags      []string // language-specific part-of-speech tags, from the column XPOS
	Heads     []int32  // index of each token's head; len(Forms) for the root
	Relations []string
}

// maxLine is the maximum length of a line in the file, in bytes.
const maxLine = 1 << 20

// Open reads the sentences in a file. It decompresses the file if its name ends in .gz.
func Open(path string) ([]Sentence, error) {
	file, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	var in io.Reader = file
	if strings.HasSuffix(path, ".gz") {
		unzipped, err := gzip.NewReader(file)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", path, err)
		}
		in = unzipped
	}
	sentences, err := Read(in)
	if err != nil {
		return nil, fmt.Errorf("%s:%w", path, err)
	}
	return sentences, nil
}

// Read reads the sentences in CoNLL-U format from a reader. It skips multiword token ranges and
// empty nodes.
func Read(in io.Reader) ([]Sentence, error) {
	lines := bufio.NewScanner(in)
	lines.Buffer(nil, maxLine)
	var all []Sentence
	var s Sentence
	number := 0
	flush := func() error {
		if len(s.Forms) == 0 {
			return nil
		}
		for i, h := range s.Heads {
			if s.Heads[i] = h - 1; h == 0 {
				s.Heads[i] = int32(len(s.Forms))
			}
			if h < 0 || int(h) > len(s.Forms) {
				return fmt.Errorf("%d: the sentence has no token %d", number, h)
			}
		}
		all = append(all, s)
		s = Sentence{}
		return nil
	}
	for lines.Scan() {
		number++
		line := lines.Text()
		text, isText := strings.CutPrefix(line, "# text = ")
		var err error
		switch {
		case isText:
			s.Text = text
		case line == "":
			err = flush()
		case line[0] != '#':
			err = s.add(line, number)
		}
		if err != nil {
			return nil, err
		}
	}
	if err := lines.Err(); err != nil {
		return nil, fmt.Errorf("%d: %w", number, err)
	}
	err := flush()
	return all, err
}

// add appends the token that a line describes.
func (s *Sentence) add(line string, number int) error {
	columns := strings.Split(line, "\t")
	if len(columns) < 8 {
		return fmt.Errorf("%d: %d columns instead of 10", number, len(columns))
	}
	if strings.ContainsAny(columns[0], "-.") {
		return nil
	}
	head, err := strconv.ParseInt(columns[6], 10, 32)
	if err != nil {
		return fmt.Errorf("%d: the head %q is not a number", number, columns[6])
	}
	s.Forms = append(s.Forms, columns[1])
	s.Lemmas = append(s.Lemmas, columns[2])
	s.Tags = append(s.Tags, columns[4])
	s.Heads = append(s.Heads, int32(head))
	s.Relations = append(s.Relations, columns[7])
	return nil
}
