package config

import (
	"strings"

	"github.com/scilit-lsp/scilit-lsp/bib"
	"github.com/scilit-lsp/scilit-lsp/bib/reference"
	"github.com/scilit-lsp/scilit-lsp/engine/online/sources"
)

// The tables of settings, in the order of the documentation.
var tables = []Table{
	{"features", "Features that can be left to another language server. Set each feature in a table, or give one value for all. `\"auto\"` " +
		"leaves definitions, references and symbols in LaTeX and BibTeX to texlab or LaTeX Workshop if one is " +
		"running, as determined by the `texlab` setting."},
	{"diagnostics", "The diagnostics to report."},
	{"library", "Your own papers. They are indexed in the background and suggested with their existing citation keys."},
	{"online", "Literature repositories that may be searched, and the data they receive. None is contacted unless you list it."},
	{"ask", "How questions are answered."},
	{"llm", "Your own language model, with an OpenAI-compatible API. A model on another machine is used only " +
		"after you run `scilit-lsp llm allow`, which shows the text to be sent."},
	{"remote", "Access to the servers listed in `indexes`, by URL."},
	{"network", "Hosts that may be contacted."},
	{"server", "Files read by `scilit-lsp serve`."},
}

var all = []Setting{
	{
		Name: "indexes", Type: Texts, By: TrustedWorkspace,
		check:     func(s *Settings) error { return checkEach(s.Indexes, checkIndex) },
		normalize: resolved(func(s *Settings) *[]string { return &s.Indexes }, absolute),
		Help: "Folders that contain paper indexes. Your own settings may also list server URLs, such as " +
			"`https://papers.example.org:8443`. All indexes are searched together. If the list is empty, the " +
			"indexes in the `SCILIT_INDEX` environment variable are searched.",
	},
	{
		Name: "engine", Type: Text, Default: "auto", By: AnyWorkspace, Help: "The engine that finds and ranks papers.",
		Choices: []Choice{
			{"auto", "the best available engine"},
			{"neural", "sentence embeddings computed with onnxruntime (fails if onnxruntime or the model is missing)"},
			{"plain", "simpler embeddings built into the program, which need neither onnxruntime nor model files"},
		},
	},
	{
		Name: "writer", Type: Text, Default: "composer", By: AnyWorkspace, Help: "How citing sentences are written.",
		Choices: []Choice{
			{"composer", "sentences composed from the paper's own statements"},
			{WriterLLM, "sentences written by the model configured in `llm` and checked against the paper (a " +
				"workspace cannot choose this value)"},
		},
		Removed: []Choice{{"model", "was removed, so sentences are composed from the paper's own statements"}},
	},
	{Name: "candidates", Type: Integer, Default: 5, By: AnyWorkspace, Min: 1, Max: 100,
		Help: "Maximum number of papers in the code action menu."},
	{
		Name: "since", Type: Integer, By: AnyWorkspace, Min: 0, Max: maxYear,
		Help: "Papers published before this year are not suggested; `0` suggests papers from any year. Years in " +
			"a `scilit:` comment, such as `1990..`, take precedence.",
	},
	{
		Name: "prefetch", Type: Integer, Default: 150, By: TrustedWorkspace, Min: 10, Max: 2000,
		Help: "Number of papers per index that keyword search and semantic search each pass on to " +
			"ranking. Higher values find more papers but take longer.",
	},
	{
		Name: "prefer", Type: Text, Default: PreferSentence, By: AnyWorkspace,
		Help: "Whether each menu begins with the citing sentence or with the citation alone. If the paper supports " +
			"the best sentence only weakly, the citation alone always comes first.",
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
			{"ask", "you are asked whether to remove it"},
		},
	},
	{
		Name: "citeCommand", Type: Text, By: AnyWorkspace, check: checkCommand,
		normalize: func(s *Settings, _ string) error {
			s.CiteCommand = strings.TrimPrefix(s.CiteCommand, `\`)
			return nil
		},
		Help: "LaTeX command for parenthetical citations, such as `parencite`. If empty, the command already " +
			"used in the document is inserted.",
	},
	{Name: "referenceStyle", Type: Text, Default: reference.DefaultStyle, By: AnyWorkspace, Choices: styleChoices(),
		Help: "Style of references in hovers."},
	{
		Name: "keyPattern", Type: Text, By: AnyWorkspace,
		check: func(s *Settings) error {
			if s.KeyPattern == "" {
				return nil
			}
			return bib.CheckPattern(s.KeyPattern)
		},
		Help: "Pattern for new citation keys, such as `[auth][year][title]` or `[Auth]_[year]`. If empty, new " +
			"keys follow the pattern of the file's existing keys.",
	},
	{
		Name: "bibFile", Type: Text, By: TrustedWorkspace,
		normalize: func(s *Settings, _ string) error { s.BibFile = ExpandHome(s.BibFile); return nil },
		Help: "The .bib file that receives new entries if the document does not name one. Unless you trust it, a " +
			"workspace may name only a file in its own folder.",
	},
	{
		Name: "bibFolders", Type: Texts, By: TrustedWorkspace, Machine: true,
		normalize: resolved(func(s *Settings) *[]string { return &s.BibFolders }, absolute),
		check:     func(s *Settings) error { return allAbsolute(s.BibFolders) },
		Help:      "Folders outside the workspace whose .bib files may be edited without asking.",
	},
	{
		Name: "texlab", Type: Text, Default: "auto", By: AnyWorkspace,
		Help: "Whether texlab, digestif or LaTeX Workshop is also running. If so, the LaTeX and BibTeX features " +
			"that they provide are left to them.",
		Choices: []Choice{
			{"auto", "as reported by the editor"},
			{"yes", "one of them is running"},
			{"no", "none of them is running"},
		},
	},
	{
		Name: "models", Type: Texts, By: TrustedWorkspace,
		normalize: resolved(func(s *Settings) *[]string { return &s.Models }, absolute),
		check:     func(s *Settings) error { return allAbsolute(s.Models) },
		Help:      "Folders to search for models. If empty, the models installed with the program are used.",
	},
	{
		Name: "onnxruntime", Type: Text, By: TrustedWorkspace,
		normalize: resolved(func(s *Settings) *string { return &s.ONNXRuntime }, absoluteOne),
		check:     func(s *Settings) error { return allAbsolute([]string{s.ONNXRuntime}) },
		Help: "Path to the onnxruntime library or its folder. If empty, the library installed with the " +
			"program is used.",
	},
	{Name: "modelIdleMinutes", Type: Integer, Default: 10, By: TrustedWorkspace, Min: 0, Max: 365 * 24 * 60,
		Help: "Minutes after which an unused model is unloaded; `0` keeps models loaded."},
	{
		Name: "grobid", Type: Text, By: TrustedWorkspace,
		Help: "URL of a GROBID service for reading PDFs, such as `http://localhost:8070`. Its host must be this " +
			"machine or be listed in `network.allow`.",
	},
	{Name: "features.completion", Type: Toggle, By: AnyWorkspace, Help: "Complete citation keys."},
	{Name: "features.definition", Type: Toggle, By: AnyWorkspace, Help: "Jump from a citation to its entry."},
	{Name: "features.references", Type: Toggle, By: AnyWorkspace, Help: "List the citations of an entry."},
	{Name: "features.rename", Type: Toggle, By: AnyWorkspace, Help: "Rename citation keys."},
	{Name: "features.highlights", Type: Toggle, By: AnyWorkspace, Help: "Highlight the citations of the same work."},
	{Name: "features.symbols", Type: Toggle, By: AnyWorkspace, Help: "Show an outline of .bib files."},
	{Name: "features.links", Type: Toggle, By: AnyWorkspace, Help: "Turn DOIs and other identifiers into links."},
	{Name: "diagnostics.keywords", Type: Boolean, Default: true, By: AnyWorkspace,
		Help: "Mistakes in `scilit:` comments."},
	{Name: "diagnostics.undefinedKeys", Type: Boolean, Default: true, By: AnyWorkspace,
		Help: "Citations without an entry."},
	{Name: "diagnostics.duplicateKeys", Type: Boolean, Default: true, By: AnyWorkspace,
		Help: "Entries that share a key."},
	{Name: "diagnostics.duplicateWorks", Type: Boolean, Default: true, By: AnyWorkspace,
		Help: "Entries that describe the same work under different keys."},
	{Name: "diagnostics.disagreements", Type: Boolean, Default: true, By: AnyWorkspace,
		Help: "Entries that differ from the record in your indexes."},
	{Name: "diagnostics.notFound", Type: Boolean, By: AnyWorkspace,
		Help: "Entries without a record in your indexes."},
	{Name: "diagnostics.missingFields", Type: Boolean, Default: true, By: AnyWorkspace,
		Help: "Entries that lack a field required by their type."},
	{Name: "diagnostics.malformed", Type: Boolean, Default: true, By: AnyWorkspace,
		Help: "Text that BibTeX cannot parse."},
	{Name: "diagnostics.encoding", Type: Boolean, Default: true, By: AnyWorkspace,
		Help: "A .bib file opened by the editor with the wrong encoding."},
	{
		Name: "diagnostics.copied", Type: Boolean, By: AnyWorkspace,
		Help: "Passages outside quotation marks that share twelve or more consecutive words with a cited work. " +
			"Files are checked when they are opened or saved.",
	},
	{Name: "library.bib", Type: Boolean, Default: true, By: TrustedWorkspace,
		Help: "Include the workspace's .bib files."},
	{
		Name: "library.folders", Type: Texts, By: TrustedWorkspace,
		normalize: resolved(func(s *Settings) *[]string { return &s.Library.Folders }, absolute),
		Help: "Folders that contain PDFs, .bib files or exports from reference managers, or single files of " +
			"these kinds.",
	},
	{Name: "library.zotero", Type: Boolean, By: TrustedWorkspace,
		Help: "Read the library of the Zotero instance running on this machine, through Better BibTeX if it is installed."},
	{
		Name: "library.path", Type: Text, By: TrustedWorkspace,
		normalize: resolved(func(s *Settings) *string { return &s.Library.Path }, absoluteOne),
		Help:      "Folder of the library's index. If empty, a folder in your cache folder is used.",
	},
	{Name: "library.every", Type: Integer, Default: 10, By: TrustedWorkspace, Min: 0, Max: 24 * 60,
		Help: "Minutes between scans of the folders and Zotero; `0` scans only at startup."},
	{
		Name: "online.sources", Type: Texts, By: TrustedWorkspace, Machine: true, Elements: sources.Names(),
		normalize: func(s *Settings, _ string) error { s.Online.tidy(); return nil },
		check:     func(s *Settings) error { return checkSources(s.Online.Sources) },
		Help:      "Sources that may be contacted, each only at its own hosts. `scilit-lsp online` lists them.",
	},
	{
		Name: "online.email", Type: Text, By: TrustedWorkspace, Machine: true,
		check: func(s *Settings) error { return s.Online.checkEmail() },
		Help:  "E-mail address to send to the sources that request one. Unpaywall requires it.",
	},
	{
		Name: "online.ask", Type: Text, Default: AskEach, By: TrustedWorkspace, Machine: true,
		Help: "When to show you the words that a search would send and the hosts that would receive them, and wait " +
			"for your confirmation.",
		Choices: []Choice{
			{AskEach, "before each search"},
			{AskFirst, "only before a search that would send a document's words to a host not yet allowed to receive them"},
			{AskNever, "never"},
		},
	},
	{
		Name: "online.keyEnv", Type: TextTable, By: TrustedWorkspace, Machine: true,
		check: func(s *Settings) error { return s.Online.checkKeyEnv() },
		Help: "Names of environment variables that contain API keys, by source: `{ semanticscholar = " +
			"\"S2_API_KEY\" }`. " + keyHelp,
	},
	{
		Name: "online.keyCommand", Type: TextsTable, By: TrustedWorkspace, Machine: true,
		check: func(s *Settings) error { return s.Online.checkKeyCommand() },
		Help:  "Programs that print API keys, by source: `{ openalex = [\"pass\", \"show\", \"openalex\"] }`. " + keyHelp,
	},
	{Name: "ask.topK", Type: Integer, Default: 6, By: AnyWorkspace, Min: 1, Max: 50,
		Help: "Maximum number of passages per answer."},
	{
		Name: "ask.minScore", Type: Number, Default: 0.5, By: AnyWorkspace, Min: 0, Max: 1,
		Help: "Minimum score of passages quoted as an answer. It does not apply to passages sent to a language " +
			"model. If no passage reaches it, the closest passages are listed without an answer.",
	},
	{Name: "llm.url", Type: Text, By: UserOnly, check: func(s *Settings) error { return s.LLM.checkURL() },
		Help: "Base URL of the service, such as `http://localhost:11434/v1`."},
	{Name: "llm.model", Type: Text, By: UserOnly, check: func(s *Settings) error { return s.LLM.checkModel() },
		Help: "Name of the model, as listed by the service."},
	{Name: "llm.keyEnv", Type: Text, By: UserOnly, check: func(s *Settings) error { return s.LLM.checkKeyEnv() },
		Help: "Name of the environment variable that contains the key. The key itself cannot be a setting."},
	{
		Name: "llm.keyCommand", Type: Texts, By: UserOnly,
		normalize: func(s *Settings, _ string) error { return tidyCommand(s.LLM.KeyCommand) },
		check:     func(s *Settings) error { return checkCommandLine(s.LLM.KeyCommand, true) },
		Help:      "Program that prints the key, followed by its arguments. It is run without a shell.",
	},
	{Name: "llm.context", Type: Integer, Default: 4096, By: UserOnly, Min: 512, Max: 4 << 20,
		Help: "Size of the model's context window, in tokens."},
	{Name: "llm.firstTokenTimeout", Type: Integer, Default: 60, By: UserOnly, Min: 1, Max: 3600,
		Help: "Maximum wait for the first word of a reply, in seconds."},
	{Name: "llm.timeout", Type: Integer, Default: 300, By: UserOnly, Min: 1, Max: 3600,
		Help: "Maximum duration of a reply, in seconds."},
	{
		Name: "remote.tokenEnv", Type: TextTable, By: UserOnly,
		check: func(s *Settings) error { return s.Remote.check() },
		Help: "Names of environment variables that contain server tokens, by URL. The tokens themselves cannot be " +
			"settings.",
	},
	{
		Name: "remote.tokenCommand", Type: TextsTable, By: UserOnly,
		normalize: func(s *Settings, _ string) error { return s.Remote.tidy() },
		check:     func(s *Settings) error { return s.Remote.check() },
		Help:      "Programs that print server tokens, by URL, each followed by its arguments. They are run without a shell.",
	},
	{
		Name: "remote.manuscript", Type: Texts, By: UserOnly,
		check: func(s *Settings) error { return s.Remote.check() },
		Help:  "Servers that may receive the sentences before the cursor. Other servers receive only keywords.",
	},
	{Name: "network.allow", Type: Texts, By: TrustedWorkspace, Machine: true,
		Help: "Hosts that may be contacted besides this machine, such as the host of the `grobid` service."},
	{
		Name: "server.tokenFile", Type: Text, By: UserOnly,
		normalize: resolved(func(s *Settings) *string { return &s.Server.TokenFile }, absoluteOne),
		Help:      "File that contains user names and hashed tokens.",
	},
	{
		Name: "server.tlsCert", Type: Text, By: UserOnly,
		normalize: resolved(func(s *Settings) *string { return &s.Server.TLSCert }, absoluteOne),
		Help:      "The server's certificate, in PEM format.",
	},
	{
		Name: "server.tlsKey", Type: Text, By: UserOnly,
		normalize: resolved(func(s *Settings) *string { return &s.Server.TLSKey }, absoluteOne),
		Help:      "The certificate's private key, in PEM format.",
	},
}

// resolved returns a function that resolves a value's paths relative to the settings file's folder.
func resolved[P any](value func(*Settings) *P, resolve func(folder string, paths P) P) func(*Settings, string) error {
	return func(s *Settings, folder string) error {
		*value(s) = resolve(folder, *value(s))
		return nil
	}
}

func styleChoices() (choices []Choice) {
	for _, style := range reference.Styles {
		choices = append(choices, Choice{Value: style.Name, Help: style.Manual})
	}
	return choices
}
