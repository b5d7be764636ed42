package sources

import "time"

var all = []Source{
	{
		Name: "arxiv", About: "preprints in physics, mathematics, computer science and related fields, with full texts",
		Host: "export.arxiv.org", HarvestHost: "oaipmh.arxiv.org", License: "CC0-1.0",
		Pace:   Pace{Every: 3 * time.Second, Burst: 1, AtOnce: 1, Shared: true},
		Search: true, Registers: []Scheme{ArXiv}, TitleOrder: 2, TitleStep: 3,
		Rank: map[Discipline]int{ComputerScience: 1, Physics: 1, Mathematics: 1}, Authority: 3, Example: "1706.03762",
	},
	{
		Name: "crossref", About: "the registry of most DOIs: articles, proceedings and books in all fields; " +
			"ISBNs; retractions",
		Host: "api.crossref.org", Email: FasterEmail, License: "no restrictions, except on abstracts",
		Pace:   Pace{Every: time.Second / 5, Burst: 1, AtOnce: 1},
		Keyed:  Pace{Every: time.Second / 10, Burst: 3, AtOnce: 3},
		Search: true, Registers: []Scheme{DOI, ISBN}, TitleOrder: 1, TitleStep: 1,
		Rank: map[Discipline]int{
			ComputerScience: 3, Physics: 3, Mathematics: 3, Biology: 4, Clinical: 5,
			Chemistry: 1, Earth: 1, Economics: 1, Social: 1, Engineering: 1, Humanities: 1,
		},
		Authority: 1, Example: "10.1371/journal.pone.0033693",
	},
	{
		Name: "datacite", About: "the registry of DOIs for arXiv, Zenodo, theses and data sets",
		Host: "api.datacite.org", Email: FasterEmail,
		Pace:   Pace{Every: 600 * time.Millisecond, Burst: 5, AtOnce: 2},
		Keyed:  Pace{Every: 300 * time.Millisecond, Burst: 5, AtOnce: 2},
		Search: true, Registers: []Scheme{DOI}, Resolves: []Scheme{ArXiv}, TitleOrder: 4, TitleStep: 3,
		Authority: 6, Example: "10.48550/arxiv.1706.03762",
	},
	{
		Name: "doi", About: "finds the registration agency of a DOI; receives only the DOI's prefix",
		Host: "doi.org", Pace: Pace{Every: time.Second / 5, Burst: 5, AtOnce: 2}, Agency: true,
	},
	{
		Name: "europepmc", About: "articles and preprints in the life sciences, with open full texts",
		Host: "www.ebi.ac.uk", Email: AskedEmail, License: "see the terms of www.ebi.ac.uk",
		Pace:   Pace{Every: time.Second / 5, Burst: 5, AtOnce: 3},
		Search: true, Resolves: []Scheme{PMID, PMCID}, TitleOrder: 6, TitleStep: 3,
		Rank: map[Discipline]int{Biology: 2, Clinical: 3}, Authority: 7, Example: "10.1371/journal.pone.0033693",
	},
	{
		Name: "biorxiv", About: "preprints in biology, searched through Europe PMC",
		Host: "api.biorxiv.org", SearchAPI: "europepmc", Pace: Pace{Every: time.Second, Burst: 2, AtOnce: 1},
		Search: true, Rank: map[Discipline]int{Biology: 1}, Authority: 4, Example: "10.1101/339747",
	},
	{
		Name: "medrxiv", About: "preprints in medicine, searched through Europe PMC",
		API: "biorxiv", SearchAPI: "europepmc",
		Search: true, Rank: map[Discipline]int{Clinical: 1}, Authority: 5, Example: "10.1101/2020.09.09.20191205",
	},
	{
		Name: "pubmed", About: "articles in medicine and the life sciences; retractions",
		Host: "eutils.ncbi.nlm.nih.gov", Key: true, Email: AskedEmail,
		License: "see the terms of eutils.ncbi.nlm.nih.gov",
		Pace:    Pace{Every: 350 * time.Millisecond, Burst: 1, AtOnce: 2},
		Keyed:   Pace{Every: 110 * time.Millisecond, Burst: 3, AtOnce: 3},
		Search:  true, Registers: []Scheme{PMID}, TitleOrder: 3, TitleStep: 2,
		Rank: map[Discipline]int{Clinical: 2}, Authority: 2, Example: "pmid:32160763",
	},
	{
		Name: "openalex", About: "works in all fields; accepts a key",
		Host: "api.openalex.org", Key: true, License: "CC0-1.0", Price: Price{List: 100, Daily: 100_000, Keyed: 1_000_000},
		Pace:   Pace{Every: time.Second / 5, Burst: 5, AtOnce: 3},
		Search: true, TitleOrder: 5, TitleStep: 2,
		Rank: map[Discipline]int{
			ComputerScience: 2, Physics: 2, Mathematics: 2, Biology: 3, Clinical: 4,
			Chemistry: 2, Earth: 2, Economics: 2, Social: 2, Engineering: 2, Humanities: 2,
		},
		Authority: 9, Example: "10.1371/journal.pone.0033693",
	},
	{
		Name: "semanticscholar", About: "works in all fields, strongest in computer science; accepts a key",
		Host: "api.semanticscholar.org", Key: true, License: "ODC-BY-1.0",
		Pace:   Pace{Every: 1100 * time.Millisecond, Burst: 1, AtOnce: 1},
		Search: true, TitleOrder: 7, TitleStep: 2, Authority: 11, Example: "10.1371/journal.pone.0033693",
	},
	{
		Name: "dblp", About: "bibliographic data for computer science; sometimes replies with a web page instead of data",
		Host: "dblp.org", Pace: Pace{Every: time.Second, Burst: 1, AtOnce: 1},
		Search: true, TitleOrder: 8, TitleStep: 2, Authority: 8,
	},
	{
		Name: "unpaywall", About: "links to free versions of works; requires an e-mail address",
		Host: "api.unpaywall.org", Email: NeededEmail, Pace: Pace{Every: time.Second / 5, Burst: 5, AtOnce: 2},
		Authority: 10, Example: "10.1371/journal.pone.0033693",
	},
}
