// Package online searches repositories of the literature, looks up works by identifier, merges the
// records and confirms that works exist. It caches responses and limits its request rates.
//
// A [Client] queries only the sources enabled by the user and connects only to their hosts. Package
// sources describes them. A [Source] returns records for a [Query] or an [ID]. A [Record] is a
// [paper.Paper] with its type, links and relations to other works. Text is UTF-8 without markup;
// years are 0 if unknown.
//
// Errors of sources are of type [Error] with a [Kind]. Only [NotFound] makes a statement about the
// literature. A search without results is not an error, and a failure is never reported as a search
// without results.
//
// Requests to one service share a rate limit per process. For arXiv, a lock file extends the limit
// to all processes. Responses are cached by address, without key and email address. Records are
// cached for 30 days, searches and absences for one day, and errors never.
package online
