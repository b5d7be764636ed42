package text

import (
	"iter"
	"maps"
)

// IsStop reports whether a lower-case word is an English function word, which is not indexed.
func IsStop(word string) bool { return len(word) <= longestStop && stopWords[word] }

const longestStop = 10

// StopWords yields the stop words in no particular order.
func StopWords() iter.Seq[string] { return maps.Keys(stopWords) }

var stopWords = wordSet(`
	a about above after again against all also am an and any are aren't as at
	be because been before being below between both but by
	can cannot can't could couldn't did didn't do does doesn't doing don't down during
	each et al either else ever for from further
	had has have having he hence her here hers herself him himself his how however
	i if in into is isn't it its itself just may me might more most must my myself
	neither no nor not now of off often on once only or other our ours ourselves out over own
	per quite rather same shall she should since so some still such
	than that the their theirs them themselves then there thereby therefore these they this those
	though through thus to too toward towards under until up upon us
	very via was we were what when where whereas whether which while who whom whose why will with within without would
	yet you your yours`)
