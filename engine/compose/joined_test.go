package compose

import "testing"

// A verb whose past tense is unknown keeps its coordinated verbs in its own tense.
func TestJoinedVerbsKeepOneTense(t *testing.T) {
	for predicate, want := range map[string]string{
		"conceptualize parsing as a ranking task and propose a new parser": "conceptualize parsing as a ranking task and propose a new parser",
		"propose a new parser and show that it ranks trees":                "proposed a new parser and showed that it ranks trees",
	} {
		if got := conjugate(predicate, false, Past); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}
