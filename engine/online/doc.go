// Package online searches repositories of the literature, looks up works by identifier, merges the
// records and confirms that works exist. It caches responses and limits its request rates.
//
// A [Client] queries only the sources that the user has enabled, and connects only to their hosts.
// Package sources describes the sources. A [Source] returns records for a [Query] or an [ID]. A
// [Record] is a [paper.Paper] with its type, links and relations to other works. Its text is UTF-8
// without markup, and its year is 0 if unknown.
//
// Errors of sources are of type [Error] with a [Kind]. Only an error of kind [NotFound] means that a
// source lacks a work. A search without results is not an error, and a failure is never reported as
// a search without results.
//
// Requests to one service share a rate limit per process. For arXiv, a lock file extends the limit
// to all processes. Responses are cached by URL without key and email address. Records are cached
// for 30 days, and searches and missing works for one day. Errors are never cached.
package online
