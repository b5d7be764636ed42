package config

import (
	"strings"

	"github.com/scilit-lsp/scilit-lsp/bib"
	"github.com/scilit-lsp/scilit-lsp/bib/reference"
	"github.com/scilit-lsp/scilit-lsp/engine/online/sources"
)

// The tables of settings, in the order of the documentation.
var tables = []Table{
	{"features", "Features that can be left to another language server, given as a table or as one value for all. `\"auto\"` " +
		"leaves definitions, references and symbols in LaTeX and BibTeX to texlab or LaTeX Workshop if one is " +
		"installed."},
	{"diagnostics", "The diagnostics to report."},
	{"library", "Your own papers. They are indexed in the background and suggested with their existing citation keys."},
	{"online", "Literature repositories that may be searched, and the data they receive. None is contacted unless you list it."},
	{"ask", "Passages used to answer questions."},
	{"llm", "A language model of your own, with an OpenAI-compatible API. A model on another machine is used only " +
		"after `scilit-lsp llm allow`, which shows what is sent."},
	{"remote", "Access to the servers listed in `indexes`, by address."},
	{"network", "Hosts that may be contacted."},
	{"server", "The files of `scilit-lsp serve`."},
}

var all = []Setting{
	{
		Name: "indexes", Type: Texts, By: TrustedWorkspace,
		check:     func(s *Settings) error { return checkIndexes(s.Indexes) },
		normalize: func(s *Settings, folder string) error { s.Indexes = absolute(folder, s.Indexes); return nil },
		Help: "Folders of corpora, and in your own settings addresses of servers such as " +
			"`https://papers.example.org:8443`; all are searched together. If empty, those of the environment " +
			"variable `SCILIT_INDEX`.",
	},
	{
		Name: "engine", Type: Text, Default: "auto", By: AnyWorkspace, Help: "The engine that finds and ranks papers.",
		Choices: []Choice{
			{"auto", "the best engine that is available"},
			{"neural", "sentence embeddings by onnxruntime; an error if it is not installed"},
			{"plain", "pure Go, without model files"},
		},
	},
	{
		Name: "writer", Type: Text, Default: "composer", By: AnyWorkspace, Help: "The writer of citing sentences.",
		Choices: []Choice{
			{"composer", "statements of the paper itself, put into the third person"},
			{WriterLLM, "the language model of `llm`; each sentence is checked against the paper; a workspace may not choose it"},
		},
		Removed: []Choice{{"model", "the small language model was removed; the composer writes instead"}},
	},
	{
		Name: "candidates", Type: Integer, Default: 5, By: AnyWorkspace, Min: 1, Max: 100,
		Help: "Maximum number of papers in the code-action menu.",
	},
	{
		Name: "since", Type: Integer, By: AnyWorkspace, Min: 0, Max: maxYear,
		Help: "Papers of earlier years are not suggested; `0` suggests papers of all years. The years of a `scilit:` " +
			"comment, such as `1990..`, take precedence.",
	},
	{
		Name: "prefetch", Type: Integer, Default: 150, By: TrustedWorkspace, Min: 10, Max: 2000,
		Help: "Number of candidates per corpus that BM25 and the embeddings each pass on to ranking. Higher values " +
			"find more papers but take longer.",
	},
	{
		Name: "prefer", Type: Text, Default: PreferSentence, By: AnyWorkspace,
		Help: "The first entry in menus. If the best sentence is weakly supported, the plain citation always comes first.",
		Choices: []Choice{
			{PreferSentence, "the citing sentence"},
			{PreferMark, "the citation alone"},
		},
	},
	{
		Name: "otherLanguages", Type: Text, Default: PreferSentence, By: AnyWorkspace,
		Help: "Suggestions for documents that are not in English. Citing sentences are always in English.",
		Choices: []Choice{
			{PreferSentence, "English sentences, with a note"},
			{PreferMark, "citations alone"},
		},
	},
	{
		Name: "directive", Type: Text, Default: "keep", By: AnyWorkspace,
		Help: "What happens to a `scilit:` comment after its sentence is inserted.",
		Choices: []Choice{
			{"keep", "the comment stays"},
			{"remove", "the comment is removed"},
			{"ask", "you are asked"},
		},
	},
	{
		Name: "citeCommand", Type: Text, By: AnyWorkspace, check: checkCommand,
		normalize: func(s *Settings, _ string) error {
			s.CiteCommand = strings.TrimPrefix(s.CiteCommand,
				`\`)
			return nil
		},
		Help: "LaTeX command for citations in parentheses, such as `parencite`. If empty, the one that the " +
			"document uses.",
	},
	{
		Name: "referenceStyle", Type: Text, Default: reference.DefaultStyle, By: AnyWorkspace, Choices: styleChoices(),
		Help: "Style of references in hovers.",
	},
	{
		Name: "keyPattern", Type: Text, By: AnyWorkspace,
		check: func(s *Settings) error {
			if s.KeyPattern == "" {
				return nil
			}
			return bib.CheckPattern(s.KeyPattern)
		},
		Help: "Pattern for new citation keys, such as `[auth][year][title]` or `[Auth]_[year]`. If empty, the pattern " +
			"of the file's existing keys.",
	},
	{
		Name: "bibFile", Type: Text, By: TrustedWorkspace,
		normalize: func(s *Settings, _ string) error { s.BibFile = ExpandHome(s.BibFile); return nil },
		Help: "The .bib file for new entries if the document names none. A workspace may only name a file in " +
			"its own folder.",
	},
	{
		Name: "bibFolders", Type: Texts, By: TrustedWorkspace, Machine: true,
		normalize: func(s *Settings, folder string) error {
			s.BibFolders = absolute(folder, s.BibFolders)
			return allAbsolute(s.BibFolders)
		},
		Help: "Folders outside the workspace whose .bib files may be edited without asking.",
	},
	{
		Name: "texlab", Type: Text, Default: "auto", By: AnyWorkspace,
		Help: "Whether texlab, digestif or LaTeX Workshop is also running. LaTeX and BibTeX features that they " +
			"provide are left to them.",
		Choices: []Choice{
			{"auto", "as the editor reports"},
			{"yes", "one of them runs"},
			{"no", "none of them runs"},
		},
	},
	{
		Name: "models", Type: Texts, By: TrustedWorkspace,
		normalize: func(s *Settings, folder string) error {
			s.Models = absolute(folder, s.Models)
			return allAbsolute(s.Models)
		},
		Help: "Folders of models. If empty, those that are installed with the program.",
	},
	{
		Name: "onnxruntime", Type: Text, By: TrustedWorkspace,
		normalize: func(s *Settings, folder string) error {
			s.ONNXRuntime = absoluteOne(folder, s.ONNXRuntime)
			return allAbsolute([]string{s.ONNXRuntime})
		},
		Help: "Path of the onnxruntime library or of its folder. If empty, the one that is installed with the program.",
	},
	{
		Name: "modelIdleMinutes", Type: Integer, Default: 10, By: TrustedWorkspace, Min: 0, Max: 365 * 24 * 60,
		Help: "Minutes until an unused model is unloaded. `0` keeps models loaded.",
	},
	{
		Name: "grobid", Type: Text, By: TrustedWorkspace,
		Help: "Address of a GROBID service that reads PDFs, such as `http://localhost:8070`. Its host must be this " +
			"machine or be in `network.allow`.",
	},
	{Name: "features.completion", Type: Toggle, By: AnyWorkspace, Help: "Completion of citation keys."},
	{Name: "features.definition", Type: Toggle, By: AnyWorkspace, Help: "From a citation to its entry."},
	{Name: "features.references", Type: Toggle, By: AnyWorkspace, Help: "From an entry to its citations."},
	{Name: "features.rename", Type: Toggle, By: AnyWorkspace, Help: "Renaming of citation keys."},
	{Name: "features.highlights", Type: Toggle, By: AnyWorkspace, Help: "Highlighting of the citations of one work."},
	{Name: "features.symbols", Type: Toggle, By: AnyWorkspace, Help: "Outline of .bib files."},
	{Name: "features.links", Type: Toggle, By: AnyWorkspace, Help: "Links of DOIs and other identifiers."},
	{Name: "diagnostics.keywords", Type: Boolean, Default: true, By: AnyWorkspace,
		Help: "Mistakes in `scilit:` comments."},
	{Name: "diagnostics.undefinedKeys", Type: Boolean, Default: true, By: AnyWorkspace,
		Help: "Citations without an entry."},
	{Name: "diagnostics.duplicateKeys", Type: Boolean, Default: true, By: AnyWorkspace,
		Help: "Entries that share a key."},
	{
		Name: "diagnostics.duplicateWorks", Type: Boolean, Default: true, By: AnyWorkspace,
		Help: "Entries that describe the same work under different keys.",
	},
	{
		Name: "diagnostics.disagreements", Type: Boolean, Default: true, By: AnyWorkspace,
		Help: "Entries that differ from the record in your indexes.",
	},
	{
		Name: "diagnostics.notFound", Type: Boolean, By: AnyWorkspace,
		Help: "Entries without a record in your indexes.",
	},
	{
		Name: "diagnostics.missingFields", Type: Boolean, Default: true, By: AnyWorkspace,
		Help: "Entries without a field that their type requires.",
	},
	{Name: "diagnostics.malformed", Type: Boolean, Default: true, By: AnyWorkspace,
		Help: "Text that BibTeX cannot read."},
	{
		Name: "diagnostics.encoding", Type: Boolean, Default: true, By: AnyWorkspace,
		Help: "A .bib file that the editor opened with the wrong encoding.",
	},
	{
		Name: "diagnostics.copied", Type: Boolean, By: AnyWorkspace,
		Help: "Passages outside quotation marks that share twelve or more words in a row with a cited work. " +
			"Searched when a file is opened or saved.",
	},
	{Name: "library.bib", Type: Boolean, Default: true, By: TrustedWorkspace,
		Help: "Include the .bib files of the workspace."},
	{
		Name: "library.folders", Type: Texts, By: TrustedWorkspace,
		normalize: func(s *Settings, folder string) error {
			s.Library.Folders = absolute(folder, s.Library.Folders)
			return nil
		},
		Help: "Folders of PDFs, .bib files and exports of reference managers, and single files.",
	},
	{
		Name: "library.zotero", Type: Boolean, By: TrustedWorkspace,
		Help: "Read the Zotero that runs on this machine, through Better BibTeX if that is installed.",
	},
	{
		Name: "library.path", Type: Text, By: TrustedWorkspace,
		normalize: func(s *Settings, folder string) error {
			s.Library.Path = absoluteOne(folder, s.Library.Path)
			return nil
		},
		Help: "Folder of the library's index. If empty, your cache folder.",
	},
	{
		Name: "library.every", Type: Integer, Default: 10, By: TrustedWorkspace, Min: 0, Max: 24 * 60,
		Help: "Minutes between two scans of the folders and of Zotero; `0` scans once, at the start.",
	},
	{
		Name: "online.sources", Type: Texts, By: TrustedWorkspace, Machine: true, Elements: sources.Names(),
		normalize: func(s *Settings, _ string) error { s.Online.tidy(); return nil },
		check:     func(s *Settings) error { return checkSources(s.Online.Sources) },
		Help:      "Sources that may be contacted, each only at its own hosts. `scilit-lsp online` lists them.",
	},
	{
		Name: "online.email", Type: Text, By: TrustedWorkspace, Machine: true,
		check: func(s *Settings) error { return s.Online.checkEmail() },
		Help:  "E-mail address for the sources that ask for one. Unpaywall requires it.",
	},
	{
		Name: "online.ask", Type: Text, Default: AskEach, By: TrustedWorkspace, Machine: true,
		Help: "When to show you the words and hosts of a search before it is sent.",
		Choices: []Choice{
			{AskEach, "before each search"},
			{AskFirst, "before a search that sends a host words of this document for the first time"},
			{AskNever, "never"},
		},
	},
	{
		Name: "online.keyEnv", Type: TextTable, By: TrustedWorkspace, Machine: true,
		check: func(s *Settings) error { return s.Online.checkKeyEnv() },
		Help:  "Environment variables that hold keys, by source: `{ semanticscholar = \"S2_API_KEY\" }`.",
	},
	{
		Name: "online.keyCommand", Type: TextsTable, By: TrustedWorkspace, Machine: true,
		check: func(s *Settings) error { return s.Online.checkKeyCommand() },
		Help:  "Programs that print keys, by source: `{ openalex = [\"pass\", \"show\", \"openalex\"] }`.",
	},
	{
		Name: "ask.topK", Type: Integer, Default: 6, By: AnyWorkspace, Min: 1, Max: 50,
		Help: "Maximum number of passages per answer.",
	},
	{
		Name: "ask.minScore", Type: Number, Default: 0.5, By: AnyWorkspace, Min: 0, Max: 1,
		Help: "Minimum score of an answer. If no passage reaches it, the answer is that the papers do not say, " +
			"with the nearest passages.",
	},
	{
		Name: "llm.url", Type: Text, By: UserOnly, check: func(s *Settings) error { return s.LLM.checkURL() },
		Help: "Base URL of the service, such as `http://localhost:11434/v1`.",
	},
	{
		Name: "llm.model", Type: Text, By: UserOnly, check: func(s *Settings) error { return s.LLM.checkModel() },
		Help: "Name of the model at the service.",
	},
	{
		Name: "llm.keyEnv", Type: Text, By: UserOnly, check: func(s *Settings) error { return s.LLM.checkKeyEnv() },
		Help: "Environment variable that holds the key. The key itself is not a setting.",
	},
	{
		Name: "llm.keyCommand", Type: Texts, By: UserOnly,
		normalize: func(s *Settings, _ string) error { return tidyCommand(s.LLM.KeyCommand) },
		check:     func(s *Settings) error { return checkCommandLine(s.LLM.KeyCommand, true) },
		Help:      "Program that prints the key, with its arguments. It is run without a shell.",
	},
	{
		Name: "llm.context", Type: Integer, Default: 4096, By: UserOnly, Min: 512, Max: 4 << 20,
		Help: "Size of the model's context window, in tokens.",
	},
	{
		Name: "llm.firstTokenTimeout", Type: Integer, Default: 60, By: UserOnly, Min: 1, Max: 3600,
		Help: "Maximum wait for the first word of a reply, in seconds.",
	},
	{
		Name: "llm.timeout", Type: Integer, Default: 300, By: UserOnly, Min: 1, Max: 3600,
		Help: "Maximum duration of a reply, in seconds.",
	},
	{
		Name: "remote.tokenEnv", Type: TextTable, By: UserOnly,
		check: func(s *Settings) error { return s.Remote.check() },
		Help:  "Environment variables that hold the tokens of servers. The token itself is not a setting.",
	},
	{
		Name: "remote.tokenCommand", Type: TextsTable, By: UserOnly,
		normalize: func(s *Settings, _ string) error { return s.Remote.tidy() },
		check:     func(s *Settings) error { return s.Remote.check() },
		Help:      "Programs that print the tokens of servers, with their arguments. They are run without a shell.",
	},
	{
		Name: "remote.manuscript", Type: Texts, By: UserOnly,
		check: func(s *Settings) error { return s.Remote.check() },
		Help:  "Servers that receive the sentences before the cursor. Others receive keywords only.",
	},
	{
		Name: "network.allow", Type: Texts, By: TrustedWorkspace, Machine: true,
		Help: "Hosts that may be contacted besides this machine, such as that of `grobid`.",
	},
	{
		Name: "server.tokenFile", Type: Text, By: UserOnly,
		normalize: func(s *Settings, folder string) error {
			s.Server.TokenFile = absoluteOne(folder, s.Server.TokenFile)
			return nil
		},
		Help: "File with the users' names and hashed tokens.",
	},
	{
		Name: "server.tlsCert", Type: Text, By: UserOnly,
		normalize: func(s *Settings, folder string) error {
			s.Server.TLSCert = absoluteOne(folder, s.Server.TLSCert)
			return nil
		},
		Help: "The server's certificate, in PEM format.",
	},
	{
		Name: "server.tlsKey", Type: Text, By: UserOnly,
		normalize: func(s *Settings, folder string) error {
			s.Server.TLSKey = absoluteOne(folder, s.Server.TLSKey)
			return nil
		},
		Help: "The certificate's private key, in PEM format.",
	},
}

func styleChoices() (choices []Choice) {
	for _, style := range reference.Styles {
		choices = append(choices, Choice{Value: style.Name, Help: style.Manual})
	}
	return choices
}
