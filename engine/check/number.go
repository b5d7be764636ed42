package check

import (
	"strconv"
	"strings"

	"github.com/scilit-lsp/scilit-lsp/engine/english"
	"github.com/scilit-lsp/scilit-lsp/internal/pattern"
)

// A quantity is a number with its unit.
type quantity struct {
	value   string // digits with a decimal point but without thousands separators
	written string
	unit    string // stem or sign after the number, such as "%" or "task"
	at      int    // byte offset in the sentence
}

var (
	digits   = pattern.MustCompile(`\d+(?:[.,·]\d+)*`)
	thousand = pattern.MustCompile(`^\d{1,3}(?:,\d{3})+(?:\.\d+)?$`)
	follows  = pattern.MustCompile(`^\s*(%|percent|per cent|[kK]\b|[Mm]illions?|[Bb]illions?|[Tt]housands?|[\p{L}]+)?`)
	wordly   = pattern.MustCompile(`(?i)\b(?:two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|thirteen` +
		`|fourteen|fifteen|sixteen|seventeen|eighteen|nineteen|twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety` +
		`|hundred|hundreds|thousand|thousands|million|millions|billion|billions|dozen|half|twice|double|doubles` +
		`|doubled|triple)\b`)
)

var spelledOut = func() map[string]int {
	values := make(map[string]int)
	for numeral, value := range english.Classes("numerals") {
		values[numeral], _ = strconv.Atoi(value)
	}
	return values
}()

// IsSpelledOut reports whether a lower-case word is a number from two to ninety.
func IsSpelledOut(word string) bool { return spelledOut[word] > 0 }

var spelledValue = english.Classes("multiples")

// maxQuantities is the maximum number of quantities of each kind read from one sentence.
const maxQuantities = 40

// quantitiesOf returns the numbers in a sentence, written in digits or in words.
func quantitiesOf(s string) (all []quantity) {
	for _, at := range digits.FindAllStringIndex(s, maxQuantities) {
		value := canonical(s[at[0]:at[1]])
		unit := unitOf(s[at[1]:])
		all = append(all, quantity{scaled(value, unit), s[at[0]:at[1]], unit, at[0]})
	}
	for _, at := range wordly.FindAllStringIndex(s, maxQuantities) {
		low := strings.ToLower(s[at[0]:at[1]])
		value := spelledValue[low]
		if n := spelledOut[low]; n > 0 {
			value = itoa(n)
		}
		if afterDigits(s[:at[0]]) || value == "" {
			continue // "3 million" is one number
		}
		all = append(all, quantity{scaled(value, unitOf(s[at[1]:])), s[at[0]:at[1]], unitOf(s[at[1]:]), at[0]})
	}
	return all
}

func itoa(n int) string {
	if n < 10 {
		return string(rune('0' + n))
	}
	return itoa(n/10) + itoa(n%10)
}

func afterDigits(before string) bool {
	before = strings.TrimRight(before, " -")
	return before != "" && before[len(before)-1] >= '0' && before[len(before)-1] <= '9'
}

// canonical returns a number without thousands separators, leading zeros, and trailing zeros of
// decimals.
func canonical(s string) string {
	s = strings.ReplaceAll(s, "·", ".")
	if thousand.MatchString(s) {
		s = strings.ReplaceAll(s, ",", "")
	}
	s = strings.ReplaceAll(s, ",", ".")
	if strings.Count(s, ".") == 1 {
		s = strings.TrimRight(strings.TrimRight(s, "0"), ".")
	}
	if trimmed := strings.TrimLeft(s, "0"); trimmed != "" && trimmed[0] != '.' {
		return trimmed
	}
	return strings.TrimPrefix(s, "0")
}

func unitOf(after string) string {
	m := follows.FindStringSubmatch(after[:min(len(after), 40)])
	if m == nil {
		return ""
	}
	switch unit := strings.ToLower(m[1]); unit {
	case "percent", "per cent":
		return "%"
	default:
		return unit
	}
}

// scaled returns the number multiplied by a unit such as "million" or "k", so that "10k" becomes 10000.
func scaled(value, unit string) string {
	zeros := map[string]int{"k": 3, "thousand": 3, "thousands": 3, "million": 6, "millions": 6, "billion": 9,
		"billions": 9}[unit]
	if zeros == 0 {
		return value
	}
	whole, decimals, _ := strings.Cut(value, ".")
	for range zeros {
		if decimals != "" {
			whole, decimals = whole+decimals[:1], decimals[1:]
		} else {
			whole += "0"
		}
	}
	if decimals != "" {
		whole += "." + decimals
	}
	return strings.TrimLeft(whole, "0")
}

// sameUnit reports whether both units or neither are percentages.
func sameUnit(a, b string) bool { return (a == "%") == (b == "%") }
