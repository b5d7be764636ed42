package doc

import (
	"regexp"
	"strings"
)

// An ending describes how the text of a sentence ends.
type ending struct {
	stop int  // start of the final punctuation, or the length of the text if a citation goes after it
	ends bool // the text ends with a full stop, question mark or exclamation mark
	// shortened is set if the final full stop belongs to an abbreviation.
	shortened bool
}

const (
	stops   = ".!?…"
	commas  = ";:,"
	closers = ")]}\"'”’»"
	// longestEnding is the number of bytes at the end of a text that AtStop examines.
	longestEnding = 32
)

// abbreviation matches abbreviations that can end a sentence.
var abbreviation = regexp.MustCompile(
	`(?i)(?:^|[^\pL])(?:etc|al|e\.g|i\.e|inc|ltd|jr|sr|cf|vs|a\.m|p\.m|u\.s|u\.k|fig|figs|eq|eqs|sec|tab|` +
		`no|pp|vol|ch|co|approx)\.$`,
)

// endingOf determines how a printed text ends. If the sentence is in parentheses, its full stop is
// inside them. Final punctuation in a quotation or an abbreviation is not split off.
func endingOf(printed string) ending {
	bare := strings.TrimRight(printed, stops+commas)
	if len(bare) < len(printed) {
		e := ending{stop: len(bare), ends: strings.ContainsAny(printed[len(bare):], stops)}
		if len(bare)+1 == len(printed) && abbreviation.MatchString(printed[max(0, len(printed)-longestEnding):]) {
			e.stop, e.shortened = len(printed), true
		}
		return e
	}
	open := strings.TrimRight(printed, closers)
	bare = strings.TrimRight(open, stops)
	e := ending{stop: len(printed), ends: len(bare) < len(open)}
	if e.ends && len(open) < len(printed) && strings.HasPrefix(printed, "(") && printed[len(open):] == ")" {
		e.stop = len(bare)
	}
	return e
}

// lack returns which full stop is missing from a text of the given length.
func (e ending) lack(length int) Lack {
	switch {
	case e.shortened:
		return LacksStopAfterMark
	case !e.ends && e.stop == length:
		return LacksStop
	}
	return LacksNothing
}
