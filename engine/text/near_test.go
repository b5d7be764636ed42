package text

import "testing"

func TestWordsNearEachOther(t *testing.T) {
	near := NewNear("named entity recognition for tweets")
	for s, want := range map[string]bool{
		"Named entity recognition for tweets":                                                                                        true,
		"Recognising entities that are named in a tweet":                                                                             false, // "recognising" has a different stem
		"For tweets, the recognition of named entities":                                                                              true,
		"Named entities. Recognition is hard, and it is harder on text such as tweets.":                                              true,
		"Named entity recognition is solved for news, as many surveys, books and courses explain with good examples; tweets are not": false,
		"Named entity recognition":                                                                                                   false,
		"":                                                                                                                           false,
	} {
		if got := near.In(s); got != want {
			t.Errorf("%q: %v", s, got)
		}
	}
	if NewNear("for the").In("for the") {
		t.Error("stop words are near each other")
	}
}
