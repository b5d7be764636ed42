package app

// A Site says by what a place in a document is searched, beside the document itself.
type Site struct {
	Keywords *string `json:"keywords,omitempty"` // instead of the directive's, where they are given
	// Text is searched and written by instead of the document's sentences, where it is given.
	Text *string `json:"text,omitempty"`
}

// A Page asks for the papers offset+1 to offset+limit of those worth citing; limit
// is 10 where it is not given.
type Page struct {
	Offset int `json:"offset,omitempty"`
	Limit  int `json:"limit,omitempty"`
	// Named is an identifier, a title, or words of both; where it is given the
	// papers are those that it may mean, whatever the text is about.
	Named string `json:"named,omitempty"`
}

// A Draft asks for sentences or a mark that cites.
type Draft struct {
	Paper  string `json:"paper,omitempty"`
	Corpus string `json:"corpus,omitempty"`
	// Mode is "sentence" where it is not given. A
	// rewrite also puts the keywords that are given into the directive; where
	// no paper is named it is about the one that is cited there.
	Mode Mode `json:"mode,omitempty"`
	// Variants is how many sentences are wanted, 1 to 3, each about something
	// else of the paper; 1 where it is not given. There may be fewer.
	Variants int `json:"variants,omitempty"`
	// Papers are cited together instead of Paper, by one mark.
	Papers []PaperRef `json:"papers,omitempty"`
	// Prefix and Locator go before the first and behind the last key of a mark:
	// "see", "p. 3".
	Prefix  string `json:"prefix,omitempty"`
	Locator string `json:"locator,omitempty"`
}

// A ChosenPaper is one that the user took for a topic, counted from 0.
type ChosenPaper struct {
	Topic int `json:"topic"`
	PaperRef
}
