package verify

import "slices"

// A Verdict is the grade of an entry.
type Verdict string

// Verdicts, in the order of a summary.
const (
	Verified Verdict = "verified"
	Check    Verdict = "check"
	Mismatch Verdict = "mismatch"
	NotFound Verdict = "not_found"
	Error    Verdict = "error"
)

// Fails reports whether an entry with this verdict fails a check.
func (v Verdict) Fails() bool { return v == Mismatch || v == NotFound }

// A Code identifies a kind of finding. Codes never change, because files ignore findings by code.
type Code string

// A Kind describes a code.
type Kind struct {
	Code    Code
	Field   string  // field of the entry; "" if the finding is about the whole entry
	Verdict Verdict // verdict of an entry with only this finding
	About   string  // one sentence for users
}

const (
	TitleWords      Code = "title-words"
	TitleSpelling   Code = "title-spelling"
	TitleCut        Code = "title-cut"
	TitleVersion    Code = "title-version"
	TitleLanguage   Code = "title-language"
	AuthorsDiffer   Code = "authors-differ"
	AuthorName      Code = "author-name"
	AuthorsMissing  Code = "authors-missing"
	AuthorsCut      Code = "authors-cut"
	AuthorsExtra    Code = "authors-extra"
	AuthorsVersion  Code = "authors-version"
	AuthorsOrder    Code = "authors-order"
	YearDiffers     Code = "year-differs"
	YearNear        Code = "year-near"
	YearEdition     Code = "year-edition"
	YearFuture      Code = "year-future"
	VenueDiffers    Code = "venue-differs"
	VenueUnlike     Code = "venue-unlike"
	VenueUnknown    Code = "venue-unconfirmed"
	Published       Code = "published"
	VolumeDiffers   Code = "volume-differs"
	PagesDiffer     Code = "pages-differ"
	DOIOther        Code = "doi-other-work"
	DOIDiffers      Code = "doi-differs"
	DOIUnknown      Code = "doi-unconfirmed"
	DOIPrefix       Code = "doi-prefix"
	DOIPublisher    Code = "doi-publisher"
	DOIMalformed    Code = "doi-malformed"
	DOIUnresolved   Code = "doi-unresolved"
	ArXivOther      Code = "arxiv-other-work"
	ArXivDiffers    Code = "arxiv-differs"
	ArXivDate       Code = "arxiv-date"
	ArXivUnknown    Code = "arxiv-unconfirmed"
	ArXivUnresolved Code = "arxiv-unresolved"
	PMIDDiffers     Code = "pmid-differs"
	PMIDUnknown     Code = "pmid-unconfirmed"
	URLDiffers      Code = "url-differs"
	URLUnknown      Code = "url-unconfirmed"
	ISBNMalformed   Code = "isbn-malformed"
	ISBNUnknown     Code = "isbn-unconfirmed"
	Retracted       Code = "retracted"
	Withdrawn       Code = "withdrawn"
	Concern         Code = "concern"
	Corrected       Code = "corrected"
	PartlyRetracted Code = "partly-retracted"
	Reinstated      Code = "reinstated"
	Duplicate       Code = "duplicate"
	DuplicateKey    Code = "duplicate-key"
	Uncited         Code = "uncited"
	Malformed       Code = "malformed"
	Incomplete      Code = "incomplete"
	Unconfirmed     Code = "unconfirmed"
	NoRecord        Code = "not-found"
	NotAsked        Code = "not-asked"

	ClaimContradicted Code = "claim-contradicted"
	ClaimUnsupported  Code = "claim-unsupported"
)

// Kinds lists all codes. A test compares it with the table in docs/codes.md.
var Kinds = []Kind{
	{TitleWords, "title", Mismatch, "The title has other words than the record's."},
	{TitleSpelling, "title", Check, "A word of the title is spelled or inflected differently, or the words are in " +
		"another order."},
	{TitleCut, "title", Check, "One title is the beginning of the other. Nothing is reported if the record's title " +
		"visibly ends early."},
	{TitleVersion, "title", Check, "The title has other words than the record's, which is of another version: a " +
		"preprint, or what became of it."},
	{TitleLanguage, "title", Check, "The title is in another script than the record's, so that words cannot be compared."},
	{AuthorsDiffer, "author", Mismatch, "No author of the entry is an author of the record, or at most half of them are."},
	{AuthorName, "author", Check, "A name is spelled differently, or has another given name."},
	{AuthorsMissing, "author", Mismatch, "Authors of the record are missing, and the list does not end with \"and " +
		"others\"."},
	{AuthorsCut, "author", Check, "One list is the beginning of the other, as journals print it or as a short record " +
		"has it."},
	{AuthorsExtra, "author", Mismatch, "The entry has authors that the record does not have."},
	{AuthorsVersion, "author", Check, "The authors are not quite those of the record, which is of another version: " +
		"a preprint, or what became of it."},
	{AuthorsOrder, "author", Check, "The authors are in another order."},
	{YearDiffers, "year", Mismatch, "The year is another one, by more than a preprint and its publication differ."},
	{YearNear, "year", Check, "The year is one off."},
	{YearEdition, "year", Check, "The year is another one, as of another edition, a reprint or a report before its " +
		"publication."},
	{YearFuture, "year", Mismatch, "The year is in the future."},
	{VenueDiffers, "venue", Mismatch, "The work appeared elsewhere than the entry says."},
	{VenueUnlike, "venue", Check, "The names of the two venues have nothing in common, and one of them is unknown here."},
	{VenueUnknown, "venue", Check, "Only a preprint of the work is known here, so that the venue could not be confirmed."},
	{Published, "venue", Verified, "The entry cites a preprint, and the record is of the published version."},
	{VolumeDiffers, "volume", Check, "The volume is another one."},
	{PagesDiffer, "pages", Check, "The pages are others."},
	{DOIOther, "doi", Mismatch, "The DOI belongs to another work."},
	{DOIDiffers, "doi", Mismatch, "The record of this work has another DOI."},
	{DOIUnknown, "doi", Check, "No record of the work has the DOI, so that it could not be confirmed."},
	{DOIPrefix, "doi", Mismatch, "No record has the DOI, and its prefix is of none of the venue's publishers, or " +
		"of no known one where the entry names no venue."},
	{DOIPublisher, "doi", Check, "The DOI's prefix is of another publisher than the entry names."},
	{DOIMalformed, "doi", Check, "The field holds no DOI."},
	{DOIUnresolved, "doi", Mismatch, "The registry that was asked has no such DOI."},
	{ArXivOther, "arxiv", Mismatch, "The arXiv identifier belongs to another work."},
	{ArXivDiffers, "arxiv", Mismatch, "The record of this work has another arXiv identifier."},
	{ArXivDate, "arxiv", Check, "The preprint is said to be older than its arXiv identifier."},
	{ArXivUnresolved, "arxiv", Mismatch, "arXiv has no preprint of this identifier."},
	{ArXivUnknown, "arxiv", Check, "No record of the work has the arXiv identifier, so that it could not be confirmed."},
	{PMIDDiffers, "pmid", Mismatch, "The record of this work has another PMID."},
	{PMIDUnknown, "pmid", Check, "No record of the work has the PMID, so that it could not be confirmed."},
	{URLDiffers, "url", Mismatch, "The address is the page of another work."},
	{URLUnknown, "url", Check, "The address is the page of a work, and no record of this work has it."},
	{ISBNUnknown, "isbn", Check, "No record of the work has the ISBN, so that it could not be confirmed."},
	{ISBNMalformed, "isbn", Check, "The ISBN's check digit is wrong."},
	{Retracted, "title", Check, "The work was retracted or withdrawn, as a notice or the record's title says."},
	{Withdrawn, "title", Check, "The authors or the publisher have withdrawn the work."},
	{Concern, "title", Check, "The publisher has expressed concern about the work."},
	{Corrected, "title", Verified, "A correction to the work has been published."},
	{PartlyRetracted, "title", Check, "A part of the work was retracted."},
	{Reinstated, "title", Verified, "The work was retracted, and reinstated later."},
	{Duplicate, "", Check, "An earlier entry is of the same work."},
	{DuplicateKey, "", Check, "An earlier entry has the same key."},
	{Uncited, "", Check, "No manuscript cites the entry, which was not compared."},
	{Malformed, "", Error, "The entry is not closed, so it cannot be compared."},
	{Incomplete, "", Check, "The entry has no title, and no identifier of it is known here."},
	{Unconfirmed, "", Check, "A record has the title, but too little else is known to say that it is the same work."},
	{NoRecord, "", NotFound, "No source has a record of the work. It may exist all the same."},
	{NotAsked, "", Error, "A source could not be queried, and the others have no record."},
	{ClaimContradicted, "claim", Mismatch, "With --support: the text of the cited work contradicts the citing sentence."},
	{ClaimUnsupported, "claim", Check, "With --support: one of the citing sentences that the text of the cited work " +
		"supports least."},
}

// KindOf returns the description of a code, or the zero Kind if the code is unknown.
func KindOf(c Code) Kind {
	if i := slices.IndexFunc(Kinds, func(k Kind) bool { return k.Code == c }); i >= 0 {
		return Kinds[i]
	}
	return Kind{}
}

// weight orders verdicts by increasing severity.
func (v Verdict) weight() int {
	return slices.Index([]Verdict{Verified, Check, NotFound, Mismatch, Error}, v)
}
