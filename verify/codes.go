package verify

import "slices"

// A Verdict is the grade of an entry.
type Verdict string

// The verdicts, in the order in which summaries list them.
const (
	Verified Verdict = "verified"
	Check    Verdict = "check"
	Mismatch Verdict = "mismatch"
	NotFound Verdict = "not_found"
	Error    Verdict = "error"
)

// Fails reports whether an entry with this verdict fails a check.
func (v Verdict) Fails() bool { return v == Mismatch || v == NotFound }

// A Code identifies a kind of finding. Codes never change, since comments in files refer to them.
type Code string

// A Kind describes a code.
type Kind struct {
	Code    Code
	Field   string  // field of the entry; "" if the finding concerns the whole entry
	Verdict Verdict // verdict for an entry that has only this finding
	About   string  // description for users in one sentence
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
	{TitleWords, "title", Mismatch, "The title differs from the record's."},
	{TitleSpelling, "title", Check, "A word of the title is spelled or inflected differently, or the words are in " +
		"a different order."},
	{TitleCut, "title", Check, "One title is only the beginning of the other. Not reported if the record's title is visibly truncated."},
	{TitleVersion, "title", Check, "The title differs from the record's, but the record describes a different version of the work (preprint or publication)."},
	{TitleLanguage, "title", Check, "The title and the record's title are in different scripts, so they cannot be compared."},
	{AuthorsDiffer, "author", Mismatch, "Half or more of the entry's authors are not in the record."},
	{AuthorName, "author", Check, "An author's name is spelled differently, or the given names differ."},
	{AuthorsMissing, "author", Mismatch, "Authors in the record are missing from the entry, and its list does not end " +
		"with \"and others\"."},
	{AuthorsCut, "author", Check, "The entry or the record lists only some of the authors, so the two lists cannot be compared in full."},
	{AuthorsExtra, "author", Mismatch, "The entry lists authors who are not in the record."},
	{AuthorsVersion, "author", Check, "The authors differ slightly from the record's, but the record describes a different version of the work (preprint or publication)."},
	{AuthorsOrder, "author", Check, "The authors are in a different order."},
	{YearDiffers, "year", Mismatch, "The year differs by more than the usual gap between a preprint and its publication."},
	{YearNear, "year", Check, "The year differs slightly, as is common between versions of a work."},
	{YearEdition, "year", Check, "The year differs, perhaps because the entry cites another edition, a reprint or an earlier report."},
	{YearFuture, "year", Mismatch, "The year is in the future."},
	{VenueDiffers, "venue", Mismatch, "The work was published in a different venue."},
	{VenueUnlike, "venue", Check, "The two venue names have nothing in common, but one of them is unknown and may be another name for the same venue."},
	{VenueUnknown, "venue", Check, "Only a preprint of the work was found, so the venue could not be confirmed."},
	{Published, "venue", Verified, "The entry cites a preprint, and the record describes the published version."},
	{VolumeDiffers, "volume", Check, "The volume differs."},
	{PagesDiffer, "pages", Check, "The pages differ."},
	{DOIOther, "doi", Mismatch, "The DOI belongs to another work."},
	{DOIDiffers, "doi", Mismatch, "The record of this work has a different DOI."},
	{DOIUnknown, "doi", Check, "No record of the work has this DOI, so it could not be confirmed."},
	{DOIPrefix, "doi", Mismatch, "No record has the DOI, and its prefix does not belong to a publisher of the venue (or to any known publisher, if the entry has no venue)."},
	{DOIPublisher, "doi", Check, "The DOI's prefix belongs to a different publisher than the one in the entry."},
	{DOIMalformed, "doi", Check, "The field does not contain a valid DOI."},
	{DOIUnresolved, "doi", Mismatch, "The DOI is not registered."},
	{ArXivOther, "arxiv", Mismatch, "The arXiv identifier belongs to another work."},
	{ArXivDiffers, "arxiv", Mismatch, "The record of this work has a different arXiv identifier."},
	{ArXivDate, "arxiv", Check, "The entry's year is earlier than that of its arXiv identifier."},
	{ArXivUnresolved, "arxiv", Mismatch, "arXiv has no preprint with this identifier."},
	{ArXivUnknown, "arxiv", Check, "No record of the work has this arXiv identifier, so it could not be confirmed."},
	{PMIDDiffers, "pmid", Mismatch, "The record of this work has a different PMID."},
	{PMIDUnknown, "pmid", Check, "No record of the work has this PMID, so it could not be confirmed."},
	{URLDiffers, "url", Mismatch, "The URL leads to another work."},
	{URLUnknown, "url", Check, "The URL leads to the page of a work, but no record of this work has the URL, so it could not be confirmed."},
	{ISBNUnknown, "isbn", Check, "No record of the work has this ISBN, so it could not be confirmed."},
	{ISBNMalformed, "isbn", Check, "The ISBN's check digit is wrong."},
	{Retracted, "title", Check, "The work was retracted or withdrawn, according to a notice or the record's title."},
	{Withdrawn, "title", Check, "The authors or the publisher have withdrawn the work."},
	{Concern, "title", Check, "The publisher has issued an expression of concern about the work."},
	{Corrected, "title", Verified, "A correction to the work has been published."},
	{PartlyRetracted, "title", Check, "Part of the work was retracted."},
	{Reinstated, "title", Verified, "The work was retracted and later reinstated."},
	{Duplicate, "", Check, "An earlier entry describes the same work."},
	{DuplicateKey, "", Check, "An earlier entry has the same key."},
	{Uncited, "", Check, "No manuscript cites the entry, so it was not compared."},
	{Malformed, "", Error, "The entry is not closed, so it cannot be compared."},
	{Incomplete, "", Check, "The entry has no title and no known identifier."},
	{Unconfirmed, "", Check, "A record has the same title, but there is too little information to tell whether it is the same work."},
	{NoRecord, "", NotFound, "No source has a record of the work. The work may still exist."},
	{NotAsked, "", Error, "A source could not be queried, and the others have no record."},
	{ClaimContradicted, "claim", Mismatch, "With --support: the text of the cited work contradicts the citing sentence."},
	{ClaimUnsupported, "claim", Check, "With --support: the citing sentence is among those least supported by the " +
		"cited works."},
}

// KindOf returns the description of a code, or the zero Kind if the code is unknown.
func KindOf(c Code) Kind {
	if i := slices.IndexFunc(Kinds, func(k Kind) bool { return k.Code == c }); i >= 0 {
		return Kinds[i]
	}
	return Kind{}
}

// weight orders verdicts from harmless to severe.
func (v Verdict) weight() int {
	return slices.Index([]Verdict{Verified, Check, NotFound, Mismatch, Error}, v)
}
