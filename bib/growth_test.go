package bib

import (
	"strings"
	"testing"

	"github.com/scilit-lsp/scilit-lsp/internal/growth"
	"github.com/scilit-lsp/scilit-lsp/paper"
	"github.com/scilit-lsp/scilit-lsp/tex"
)

func seeds() []growth.Seed {
	all := append(growth.Text, growth.Repeat(
		"@a{b,c=d}\n", "@a{b,c={d}}\n", "@a{b,c={d},\n", "@a{b c={d}\n", "@a{b,=", "@a{b,c=d#", "@string{a=b}\n", "@string{a=a#a}\n", "@a{b,title=a#a}\n", "@string{a={aaaaaaaaaaaaaaaaaaaa}}@a{b,title=a#a#a#a#a#a#a#a}\n", "@string(a=\"", "@comment{", "@comment{}", "@preamble{\"", "@preamble{a}\n", "@a{b,crossref={b}}\n",
		"\n@a{", "\n@a{b,c={\n", "\n@a(b,c={", "% @a{\n", "@%\n", "@ \n", "@a \n", "@a{b,c={}}}\n", "{@a{b}\n", "@a{b,c=\"{\"}\n", "@a{%\n", "@a{b,%}\n", "a={", "a,", "a=b,", "=#", "#a", "@a{b,title={a b},year=2000,author={A B}}\n", "@a{b,file={a:b;}}\n", "@a{b,doi={10.1/a}}\n")...)
	all = append(all, growth.Within("@a{b,", growth.Text, "}")...)
	all = append(all, growth.Within("@a{b,title={", growth.Text, "}}")...)
	all = append(all, growth.Within("@a{b,author={", growth.Text, "}}")...)
	return append(all, growth.Within("@string{a={", growth.Text, "}}")...)
}

func TestGrowthOfParse(t *testing.T) {
	growth.Linear(t, seeds(), func(s string) { Parse(s).Problems() })
}

func TestGrowthOfNext(t *testing.T) {
	growth.Linear(t, seeds(), func(s string) {
		f := Parse(s).Next(s[:len(s)/2] + "a" + s[len(s)/2:])
		f.Next(s[:len(s)/2] + "@a{b," + s[len(s)/2:]).Next(s)
	})
}

func TestGrowthOfAnswers(t *testing.T) {
	growth.Linear(t, seeds(), func(s string) {
		f := Parse(s)
		f.Links()
		f.DuplicateKeys()
		f.DuplicateWorks()
		f.Mentions(func(key string) bool { return key == "b" })
		f.MentionAt(len(s) / 2)
		f.NewKey(martins, "")
		f.Insert(martins, "key")
		f.Find(Work{Title: "a", DOI: "10.1/a"})
		for i := range f.Entries {
			f.Entries[i].Authors()
			f.Entries[i].Year()
			f.Entries[i].Venue()
		}
	})
}

func TestGrowthOfText(t *testing.T) {
	growth.Linear(t, growth.Text, func(s string) {
		tex.Decode(s)
		tex.DecodeVerbatim(s)
		tex.Encode(s, true)
		ParseNames(s)
		paper.NormalTitle(s)
		paper.DOI(s)
		paper.ArXiv(s)
		CheckPattern(s)
		CheckKey(s)
	})
}

func TestGrowthOfRecords(t *testing.T) {
	growth.Linear(t, growth.Text, func(s string) {
		rec := Record{Title: s, DOI: s, Year: 2000, Authors: []Name{{Given: s, Family: s}}}
		f := Parse("")
		f.Insert(rec, f.NewKey(rec, s))
	})
}

func TestGrowthOfCopies(t *testing.T) {
	growth.Linear(t, growth.Text, func(s string) { Parse("").InsertCopy("@a{b,title={"+s+"}}", "key") })
}

func TestDeepNestingIsRead(t *testing.T) {
	const deep = 1 << 20
	for _, unit := range []string{"{", "@a{b,c={", `\"{`, `\href{`, "\"{"} {
		s := strings.Repeat(unit, deep/len(unit))
		tex.Decode(s)
		ParseNames(s)
		Parse(s).Problems()
		Parse("@a{b,title={"+s+strings.Repeat("}", deep)+"}}").Insert(martins, "key")
	}
}
