package verify

import (
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"

	"github.com/scilit-lsp/scilit-lsp/bib"
)

// A Switch is a comment that ignores findings:
//
//	% scilit-check: ignore year, venue-differs
//
// Inside an entry or on the lines directly above it, the comment applies to that entry; elsewhere,
// to the whole file. It lists codes or fields. An empty list means all.
type Switch struct {
	Line    int
	Ignored Names
	Unknown []string // names that are neither codes nor fields
	Entry   int      // start offset of the entry to which it applies; -1 for the whole file
}

var directive = regexp.MustCompile(`(?i)%[ \t]*scilit-check:[ \t]*ignore\b[ \t]*([a-z, \t_-]*)`)

// Switches returns the switches of a file in text order.
func Switches(file *bib.File, source string) []Switch {
	found := directive.FindAllStringSubmatchIndex(source, -1)
	all := make([]Switch, len(found))
	below, owner := len(source), -1 // start of the text after the switch, and the entry that contains it
	next := len(file.Entries)
	for i := len(found) - 1; i >= 0; i-- {
		at := found[i]
		for next > 0 && file.Entries[next-1].End > at[0] {
			next--
			below, owner = file.Entries[next].Start, file.Entries[next].Start
		}
		line, _ := file.Position(at[0])
		all[i] = readSwitch(line, source[at[2]:at[3]])
		switch {
		case next < len(file.Entries) && file.Entries[next].Start <= at[0]:
			all[i].Entry = file.Entries[next].Start
			continue
		case below < at[1] || !above(source[at[1]:below]):
			owner = -1
		}
		all[i].Entry, below = owner, at[0]
	}
	return all
}

// above reports whether a switch and the next entry are separated only by comment lines.
func above(between string) bool {
	_, between, found := strings.Cut(between, "\n")
	for line := range strings.Lines(between) {
		if !strings.HasPrefix(strings.TrimSpace(line), "%") && line != "" && strings.HasSuffix(line, "\n") {
			return false
		}
	}
	return found
}

func readSwitch(line int, names string) Switch {
	s := Switch{Line: line, Ignored: Names{}, Entry: -1}
	words := strings.FieldsFunc(strings.ToLower(names), func(r rune) bool { return r == ',' || r == ' ' || r == '\t' })
	for _, word := range words {
		word = strings.ReplaceAll(word, "_", "-")
		if s.Ignored[word] = true; !IsName(word) {
			s.Unknown = append(s.Unknown, word)
		}
	}
	if len(words) == 0 {
		s.Ignored["all"] = true
	}
	return s
}

// IsName reports whether a word is "all", a code, or the name of a field that has codes.
func IsName(word string) bool {
	isOf := func(k Kind) bool { return word == string(k.Code) || word == k.Field }
	return word == "all" || word != "" && slices.ContainsFunc(Kinds, isOf)
}

// IgnoredBy returns a function that returns the ignored names for an entry, including others.
func IgnoredBy(switches []Switch, others Names) func(*bib.Entry) Names {
	whole, byEntry := maps.Clone(others), make(map[int]Names)
	if whole == nil {
		whole = Names{}
	}
	for _, s := range switches {
		into := whole
		if s.Entry >= 0 {
			if byEntry[s.Entry] == nil {
				byEntry[s.Entry] = Names{}
			}
			into = byEntry[s.Entry]
		}
		maps.Copy(into, s.Ignored)
	}
	return func(e *bib.Entry) Names {
		own, ok := byEntry[e.Start]
		if !ok {
			return whole
		}
		all := maps.Clone(whole)
		maps.Copy(all, own)
		return all
	}
}

// Mistake returns a message about the unknown names in a switch, or "" if all names are known.
func (s Switch) Mistake() string {
	if len(s.Unknown) == 0 {
		return ""
	}
	return fmt.Sprintf("the scilit-check comment on line %d contains %s (%s); run `scilit-lsp check --codes` "+
		"to list all codes and fields", s.Line, Counted(len(s.Unknown), "unknown name", "unknown names"),
		strings.Join(s.Unknown, ", "))
}
