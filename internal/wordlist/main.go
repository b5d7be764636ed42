// Command wordlist writes the lists of words that engine/query may send over the network. The words
// are common English words from the lists SCOWL, and words that occur in several papers with an
// open licence. Names of authors are omitted unless they are also common words.
//
//	go run ./internal/wordlist -scowl /usr/share/dict/scowl -out engine/query/data acl.jsonl.gz biomed.jsonl.gz
package main

import (
	"bufio"
	"compress/gzip"
	"encoding/json"
	"flag"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/scilit-lsp/scilit-lsp/engine/text"
)

func main() {
	scowl := flag.String("scowl", "/usr/share/dict/scowl", "folder of SCOWL's lists")
	out := flag.String("out", "engine/query/data", "output folder")
	flag.Parse()
	if err := run(*scowl, *out, flag.Args()); err != nil {
		fmt.Fprintln(os.Stderr, "wordlist:", err)
		os.Exit(1)
	}
}

// Limits that a word must reach to be listed.
const (
	minPapers   = 5  // minimum number of papers that contain a word or an abbreviation
	minCapital  = 6  // minimum number of abstracts in which a capitalized word occurs inside a sentence
	minBody     = 15 // minimum number of full texts for such a word, since full texts contain more names of people
	minAuthors  = 3  // minimum number of authors with a name for the word to count as a name
	maxLevel    = 60
	nameOutdone = 4 // minimum ratio of papers that contain a word to authors who have it as a name
)

// counts contains the number of papers that contain each word, and the number of authors with each
// name.
type counts struct {
	lower   map[string]int // number of papers that contain a lower-case word
	capital map[string]int // number of papers that contain a capitalized word inside a sentence, such as "Bayesian"
	body    map[string]int // number of full texts that contain a capitalized word inside a sentence
	other   map[string]int // number of papers that contain any other word, such as "BERT", "mRNA" or "H1N1"
	given   map[string]int // number of authors with a given name
	names   map[string]int // number of authors with a given or family name
}

type record struct {
	License, Title, Abstract string
	Author                   []struct{ GivenName, FamilyName string }
	Content                  struct {
		Body []struct {
			Paragraphs []struct {
				Sentences []struct {
					Text string `json:"sentence_text"`
				} `json:"paragraph_text"`
			} `json:"section_text"`
		} `json:"Fullbody_Parsed"`
	}
}

func run(scowl, out string, corpora []string) error {
	c := counts{make(map[string]int), make(map[string]int), make(map[string]int), make(map[string]int),
		make(map[string]int), make(map[string]int)}
	for _, path := range corpora {
		if err := c.read(path); err != nil {
			return fmt.Errorf("%s: %w", path, err)
		}
	}
	common, err := readSCOWL(scowl)
	if err != nil {
		return err
	}
	lower, capital, other, given := c.choose(common)
	fmt.Printf("%d words, %d capitalized, %d abbreviations, %d given names\n", len(lower), len(capital), len(other),
		len(given))
	all := slices.Concat(lower, capital, other)
	slices.Sort(all)
	if err := write(filepath.Join(out, "words.txt.gz"), slices.Compact(all)); err != nil {
		return err
	}
	return write(filepath.Join(out, "names.txt.gz"), given)
}

func (c counts) read(path string) error {
	file, err := os.Open(path)
	if err != nil {
		return err
	}
	defer file.Close()
	unpacked, err := gzip.NewReader(file)
	if err != nil {
		return err
	}
	lines := bufio.NewReaderSize(unpacked, 1<<20)
	decoder := json.NewDecoder(lines)
	for decoder.More() {
		var r record
		if err := decoder.Decode(&r); err != nil {
			return err
		}
		c.addNames(r)
		if r.License == "CC-BY-4.0" || strings.HasPrefix(r.License, "CC0") {
			c.addWords(r)
		}
	}
	return nil
}

func (c counts) addNames(r record) {
	for _, author := range r.Author {
		for i, name := range []string{author.GivenName, author.FamilyName} {
			text.EachToken(name, func(word string, _, _ int) bool {
				if len(word) < 2 {
					return true
				}
				c.names[word]++
				if i == 0 {
					c.given[word]++
				}
				return true
			})
		}
	}
}

func (c counts) addWords(r record) {
	lower, capital, other := make(map[string]bool), make(map[string]bool), make(map[string]bool)
	scan(r.Abstract, lower, capital, other)
	// separate from other capitalized words, since names of people are frequent in full texts
	inBody := make(map[string]bool)
	for _, section := range r.Content.Body {
		for _, paragraph := range section.Paragraphs {
			for _, sentence := range paragraph.Sentences {
				scan(sentence.Text, lower, inBody, other)
			}
		}
	}
	add(c.lower, lower)
	add(c.capital, capital)
	add(c.body, inBody)
	add(c.other, other)
}

func add(totals map[string]int, seen map[string]bool) {
	for word := range seen {
		totals[word]++
	}
}

// scan adds the words of a text to three sets, depending on their case. It ignores a capitalized
// word at the start of a sentence.
func scan(s string, lower, capital, other map[string]bool) {
	last := 0
	for _, token := range text.Tokens(s) {
		written := strings.TrimSuffix(strings.TrimSuffix(s[token.Start:token.End], "'s"), "’s")
		begins := last == 0 || strings.ContainsAny(s[last:token.Start], ".!?:;\"“”()[]\n")
		last = token.End
		first, size := utf8.DecodeRuneInString(written)
		rest := written[size:]
		switch {
		case !strings.ContainsFunc(written, unicode.IsLetter):
		case strings.ContainsFunc(rest, unicode.IsUpper) || strings.ContainsFunc(written, unicode.IsDigit):
			other[written] = true
		case unicode.IsUpper(first) && rest == "":
		case unicode.IsUpper(first):
			if !begins {
				capital[written] = true
			}
		default:
			lower[token.Text] = true
		}
	}
}

// readSCOWL returns the folded lower-case words from the levels of SCOWL that contain common words.
func readSCOWL(folder string) (map[string]bool, error) {
	words := make(map[string]bool)
	for _, list := range []string{"english-words", "american-words", "british-words"} {
		for _, level := range []int{10, 20, 35, 40, 50, 55, 60} {
			raw, err := os.ReadFile(filepath.Join(folder, fmt.Sprintf("%s.%d", list, level)))
			if err != nil {
				return nil, err
			}
			for word := range strings.Lines(latin1(raw)) {
				text.EachToken(strings.TrimSpace(word),
					func(word string, _, _ int) bool { words[word] = true; return true })
			}
		}
	}
	return words, nil
}

func latin1(raw []byte) string {
	runes := make([]rune, len(raw))
	for i, b := range raw {
		runes[i] = rune(b)
	}
	return string(runes)
}

func (c counts) choose(common map[string]bool) (lower, capital, other, given []string) {
	known := make(map[string]bool)
	for word := range common {
		if c.names[word] < minAuthors || c.lower[word] >= minPapers {
			known[word] = true
		}
	}
	for word, papers := range c.lower {
		if papers >= minPapers && papers >= c.names[word]/nameOutdone && len(word) > 1 {
			known[word] = true
		}
	}
	for word, papers := range c.capital {
		if papers >= minCapital && papers >= nameOutdone*c.names[text.Fold(word)] {
			capital = append(capital, word)
		}
	}
	for word, papers := range c.body {
		if papers >= minBody && papers >= nameOutdone*c.names[text.Fold(word)] {
			capital = append(capital, word)
		}
	}
	for word, papers := range c.other {
		if papers >= minPapers {
			other = append(other, word)
		}
	}
	for name, authors := range c.given {
		if authors >= minAuthors && len(name) > 2 {
			given = append(given, name)
		}
	}
	slices.Sort(given)
	return slices.Sorted(maps.Keys(known)), capital, other, given
}

func write(path string, lines []string) error {
	file, err := os.Create(path)
	if err != nil {
		return err
	}
	packed, err := gzip.NewWriterLevel(file, gzip.BestCompression)
	if err != nil {
		return err
	}
	if _, err := packed.Write([]byte(strings.Join(lines, "\n") + "\n")); err != nil {
		return err
	}
	if err := packed.Close(); err != nil {
		return err
	}
	return file.Close()
}
