// Package online asks the repositories of the literature for papers: it searches
// them side by side, looks works up by their identifiers, merges the answers and
// confirms that a work exists. It keeps what it was told and stays polite.
//
// A [Client] has the sources that its user turned on ([Sources] lists them) and
// reaches their hosts alone. A [Source] answers [Query] and [ID] with [Record], a
// [paper.Paper] with what only repositories know: its kind, its links, its
// relations to other records. Text is UTF-8 without markup; years are those of the
// calendar, 0 where unknown; ages are [time.Duration]; sizes are bytes.
//
// An error of a source is an [Error] with a [Kind]: busy until a moment, a page
// for robots, not found, refused, malformed, unreachable, unsupported, off. Only
// [NotFound] says something about the literature; a search without results is no
// error, and a source that failed is never a search without results.
//
// Requests of one service share one limiter in a process, and those to arXiv one
// lock file between processes. Replies are cached by their address without keys
// and e-mail: records for 30 days, searches and absences for one, errors never.
package online
