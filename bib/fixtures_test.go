package bib

import (
	"fmt"
	"maps"
	"slices"
	"strings"
)

// martins is the record that most tests insert.
var martins = Record{
	Type:    "inproceedings",
	Authors: []Name{{Given: "André F. T.", Family: "Martins"}, {Given: "Noah A.", Family: "Smith"}, {Given: "Eric P.", Family: "Xing"}},
	Title:   "Concise Integer Linear Programming Formulations for ILP & Dependency Parsing",
	Year:    2009,
	Month:   8,
	Venue:   "Proceedings of ACL-IJCNLP",
	DOI:     "10.3115/1687878.1687928",
	URL:     "https://aclanthology.org/P09-1039",
	Pages:   "342-350",
}

// fixtures contains .bib files in common layouts, keyed by name.
var fixtures = map[string]string{
	"empty": "",
	"LF": `% Encoding: UTF-8
@string{acl = "Proceedings of ACL"}

@article{miller2001,
  author = {Miller, Ann},
  title = {On {B}eing First},
  journal = {Computational Linguistics},
  year = {2001},
}

@inproceedings{jones2005,
  author = {Jones, Bob and Müller, Eva},
  title = {A Second},
  booktitle = acl,
  year = {2005},
}
`,
	"CRLF, values in columns": strings.ReplaceAll(`@Article{Miller:2001,
    author  = "Ann Miller",
    title   = "On {B}eing First",
    journal = "Computational Linguistics",
    year    = 2001
}

@Book{Jones:2005,
    author    = "Bob Jones",
    title     = "A Second",
    publisher = "Press",
    year      = 2005
}
`, "\n", "\r\n"),
	"BOM": bom + "@misc{a1999b,\n  title={Étude},\n  author={A, Ä},\n  year={1999}\n}\n",
	"Latin-1": "@article{mueller1998,\n  author = {M\xfcller, J\xf6rg},\n  title = {\xdcber B\xe4ume},\n" +
		"  journal = {Forst},\n  year = 1998,\n}\n",
	"parentheses": `@article(miller2001first,
  author = {Miller, Ann},
  title = {On Being First (Again)},
  journal = {CL},
  year = {2001}
)
`,
	"no final newline": "@misc{a,\n author={A, B},\n title={T},\n year={1999}}\n@misc{b,\n author={B, C},\n title={U},\n year={2000}}",
	"tabs, capitals": "@ARTICLE{MILLER2001,\n\tAUTHOR\t= {Miller, Ann},\n\tTITLE\t= {First},\n\tJOURNAL\t= {CL},\n\tYEAR\t= {2001},\n}\n\n\n" +
		"@ARTICLE{JONES2001,\n\tAUTHOR\t= {Jones, Bob},\n\tTITLE\t= {Second},\n\tJOURNAL\t= {CL},\n\tYEAR\t= {2001},\n}\n",
	"TeX accents": `@article{goedel1931,
  author = {G{\"o}del, Kurt},
  title = {{\"U}ber formal unentscheidbare S{\"a}tze},
  journal = {Monatshefte f{\"u}r Mathematik},
  year = {1931}
}
`,
	"BibLaTeX": `@Article{miller_first_2001,
  author       = {Miller, Ann},
  title        = {First},
  journaltitle = {CL},
  date         = {2001-05},
  eprint       = {cs/0101001},
  eprinttype   = {arxiv},
}
`,
	"comment at the end":       "@misc{a,\n  title = {T}\n}\n\n% Local Variables:\n% mode: bibtex\n% End:",
	"address at the end":       "@misc{a,\n  title = {T}\n}\n\nask me@example.org",
	"unterminated value":       "@misc{a,\n  title = {T}\n}\n\n@misc{b,\n  title = {U\n",
	"unterminated entry":       "@misc{a,\n  title = {T}\n}\n\n@misc{b,\n  title = {U},\n\n@misc{c,\n  title = {V}\n}\n",
	"only an unfinished entry": "@misc{b, title = {U",
	"unterminated comment":     "@misc{a,\n  title = {T}\n}\n@comment{ never closed",
}

// library returns a .bib file with n entries of about 350 bytes each.
func library(n int) []byte {
	var out strings.Builder
	for i := range n {
		fmt.Fprintf(&out, `@inproceedings{author%d:2%03d,
    author = {Family%d, Given and M{\"u}ller, J{\"o}rg and {The {NLP} Group}},
    title = {The {BERT} Approach Number %d to Parsing \& Tagging of Natural Language},
    booktitle = {Proceedings of the %dth Conference on Language},
    year = {2%03d},
    pages = {%d--%d},
    doi = {10.1000/conf.%d},
    url = {https://example.org/papers/%d.pdf},
}

`, i, i%1000, i%5000, i, i%100, i%1000, i, i+9, i, i)
	}
	return []byte(out.String())
}

func fixtureNames() []string { return slices.Sorted(maps.Keys(fixtures)) }
