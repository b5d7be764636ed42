package eval

import "math"

// A ReadingReport summarizes the labels that readers gave to generated sentences.
type ReadingReport struct {
	N       int            `json:"n"`       // number of rows with a sentence
	Empty   int            `json:"empty"`   // number of rows without a sentence
	Readers []ReaderReport `json:"readers"` // results of each reader who gave at least one label
	Both    *BothReport    `json:"both,omitempty"`
	// Sources contains the shares of sentences that the first reader labelled faithful, by source
	// of the context.
	Sources map[string]Rate `json:"sources,omitempty"`
}

// A ReaderReport summarizes the labels of one reader.
type ReaderReport struct {
	Labelled int             `json:"labelled"`
	Truth    map[string]Rate `json:"truth"`
	Use      map[string]Rate `json:"use"`
	// Usable is the share of sentences that the reader would use, unchanged or after a small edit.
	Usable Rate `json:"usable"`
}

// A BothReport compares the labels of two readers on the rows that both of them labelled. A
// sentence counts as faithful or usable only if both readers say so.
type BothReport struct {
	Labelled   int     `json:"labelled"`
	Faithful   Rate    `json:"faithful"`
	Usable     Rate    `json:"usable"`
	KappaTruth float64 `json:"kappa_truth"`
	KappaUse   float64 `json:"kappa_use"`
}

// A Rate is a share with its 95 % confidence interval, computed by Wilson's method.
type Rate struct {
	Count int     `json:"count"`
	Of    int     `json:"of"`
	Share float64 `json:"share"`
	Low   float64 `json:"low"`
	High  float64 `json:"high"`
}

func rateOf(count, of int) Rate {
	r := Rate{Count: count, Of: of}
	if of == 0 {
		return r
	}
	const z = 1.959964
	n, p := float64(of), float64(count)/float64(of)
	middle := (p + z*z/(2*n)) / (1 + z*z/n)
	half := z / (1 + z*z/n) * math.Sqrt(p*(1-p)/n+z*z/(4*n*n))
	r.Share, r.Low, r.High = p, max(0, middle-half), min(1, middle+half)
	return r
}

// CountReadings summarizes the labels of both readers.
func CountReadings(all []Reading) ReadingReport {
	r := ReadingReport{Sources: make(map[string]Rate)}
	var rows []Reading
	for _, reading := range all {
		if reading.Sentence == "" || reading.Sentence == citeToken {
			r.Empty++
			continue
		}
		rows = append(rows, reading)
	}
	r.N = len(rows)
	for reader := range 2 {
		if report := readerReport(rows, reader); report.Labelled > 0 {
			r.Readers = append(r.Readers, report)
		}
	}
	r.Both = bothReport(rows)
	r.Sources = faithfulBySource(rows)
	return r
}

func readerReport(rows []Reading, reader int) ReaderReport {
	truth, use, labelled, judgedUse := make(map[string]int), make(map[string]int), 0, 0
	for _, row := range rows {
		if row.Truth[reader] != "" {
			truth[row.Truth[reader]]++
			labelled++
		}
		if row.Use[reader] != "" {
			use[row.Use[reader]]++
			judgedUse++
		}
	}
	report := ReaderReport{Labelled: labelled, Truth: make(map[string]Rate), Use: make(map[string]Rate)}
	for _, label := range TruthLabels {
		report.Truth[label] = rateOf(truth[label], labelled)
	}
	for _, label := range UseLabels {
		report.Use[label] = rateOf(use[label], judgedUse)
	}
	report.Usable = rateOf(use["asis"]+use["edit"], judgedUse)
	return report
}

func bothReport(rows []Reading) *BothReport {
	var truth, use [][2]string
	faithful, usable := 0, 0
	for _, row := range rows {
		if row.Truth[0] != "" && row.Truth[1] != "" {
			truth = append(truth, row.Truth)
			if row.Truth[0] == "faithful" && row.Truth[1] == "faithful" {
				faithful++
			}
		}
		if row.Use[0] != "" && row.Use[1] != "" {
			use = append(use, row.Use)
			if row.Use[0] != "not" && row.Use[1] != "not" {
				usable++
			}
		}
	}
	if len(truth) == 0 {
		return nil
	}
	return &BothReport{len(truth), rateOf(faithful, len(truth)), rateOf(usable, len(use)), kappa(truth), kappa(use)}
}

// kappa returns Cohen's kappa of pairs of labels. It measures the agreement beyond chance and is at
// most 1.
func kappa(pairs [][2]string) float64 {
	n := float64(len(pairs))
	if n == 0 {
		return 0
	}
	agreed, first, second := 0.0, make(map[string]float64), make(map[string]float64)
	for _, p := range pairs {
		first[p[0]]++
		second[p[1]]++
		if p[0] == p[1] {
			agreed++
		}
	}
	chance := 0.0
	for label, count := range first {
		chance += count / n * second[label] / n
	}
	if chance == 1 {
		return 1
	}
	return (agreed/n - chance) / (1 - chance)
}

func faithfulBySource(rows []Reading) map[string]Rate {
	labelled, faithful := make(map[string]int), make(map[string]int)
	for _, row := range rows {
		if row.Truth[0] != "" {
			labelled[row.Source]++
			if row.Truth[0] == "faithful" {
				faithful[row.Source]++
			}
		}
	}
	rates := make(map[string]Rate)
	for source, of := range labelled {
		rates[source] = rateOf(faithful[source], of)
	}
	return rates
}
