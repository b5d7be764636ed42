package text

import "strings"

// functionWords lists frequent function words. Related languages share some of them.
var functionWords = map[string]map[string]bool{
	"English":    wordSet(`the of and to that for with by this we as are be which from our have it not can these`),
	"French":     wordSet(`le les des du et une dans que qui pour sur par avec nous cette sont ces aux plus ne pas est ont`),
	"German":     wordSet(`der die das und den von mit dem ist ein eine nicht für auf wird werden sich wir zu im des als auch bei`),
	"Spanish":    wordSet(`el los las del una por con para como este esta se su sus al más nos pero son`),
	"Italian":    wordSet(`il gli della che di delle nel per con una sono questo questa alla dei nella più`),
	"Portuguese": wordSet(`os das dos uma em por com para como este esta não nos ao mais são pela pelo`),
	"Dutch":      wordSet(`de het een van en dat op te voor met zijn niet deze wordt worden ook bij naar`),
}

// minFunctionWords is the minimum number of function words that identify a language.
const minFunctionWords = 5

// Language returns the language of a text, or English if uncertain.
func Language(sentences []string) string {
	counts := make(map[string]int)
	for _, s := range sentences {
		EachToken(s, func(word string, _, _ int) bool {
			for language, words := range functionWords {
				if words[word] {
					counts[language]++
				}
			}
			return true
		})
	}
	best := "English"
	for _, language := range []string{"French", "German", "Spanish", "Italian", "Portuguese", "Dutch"} {
		if counts[language] >= minFunctionWords && counts[language] > counts[best] {
			best = language
		}
	}
	return best
}

func wordSet(words string) map[string]bool {
	set := make(map[string]bool)
	for _, word := range strings.Fields(words) {
		set[word] = true
	}
	return set
}
