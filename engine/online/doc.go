// Package online searches repositories of the literature, looks works up by their identifiers,
// merges the records and confirms that works exist. It caches replies and limits its own requests.
//
// A [Client] queries the sources that its user turned on and connects to their hosts only; package
// sources describes them. A [Source] answers a [Query] or an [ID] with records. A [Record] is a
// [paper.Paper] with its type, links and relations to other works. Text is UTF-8 without markup;
// years are 0 if unknown.
//
// An error of a source is an [Error] with a [Kind]. Only [NotFound] is a statement about the
// literature: a search without results is not an error, and a failure is never a search without
// results.
//
// Requests to one service share a rate limit per process, those to arXiv a lock file across
// processes. Replies are cached by their address without key and e-mail address: records for 30
// days, searches and absences for one; errors never.
package online
