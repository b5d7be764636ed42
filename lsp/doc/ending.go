package doc

import (
	"regexp"
	"strings"
)

// An ending is how the text of a sentence ends.
type ending struct {
	stop int  // where its final punctuation begins; its length where a mark goes behind all of it
	ends bool // it ends with a full stop, question or exclamation mark
	// shortened says that the full stop belongs to an abbreviation.
	shortened bool
}

const (
	stops   = ".!?…"
	commas  = ";:,"
	closers = ")]}\"'”’»"
	// longestEnding is how much of a text says how it ends.
	longestEnding = 32
)

// abbreviation is one that sentences end with.
var abbreviation = regexp.MustCompile(`(?i)(?:^|[^\pL])(?:etc|al|e\.g|i\.e|inc|ltd|jr|sr|cf|vs|a\.m|p\.m|u\.s|u\.k|fig|figs|eq|eqs|sec|tab|no|pp|vol|ch|co|approx)\.$`)

// endingOf looks at printed text. The stop of a sentence in parentheses is
// inside them; what is quoted stays whole, as does an abbreviation.
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

// lack is the full stop that a text of so many bytes needs.
func (e ending) lack(length int) Lack {
	switch {
	case e.shortened:
		return LacksStopBehindMark
	case !e.ends && e.stop == length:
		return LacksStop
	}
	return LacksNothing
}
