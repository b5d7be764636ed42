package bib

import (
	"strings"
	"testing"
)

func TestNewKeyByPattern(t *testing.T) {
	two := Record{Authors: []Name{{Family: "van der Øster"}, {Family: "Müller-Lüdenscheidt"}}, Title: "What's “Über” Pre-training?", Year: 2019, Venue: "Journal of the Science of Things"}
	tests := []struct {
		pattern string
		rec     Record
		want    string
	}{
		{DefaultPattern, martins, "martins2009concise"},
		{"[Auth]:[year]", martins, "Martins:2009"},
		{"[auth]_[title]_[year]", martins, "martins_concise_2009"},
		{"[authors]-[year]-[title]", martins, "martins-etal-2009-concise"},
		{"[authors]-[year]-[title]", two, "vanderoster-mullerludenscheidt-2019-whats"},
		{"[Authors][shortyear]", two, "VanderosterMullerludenscheidt19"},
		{"[auth]+[Title]", two, "vanderoster+Whats"},
		{"[journal]:[year]/[Journal]", two, "jst:2019/JST"},
		{"lib.[auth]{}, [year]", martins, "lib.martins2009"},
		{DefaultPattern, Record{}, "anon"},
		{DefaultPattern, Record{Authors: []Name{{Given: "Nicola De", Family: "Cao"}}, Title: "Deep Things", Year: 2024}, "decao2024deep"},
		{DefaultPattern, Record{Authors: []Name{{Given: "Benjamin Van", Family: "Durme"}}, Title: "Things", Year: 2010}, "vandurme2010things"},
		{"[title]-[year]", Record{Year: 2000}, "2000"},
		{"[title]", Record{}, "ref"},
		{"[auth]_[title]_[year]", Record{Authors: martins.Authors, Year: 2001}, "martins_2001"},
		{DefaultPattern, Record{Authors: []Name{{Family: "王"}}, Title: "On the", Year: 2001}, "anon2001on"},
		{DefaultPattern, Record{Authors: []Name{{Family: "王"}, {Family: "Li"}}, Title: "中文 Words", Year: 2001}, "li2001words"},
		{"[unknown]", martins, "martins2009concise"},
	}
	for _, tt := range tests {
		if got := Parse("").NewKey(tt.rec, tt.pattern); got != tt.want {
			t.Errorf("%s: %q, want %q", tt.pattern, got, tt.want)
		}
	}
}

func TestTakenKeysGetALetter(t *testing.T) {
	src := "@misc{Martins2009concise}"
	for _, want := range []string{"martins2009concisea", "martins2009conciseb", "martins2009concisec"} {
		key := Parse([]byte(src)).NewKey(martins, DefaultPattern)
		if key != want {
			t.Fatalf("%q, want %q", key, want)
		}
		src += "@misc{" + key + "}"
	}
	for n, want := range map[int]string{1: "a", 26: "z", 27: "aa", 52: "az", 53: "ba", 703: "aaa"} {
		if got := letterNumber(n); got != want {
			t.Errorf("letter %d is %q, want %q", n, got, want)
		}
	}
}

func TestCheckPattern(t *testing.T) {
	for pattern, complaint := range map[string]string{
		DefaultPattern: "", "[Auth]:[year]": "", "plain": "no placeholder", "": "no placeholder", "[auth": "a ] is missing after [auth", "[when]": "[when] is not a placeholder; use [auth], [authors]",
	} {
		err := CheckPattern(pattern)
		if complaint == "" && err != nil || complaint != "" && (err == nil || !strings.Contains(err.Error(), complaint)) {
			t.Errorf("%q: %v, want %q", pattern, err, complaint)
		}
	}
}

func TestNewKeyFollowsTheFile(t *testing.T) {
	entry := func(key string) string {
		return "@misc{" + key + ", author={Lee, Ann and Kim, Bo and Wu, Cy}, title={A Deep Thought}, year={2001}}\n"
	}
	tests := []struct {
		name, src, want string
	}{
		{"empty file", "", "martins2009concise"},
		{"Google Scholar", entry("lee2001deep"), "martins2009concise"},
		{"Zotero", entry("lee_deep_2001"), "martins_concise_2009"},
		{"ACL Anthology", entry("lee-etal-2001-deep"), "martins-etal-2009-concise"},
		{"author and year", entry("Lee:2001") + entry("Lee:2001a"), "Martins:2009"},
		{"short years", entry("Lee01") + entry("Lee01b"), "Martins09"},
		{"no majority", entry("Lee:2001") + entry("foo") + entry("bar"), "martins2009concise"},
		{"half is no majority", entry("Lee:2001") + entry("foo"), "martins2009concise"},
		{"dblp keys do not vote", entry("DBLP:conf/x/Lee01") + entry("DBLP:conf/y/Lee01") + entry("Lee_2001"), "Martins_2009"},
		{"entries without author do not vote", "@misc{x}@misc{y}" + entry("lee-2001"), "martins-2009"},
		{"the letter of a taken key", entry("martins:2009") + entry("lee:2001") + entry("lee:2001a"), "martins:2009a"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got := Parse([]byte(tt.src)).NewKey(martins, ""); got != tt.want {
				t.Errorf("%q, want %q", got, tt.want)
			}
		})
	}
}
