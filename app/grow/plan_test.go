package grow

import (
	"strings"
	"testing"
	"time"

	"github.com/scilit-lsp/scilit-lsp/engine/online"
)

// TestAPlanHasTheUsersPaceAndAllowance plans with and without an email address and a key. Crossref is
// both a citation index and the registry of titles.
func TestAPlanHasTheUsersPaceAndAllowance(t *testing.T) {
	const advice = " ($1 with a free key; see the online.keyEnv setting)\n"
	keys := map[string]string{"openalex": "k"}
	for _, tt := range []struct {
		name, source, email string
		keys                map[string]string
		every               time.Duration
		price               string
	}{
		{"no email address", "crossref", "", nil, time.Second / 5, ""},
		{"an email address", "crossref", "me@example.org", nil, time.Second / 10, ""},
		{"no key", "openalex", "", nil, time.Second / 5, "the first $0.10 per day is free" + advice},
		{"a key", "openalex", "", keys, time.Second / 5, "the first $1.00 per day is free\n"},
	} {
		client, err := online.New(online.Options{Sources: []string{"crossref", "openalex"}, Email: tt.email, Keys: tt.keys,
			StandIn: "127.0.0.1:9"})
		if err != nil {
			t.Fatal(err)
		}
		seeds := Seeds{Titles: []TitleSeed{{"A title of several words", "Doe", 2001}}}
		plan, err := NewPlan(client, tt.source, seeds, Goals{Papers: 100, Hops: 1})
		if want := time.Duration(plan.Requests) * tt.every; err != nil || plan.Takes != want {
			t.Errorf("%s: %d requests take %v, want %v; %v", tt.name, plan.Requests, plan.Takes, want, err)
		}
		var out strings.Builder
		if plan.Write(&out, Goals{Papers: 100}, 1); !strings.HasSuffix(out.String(), tt.price) {
			t.Errorf("%s: %s", tt.name, &out)
		}
	}
}
