package query

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestKeywordsOfOthersAreSentOnlyWhereTheUserWroteThem(t *testing.T) {
	s := Selection{
		Context: []string{"Trials of corticosteroids by Horby and others are in /home/ann/trials/horby.pdf."},
		Title:   "A living review of COVID-19 drugs", Authors: []string{"Ann Horby"},
	}
	claim := "Dexamethasone lowers 28-day mortality of patients who need oxygen."
	got := Verified(s, claim, []string{
		"dexamethasone", "Dexamethasone", " 28-day\n mortality ", "COVID-19", "corticosteroids",
		"hydroxychloroquine",                                                       // does not occur
		"mortality dexamethasone",                                                  // not in this order
		"oxygen living review",                                                     // across two texts
		"Horby", "by Horby and others", "home", "trials horby", "pdf", "/home/ann", // names and paths
		"living review",                                                // from the title
		"of", "who need", "", "!", "a living review of COVID-19 drugs", // no content, and the whole title
		"lowers 28-day mortality of patients who need oxygen", claim, "oxygen; DROP TABLE", "oxygen\x1b[31m", // too long, and with forbidden characters
	}, nil)
	if diff := cmp.Diff([]string{"dexamethasone", "28-day mortality", "corticosteroids"}, got); diff != "" {
		t.Error(diff)
	}
	var many []string
	for _, a := range []string{"dexamethasone", "mortality", "patients", "oxygen"} {
		for _, b := range []string{"", " lowers", " of", " who", "."} {
			many = append(many, a+b)
		}
	}
	if got := Verified(s, claim, append(many, claim), nil); len(got) > MaxKeywords {
		t.Errorf("%d keywords", len(got))
	}
}
