package english

import (
	"embed"
	"fmt"
	"io/fs"
	"maps"
	"strings"
)

//go:embed lists/*.txt
var files embed.FS

// lists maps the name of each list to its lines.
var lists = readAll()

func readAll() map[string][]string {
	all := make(map[string][]string)
	names, err := fs.Glob(files, "lists/*.txt")
	if err != nil {
		panic(err)
	}
	for _, name := range names {
		content, err := files.ReadFile(name)
		if err != nil {
			panic(err)
		}
		maps.Copy(all, parse(string(content)))
	}
	return all
}

// parse returns the lines of each list in a file. It skips blank lines and comments.
func parse(content string) map[string][]string {
	all := make(map[string][]string)
	name := ""
	for line := range strings.Lines(content) {
		line = strings.TrimSpace(line)
		switch {
		case line == "", line[0] == '#':
		case line[0] == '[':
			name = strings.Trim(line, "[]")
		default:
			all[name] = append(all[name], line)
		}
	}
	return all
}

// linesOf returns the lines of a list. It panics if the list does not exist, which is a programming
// error.
func linesOf(name string) []string {
	lines, ok := lists[name]
	if !ok {
		panic(fmt.Sprintf("english: no list is named %q", name))
	}
	return lines
}

// Union returns a new set of the words in several sets.
func Union(sets ...map[string]bool) map[string]bool {
	all := make(map[string]bool)
	for _, set := range sets {
		maps.Copy(all, set)
	}
	return all
}

// Set returns the words in a list as a set.
func Set(name string) map[string]bool {
	set := make(map[string]bool)
	for _, word := range Words(name) {
		set[word] = true
	}
	return set
}

// Words returns the words in a list, in order.
func Words(name string) (words []string) {
	for _, line := range linesOf(name) {
		words = append(words, entriesOf(line)...)
	}
	return words
}

// Listed returns all lower-case words in the lists, including those in longer entries.
func Listed() map[string]bool {
	all := make(map[string]bool)
	for _, lines := range lists {
		for _, line := range lines {
			for word := range strings.FieldsFuncSeq(line, func(r rune) bool { return strings.ContainsRune(" |_:;,/()", r) }) {
				if word == strings.ToLower(word) {
					all[word] = true
				}
			}
		}
	}
	return all
}

// Groups returns the words on each line of a list.
func Groups(name string) (groups [][]string) {
	for _, line := range linesOf(name) {
		groups = append(groups, entriesOf(line))
	}
	return groups
}

// Pairs returns two groups of words for each line of a list. A bar separates them.
func Pairs(name string) (pairs [][2][]string) {
	for _, line := range linesOf(name) {
		left, right, _ := strings.Cut(line, "|")
		pairs = append(pairs, [2][]string{entriesOf(left), entriesOf(right)})
	}
	return pairs
}

// Rows returns the columns of each line of a list as written. Bars separate them.
func Rows(name string) (rows [][]string) {
	for _, line := range linesOf(name) {
		columns := strings.Split(line, "|")
		for i, c := range columns {
			columns[i] = strings.TrimSpace(c)
		}
		rows = append(rows, columns)
	}
	return rows
}

// Classes maps each word in a list to the class at the start of its line, such as "method" in "method:
// model parser".
func Classes(name string) map[string]string {
	classes := make(map[string]string)
	for _, line := range linesOf(name) {
		class, words, _ := strings.Cut(line, ":")
		for _, word := range entriesOf(words) {
			classes[word] = class
		}
	}
	return classes
}

func entriesOf(line string) (words []string) {
	for entry := range strings.FieldsSeq(line) {
		words = append(words, expand(strings.ReplaceAll(entry, "_", " "))...)
	}
	return words
}

// expand returns the forms given by an entry such as "show/s/ed/ing".
func expand(entry string) (forms []string) {
	base, suffixes, _ := strings.Cut(entry, "/")
	if bare := strings.Trim(base, "()"); bare != base {
		base = bare
	} else {
		forms = append(forms, base)
	}
	for suffix := range strings.SplitSeq(suffixes, "/") {
		switch suffix {
		case "s":
			forms = append(forms, Third(base))
		case "ed":
			forms = append(forms, Past(base))
		case "ing":
			forms = append(forms, Gerund(base))
		}
	}
	return forms
}
