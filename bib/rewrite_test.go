package bib

import "testing"

// A new value is written in the file's style, and nothing in it is executed.
func TestANewValueIsWrittenAsTheFileWritesItsOwn(t *testing.T) {
	rec := Record{
		Title: "Deep learning of mRNA & 50% more\x1b[31m", Authors: []Name{{Given: "Jörg", Family: "Müller"}, {Family: "The Consortium"}}, Year: 2019,
		Venue: "Journal of Things} , evil = {x", DOI: "10.1234/A%b", ArXiv: "1706.03762v2", Volume: "12", Pages: "3–9",
	}
	braces := Parse("@article{a,\n  title = {T},\n  year = {2000},\n}\n")
	quotes := Parse("@article{a,\n  author = \"M{\\\"u}ller, J.\",\n  title = \"T\",\n  year = 2000,\n}\n")
	for _, tt := range []struct {
		file  *File
		field string
		want  string
	}{
		{braces, "title", `{Deep learning of {mRNA} \& 50\% more [31m}`},
		{braces, "author", `{Müller, Jörg and {The Consortium}}`},
		{quotes, "author", `"M{\{"}u}ller, J{\{"}o}rg and {The Consortium}"`},
		{braces, "year", "{2019}"},
		{quotes, "date", "2019"},
		{braces, "pages", "{3--9}"},
		{quotes, "volume", "12"},
		{braces, "eprint", "{1706.03762}"},
		{braces, "publisher", ""},
		{braces, "abstract", ""},
		{Parse(""), "doi", "{10.1234/A%25b}"},
	} {
		if got := tt.file.NewValue(tt.field, rec); got != tt.want {
			t.Errorf("%s: %s, want %s", tt.field, got, tt.want)
		}
	}
	for _, field := range []string{"journal", "title", "doi"} {
		fixed := Parse("@article{a, " + field + " = " + braces.NewValue(field, rec) + "}")
		if len(fixed.Entries) != 1 || len(fixed.Entries[0].Fields) != 1 || len(fixed.Problems()) > 0 {
			t.Errorf("%s breaks out: %s", field, braces.NewValue(field, rec))
		}
	}
}

func TestAFreeKeyIsOfNoEntry(t *testing.T) {
	file := Parse("@misc{doe2001}\n@misc{Doe2001a}\n@misc{other}")
	for key, want := range map[string]string{"doe2001": "doe2001b", "other": "othera", "new": "new"} {
		if got := file.FreeKey(key); got != want {
			t.Errorf("%s: %s, want %s", key, got, want)
		}
	}
}
