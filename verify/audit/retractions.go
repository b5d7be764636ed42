package audit

import (
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"github.com/scilit-lsp/scilit-lsp/paper"
	"github.com/scilit-lsp/scilit-lsp/verify"
)

// Retractions contains the notices in a Retraction Watch file, as published by Crossref.
type Retractions struct {
	byDOI, byPMID map[string][]notice
	Notices       int
	Newest        time.Time // date of the newest notice
}

// A notice reports an event after the publication of a work, such as its retraction.
type notice struct {
	date   time.Time
	nature verify.Code
	doi    string // DOI of the notice itself
	reason string
}

const (
	columnDOI, columnPMID       = "OriginalPaperDOI", "OriginalPaperPubMedID"
	columnNature, columnDate    = "RetractionNature", "RetractionDate"
	columnNotice, columnReasons = "RetractionDOI", "Reason"
)

// maxNotices is the maximum number of notices in a file, ten times the number in 2025.
const maxNotices = 1_000_000

// ReadRetractions reads a CSV file with the columns of Retraction Watch.
func ReadRetractions(r io.Reader) (*Retractions, error) {
	in := csv.NewReader(r)
	in.LazyQuotes, in.FieldsPerRecord, in.ReuseRecord = true, -1, true
	head, err := in.Read()
	if err != nil {
		return nil, fmt.Errorf("the header cannot be read (%w): "+
			"use the Retraction Watch CSV file published by Crossref", err)
	}
	column := make(map[string]int)
	for i, name := range head {
		column[strings.TrimPrefix(strings.TrimSpace(name), "\ufeff")] = i
	}
	for _, name := range []string{columnDOI, columnNature, columnDate} {
		if _, ok := column[name]; !ok {
			return nil, fmt.Errorf("the %s column is missing: "+
				"use the Retraction Watch CSV file published by Crossref", name)
		}
	}
	all := &Retractions{byDOI: make(map[string][]notice), byPMID: make(map[string][]notice)}
	for all.Notices < maxNotices {
		row, err := in.Read()
		if errors.Is(err, io.EOF) {
			return all, nil
		}
		if err != nil {
			return nil, err
		}
		all.add(func(name string) string {
			if i, ok := column[name]; ok && i < len(row) {
				return strings.TrimSpace(row[i])
			}
			return ""
		})
	}
	return nil, fmt.Errorf("the file has more than %d notices: remove some rows", maxNotices)
}

func (r *Retractions) add(value func(name string) string) {
	n := notice{nature: natureOf(value(columnNature)), doi: paper.DOI(value(columnNotice)), date: dayOf(value(columnDate)),
		reason: strings.Clone(reasonsOf(value(columnReasons)))}
	doi, pmid := paper.DOI(value(columnDOI)), paper.PMID(value(columnPMID))
	if n.nature == "" || doi == "" && pmid == "" {
		return
	}
	r.Notices++
	if n.date.After(r.Newest) {
		r.Newest = n.date
	}
	if doi != "" {
		r.byDOI[strings.Clone(doi)] = append(r.byDOI[doi], n)
	}
	if pmid != "" {
		r.byPMID[strings.Clone(pmid)] = append(r.byPMID[pmid], n)
	}
}

// natureOf returns the code for the nature of a notice, such as "Expression of concern".
func natureOf(nature string) verify.Code {
	switch nature = strings.ToLower(nature); {
	case strings.Contains(nature, "partial"):
		return verify.PartlyRetracted
	case strings.HasPrefix(nature, "retraction"):
		return verify.Retracted
	case strings.Contains(nature, "concern"):
		return verify.Concern
	case strings.Contains(nature, "reinstate"):
		return verify.Reinstated
	case strings.Contains(nature, "correction"):
		return verify.Corrected
	}
	return ""
}

// dayOf parses a date in the form "1/31/2020 0:00" (month first) or "2020-01-31".
func dayOf(date string) time.Time {
	day, _, _ := strings.Cut(date, " ")
	for _, layout := range []string{"1/2/2006", "2006-01-02"} {
		if t, err := time.Parse(layout, day); err == nil {
			return t
		}
	}
	return time.Time{}
}

// maxReasons is the maximum length of the reasons in a message, in bytes.
const maxReasons = 200

// reasonsOf formats a list of reasons such as "+Concerns/Issues about Data;+Falsification;".
func reasonsOf(list string) string {
	var all []string
	for reason := range strings.SplitSeq(list, ";") {
		if reason = strings.TrimSpace(strings.TrimPrefix(strings.TrimSpace(reason), "+")); reason != "" {
			all = append(all, reason)
		}
	}
	text := strings.Join(all, "; ")
	return strings.ToValidUTF8(text[:min(len(text), maxReasons)], "")
}

// of returns the finding about a work from its most recent notice. A reinstated work therefore does
// not count as retracted. Later corrections and expressions of concern do not cancel a retraction.
func (r *Retractions) of(dois []string, pmid string) (f verify.Finding, ok bool) {
	all := slices.Clone(r.byPMID[pmid])
	for _, doi := range dois {
		all = append(all, r.byDOI[doi]...)
	}
	if len(all) == 0 {
		return f, false
	}
	newest := slices.MaxFunc(all, func(a, b notice) int {
		if a.date.Equal(b.date) {
			return rank(a.nature) - rank(b.nature)
		}
		return a.date.Compare(b.date)
	})
	if newest.nature == verify.Corrected || newest.nature == verify.Concern {
		i := slices.IndexFunc(all, func(n notice) bool { return n.nature == verify.Retracted })
		if i >= 0 && !reinstated(all) {
			newest = all[i]
		}
	}
	return verify.Finding{Code: newest.nature, Message: newest.String()}, true
}

func reinstated(all []notice) bool {
	return slices.ContainsFunc(all, func(n notice) bool { return n.nature == verify.Reinstated })
}

// rank orders notices that have the same date.
func rank(c verify.Code) int {
	return slices.Index([]verify.Code{verify.Corrected, verify.Concern, verify.PartlyRetracted, verify.Retracted,
		verify.Reinstated}, c)
}

// String returns a description of a notice with its date, reasons and DOI.
func (n notice) String() string {
	message := map[verify.Code]string{
		verify.Retracted: "the work was retracted", verify.PartlyRetracted: "part of the work was retracted",
		verify.Concern:    "the publisher issued an expression of concern",
		verify.Reinstated: "the work was retracted and later reinstated", verify.Corrected: "a correction was published",
	}[n.nature]
	if !n.date.IsZero() {
		message += " on " + n.date.Format(time.DateOnly)
	}
	if n.reason != "" {
		message += " (" + n.reason + ")"
	}
	if n.doi != "" {
		message += "; the notice's DOI is " + n.doi
	}
	return "according to Retraction Watch, " + message
}

// retract adds the finding about the entry's work from the user's file. Cached results do not include
// this finding, since the file may change.
func (j *job) retract(r *Retractions) {
	if r == nil || j.skip {
		return
	}
	var dois []string
	if j.ref.DOI != "" && !j.graded.Has(verify.DOIOther) {
		dois = append(dois, j.ref.DOI)
	}
	if best := j.graded.Records; j.graded.Matched && len(best) > 0 && best[0].DOI != "" {
		dois = append(dois, paper.DOI(best[0].DOI))
	}
	slices.Sort(dois)
	if f, ok := r.of(slices.Compact(dois), j.ref.PMID); ok {
		j.extra = append(slices.DeleteFunc(j.extra, func(old verify.Finding) bool { return old.Code == f.Code }), f)
		if f.Code == verify.Reinstated {
			j.graded.Findings = slices.DeleteFunc(slices.Clone(j.graded.Findings), func(old verify.Finding) bool {
				return old.Code == verify.Retracted
			})
		}
	}
}
