package wire

import "time"

// A GrowthPlan describes everything that building a corpus from a bibliography may send.
type GrowthPlan struct {
	Files   []string `json:"files"`   // paths of the bibliographies
	Folder  string   `json:"folder"`  // folder of the corpus
	Summary string   `json:"summary"` // hosts, number of requests, duration and price
	Text    string   `json:"text"`    // the whole plan, including each identifier and title
}

// A GrowthStep reports the progress of building a corpus.
type GrowthStep struct {
	Papers, Goal int // number of papers chosen so far, and the goal
	Searchable   int
	Left         time.Duration // estimated time to the goal; 0 if unknown
}

// A GrowthResult is the result of building a corpus.
type GrowthResult struct {
	Papers, Added int
	Missing       []string // references that were not found
	Reason        string   // the reason why the run ended
}
