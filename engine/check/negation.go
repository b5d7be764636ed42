package check

// negators deny what follows them.
var negators = set(`not no never neither nor without cannot fail fails failed lack lacks lacked lacking hardly unable don't doesn't didn't isn't aren't wasn't weren't
	can't couldn't won't wouldn't shouldn't hasn't haven't hadn't nothing none barely absence failure fails rarely impossible`)

// scopeOfNegation is how many content words behind a negation it denies.
const scopeOfNegation = 4

// markDenied turns the polarity of the words that a negation denies: those next
// behind it, to the end of its clause or of the list that it denies.
func markDenied(words []word) {
	for i, w := range words {
		if !isNegation(words, i) {
			continue
		}
		left := scopeOfNegation
		clause := w.clause
		for j := i + 1; j < len(words) && left > 0; j++ {
			if words[j].text == "nor" || words[j].clause != clause && !listed(words, j) {
				break
			}
			clause = words[j].clause
			if words[j].kind == content || words[j].kind == frame {
				words[j].denied = !words[j].denied
				left--
			}
		}
	}
}

// longestItem is how many words an item of a list has.
const longestItem = 8

// listed reports whether the word behind a comma goes on with a list that ends in
// "or" or "nor".
func listed(words []word, j int) bool {
	for _, w := range words[j:min(len(words), j+longestItem)] {
		if w.text == "or" || w.text == "nor" {
			return true
		}
	}
	return false
}

func isNegation(words []word, i int) bool {
	if words[i].text == "far" && i+1 < len(words) && words[i+1].text == "from" {
		return true
	}
	if !negators[words[i].text] || words[i].raw == "NO" { // nitric oxide
		return false
	}
	return i+1 == len(words) || words[i+1].text != "only" && words[i+1].text != "longer" || words[i+1].text == "longer"
}
