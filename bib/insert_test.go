package bib

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestInsertKeepsTheHabitsOfTheFile(t *testing.T) {
	small := Record{Authors: []Name{{Given: "José", Family: "Núñez"}}, Title: "A BERT Thing", Year: 2020, Month: 3, Venue: "CL", Volume: "4"}
	tests := []struct {
		name, src, want string
	}{
		{"empty file", "", "@article{k,\n  author = {Núñez, José},\n  title = {A {BERT} Thing},\n  journal = {CL},\n  year = {2020},\n  month = mar,\n  volume = {4},\n}\n"},
		{"line ends, columns, quotes, bare numbers, capital type", fixtures["CRLF, values in columns"],
			"\r\n\r\n@Article{k,\r\n    author  = \"Núñez, José\",\r\n    title   = \"A {BERT} Thing\",\r\n    journal = \"CL\",\r\n    year    = 2020,\r\n    month   = mar,\r\n    volume  = 4\r\n}"},
		{"BOM, no spaces", fixtures["BOM"],
			"\n\n@article{k,\n  title={A {BERT} Thing},\n  author={Núñez, José},\n  journal={CL},\n  year={2020},\n  month=mar,\n  volume={4}\n}"},
		{"accents in a Latin-1 file", fixtures["Latin-1"],
			"\n\n@article{k,\n  author = {N{\\'u}{\\~n}ez, Jos{\\'e}},\n  title = {A {BERT} Thing},\n  journal = {CL},\n  year = 2020,\n  month = mar,\n  volume = 4,\n}"},
		{"accents where the file has them", fixtures["TeX accents"],
			"\n\n@article{k,\n  author = {N{\\'u}{\\~n}ez, Jos{\\'e}},\n  title = {A {BERT} Thing},\n  journal = {CL},\n  year = {2020},\n  month = mar,\n  volume = {4}\n}"},
		{"parentheses", fixtures["parentheses"],
			"\n\n@article(k,\n  author = {Núñez, José},\n  title = {A {BERT} Thing},\n  journal = {CL},\n  year = {2020},\n  month = mar,\n  volume = {4}\n)"},
		{"tight, no blank lines, no final newline", fixtures["no final newline"],
			"\n@article{k,\n author={Núñez, José},\n title={A {BERT} Thing},\n journal={CL},\n year={2020},\n month=mar,\n volume={4}}"},
		{"tabs, capitals, two blank lines", fixtures["tabs, capitals"],
			"\n\n\n@ARTICLE{k,\n\tAUTHOR\t= {Núñez, José},\n\tTITLE\t= {A {BERT} Thing},\n\tJOURNAL\t= {CL},\n\tYEAR\t= {2020},\n\tMONTH\t= mar,\n\tVOLUME\t= {4},\n}"},
		{"BibLaTeX", fixtures["BibLaTeX"],
			"\n\n@Article{k,\n  author       = {Núñez, José},\n  title        = {A {BERT} Thing},\n  journaltitle = {CL},\n  date         = {2020-03},\n  volume       = {4},\n}"},
		{"columns of each entry", "@misc{a,\n  author = {A},\n  title  = {T},\n}\n\n@misc{b,\n  title        = {T},\n  howpublished = {H},\n}\n",
			"\n\n@article{k,\n  author  = {Núñez, José},\n  title   = {A {BERT} Thing},\n  journal = {CL},\n  year    = {2020},\n  month   = mar,\n  volume  = {4},\n}"},
		{"names to the right, double braces", "@misc{a,\n   author = {A},\n    title = {{T}},\n     year = 1999\n}\n",
			"\n\n@article{k,\n   author = {Núñez, José},\n    title = {{A BERT Thing}},\n  journal = {CL},\n     year = 2020,\n    month = mar,\n   volume = 4\n}"},
		{"values in a column", "@misc{a,\n  author =  {A},\n  title =   {T},\n  year =    {1999}\n}\n",
			"\n\n@article{k,\n  author =  {Núñez, José},\n  title =   {A {BERT} Thing},\n  journal = {CL},\n  year =    {2020},\n  month =   mar,\n  volume =  {4}\n}"},
		{"one line", "@misc{a, title = {T}, year = {1999}}\n@misc{b, title = {U}, year = {1999}}\n",
			"\n@article{k, author = {Núñez, José}, title = {A {BERT} Thing}, journal = {CL}, year = {2020}, month = mar, volume = {4}}"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got := Parse([]byte(tt.src)).Insert(small, "k")
			end := len(strings.TrimRight(tt.src, "\r\n"))
			if diff := cmp.Diff(Insertion{end, tt.want}, got); diff != "" {
				t.Errorf("(-want +got)\n%s", diff)
			}
		})
	}
}

func TestInsertFindsASafePlace(t *testing.T) {
	const entry = "@misc{k,\n  title = {T},\n}"
	tests := []struct {
		name, src string // "|" in src marks the place where entry is inserted
		before    string
		after     string
	}{
		{"blank file", "|\n\n", "", ""},
		{"spaces only", "|  ", "", "\n"},
		{"only a BOM", bom + "|", "", "\n"},
		{"text only", "% my library|\n", "\n\n", ""},
		{"behind comments", "@misc{a,\n  title = {T},\n}\n% vim: tw=80|", "\n\n", ""},
		{"blank lines at the end stay there", "@misc{a,\n  title = {T},\n}|\n\n\n", "\n\n", ""},
		{"before an address, which might start a command", "@misc{a,\n  title = {T},\n}| x@y ", "\n\n", "\n\n"},
		{"before an open value", "@misc{a,\n  title = {T},\n}|\n\n% b\n@misc{b, title = {T", "\n\n", ""},
		{"before an open value that swallows entries", "@misc{a,\n  title = {T},\n}|\n@misc{b, title = {T\n@misc{c,\n  title = {T},\n}\n", "\n", ""},
		{"before an open entry", "@misc{a,\n  title = {T},\n}|\n@misc{b, title = {T},\n", "\n\n", ""},
		{"behind an entry that follows an open one", "@misc{b, title = {T},\n@misc{a,\n  title = {T},\n}|\n", "\n", ""},
		{"before an open entry at the start", "|@misc{b, title = {T", "", "\n\n"},
		{"before an open comment", "% x|\n@comment{ b", "\n\n", ""},
		{"between text and an open entry", "% x|\n@misc{b", "\n\n", ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			at := strings.IndexByte(tt.src, '|')
			src := tt.src[:at] + tt.src[at+1:]
			got := Parse([]byte(src)).Insert(Record{Title: "T"}, "k")
			if diff := cmp.Diff(Insertion{at, tt.before + entry + tt.after}, got); diff != "" {
				t.Errorf("(-want +got)\n%s", diff)
			}
		})
	}
}

func TestInsertWritesEveryField(t *testing.T) {
	rec := Record{
		Type: "journal-article", Authors: []Name{{Given: "Ann", Family: "Lee", Suffix: "Jr"}, {Given: "Plato"}, {Family: "WHO, Geneva"}, {Family: "Barnes and Noble"}, {Family: "others"}, {}},
		Title: "On <i>E. coli</i>: a\n mRNA & McDonald {x} GPT-3's", Year: 2001, Month: 13, Venue: "A & B", DOI: "https://doi.org/10.1000/A_b", ArXiv: "arXiv:2001.00001v2",
		URL: `https://x.org/a_b?c={d} e`, Volume: "7", Issue: "1–2", Pages: "e1–e10", Publisher: "O'Reilly",
	}
	want := `@article{k,
  author = {Lee, Jr, Ann and Plato and {WHO, Geneva} and {Barnes and Noble} and {others}},
  title = {On {E}. coli: a {mRNA} \& {McDonald} {\textbraceleft}x{\textbraceright} {GPT}-3's},
  journal = {A \& B},
  year = {2001},
  volume = {7},
  number = {1–2},
  pages = {e1--e10},
  publisher = {O'Reilly},
  doi = {10.1000/A_b},
  url = {https://x.org/a_b?c=%7Bd%7D%20e},
  eprint = {2001.00001},
  archiveprefix = {arXiv},
}
`
	if diff := cmp.Diff(want, Parse("").Insert(rec, "k").Text); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
}

func TestBibLaTeXFilesGetTheirFields(t *testing.T) {
	f := Parse([]byte(fixtures["BibLaTeX"]))
	rec := Record{Type: "article", Title: "T", Year: 2020, Venue: "CL", ArXiv: "2001.00001", DOI: "10.1000/a", URL: "https://doi.org/10.1000/a"}
	want := "@Article{k,\n  title        = {T},\n  journaltitle = {CL},\n  date         = {2020},\n  doi          = {10.1000/a},\n" +
		"  eprint       = {2001.00001},\n  eprinttype   = {arxiv},\n}"
	if diff := cmp.Diff(want, strings.TrimSpace(f.Insert(rec, "k").Text)); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
}

func TestTitlesWithMarkupAreFoundAgain(t *testing.T) {
	for _, title := range []string{`Refer360$^{\circ}$: A {\"U}ber Dataset`, "<b>Bold</b> &amp; more"} {
		f := Parse("")
		g := Parse([]byte(f.Insert(Record{Title: title}, f.NewKey(Record{Title: title}, "[title]")).Text))
		if g.Find(Work{Title: title}) == nil || strings.ContainsAny(g.Entries[0].Key, "<\\") {
			t.Errorf("%q is not found in %q", title, outline(g))
		}
	}
}

func TestVenueField(t *testing.T) {
	h := habits{}
	for typ, want := range map[string]string{
		"article": "journal", "inproceedings": "booktitle", "techreport": "institution", "phdthesis": "school", "misc": "howpublished", "book": "",
	} {
		if got := h.venueField(typ); got != want {
			t.Errorf("%s: %q, want %q", typ, got, want)
		}
	}
}

func TestPrefersAccents(t *testing.T) {
	tests := []struct {
		src  string
		want bool
	}{
		{"", false}, {"plain", false}, {`{\"o}`, true}, {`\'{e}`, true}, {`\c{c}`, true}, {`\v c`, true}, {`{\o}`, true}, {`\ss`, true},
		{`\alpha \left \cite \& \`, false}, {"é", false}, {`é é {\"o}`, false}, {`é {\"o} {\"o}`, true}, {"\xe9", true},
	}
	for _, tt := range tests {
		if got := Parse([]byte(tt.src)).prefersAccents(); got != tt.want {
			t.Errorf("%q: %v", tt.src, got)
		}
	}
}

func TestEntryType(t *testing.T) {
	tests := []struct {
		rec  Record
		want string
	}{
		{Record{Type: "article", Venue: "CL"}, "article"},
		{Record{Type: "article"}, "misc"},
		{Record{Type: "book"}, "book"},
		{Record{Type: "Proceedings-Article", Venue: "ACL"}, "inproceedings"},
		{Record{Type: "weird type!", Venue: "CL"}, "article"},
		{Record{Venue: "arXiv.org"}, "misc"},
		{Record{Venue: "Findings of ACL"}, "inproceedings"},
		{Record{Venue: "Proceedings of the National Academy of Sciences"}, "article"},
		{Record{Venue: "Proceedings of the VLDB Endowment", Volume: "1", Issue: "2"}, "article"},
		{Record{}, "misc"},
	}
	for _, tt := range tests {
		if got := TypeOf(tt.rec); got != tt.want {
			t.Errorf("%+v: %s, want %s", tt.rec, got, tt.want)
		}
	}
}

func TestPageRange(t *testing.T) {
	for pages, want := range map[string]string{
		"": "", "5": "5", "1-9": "1--9", "1–9": "1--9", "1--9": "1--9", "1 - 9": "1--9", "S1-S9": "S1--S9", "1-2, 5-9": "1-2, 5-9", "12-1-12-9": "12-1-12-9",
	} {
		if got := pageRange(pages); got != want {
			t.Errorf("%q: %q, want %q", pages, got, want)
		}
	}
}

// An inserted entry can be found again in any file.
func TestInsertedWorkIsFound(t *testing.T) {
	for name, src := range fixtures {
		t.Run(name, func(t *testing.T) {
			f := Parse([]byte(src))
			g := Parse(f.Insert(martins, f.NewKey(martins, "")).Apply([]byte(src)))
			for _, w := range []Work{{DOI: martins.DOI}, {Title: martins.Title, Author: "Martins"}} {
				e := g.Find(w)
				if e == nil {
					t.Fatalf("%+v is not found", w)
				}
				if e.Year() != martins.Year || len(e.Authors()) != 3 || e.Authors()[0] != martins.Authors[0] || e.Field("title") != martins.Title {
					t.Errorf("read back: %q", outline(g))
				}
			}
		})
	}
}
