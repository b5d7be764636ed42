package online

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"
)

// A span is a range of dates, in days since firstDay.
type span struct{ first, last int }

// Earliest and latest dates of records.
var (
	firstDay = time.Date(1500, 1, 1, 0, 0, 0, 0, time.UTC)
	lastDay  = dayOf(time.Date(2100, 12, 31, 0, 0, 0, 0, time.UTC))
)

func dayOf(t time.Time) int { return int((t.Unix() - firstDay.Unix()) / (24 * 60 * 60)) }

func (s span) dates(layout string) (from, to string) {
	return firstDay.AddDate(0, 0, s.first).Format(layout), firstDay.AddDate(0, 0, s.last).Format(layout)
}

// A listing is the position of a harvest at a service that lists only the first records of a query.
// To list more records, a harvest splits the query by date. A listing is encoded as the token of the
// next page.
type listing struct {
	spans   []span // spans that are not completely listed, starting with the current one
	at      int    // number of records of the current span already listed
	session string // session at the service; "" if none is open
}

// wholeListing returns the start of a listing from a year on.
func wholeListing(since int) listing {
	first := 0
	if since > 0 {
		first = max(0, dayOf(time.Date(min(since, 2100), 1, 1, 0, 0, 0, 0, time.UTC)))
	}
	return listing{spans: []span{{first, lastDay}}}
}

// String returns the token of a listing, or "" at its end.
func (l listing) String() string {
	if len(l.spans) == 0 {
		return ""
	}
	var spans []string
	for _, s := range l.spans {
		spans = append(spans, fmt.Sprintf("%d-%d", s.first, s.last))
	}
	return strings.Join(spans, ",") + ";" + strconv.Itoa(l.at) + ";" + l.session
}

var errListing = errors.New("the stored position of the download is damaged: remove the folder of the corpus and " +
	"build it again")

// parseListing parses a token.
func parseListing(token string) (l listing, err error) {
	parts := strings.SplitN(token, ";", 3)
	if len(parts) != 3 {
		return l, errListing
	}
	for text := range strings.SplitSeq(parts[0], ",") {
		var s span
		if _, err := fmt.Sscanf(text, "%d-%d", &s.first, &s.last); err != nil || s.first < 0 || s.last > lastDay ||
			s.first > s.last {
			return l, errListing
		}
		l.spans = append(l.spans, s)
	}
	if l.at, err = strconv.Atoi(parts[1]); err != nil || l.at < 0 {
		return l, errListing
	}
	l.session = parts[2]
	return l, nil
}

// isLong reports whether the current span has more records than the service lists and can be split.
func (l listing) isLong(total, limit int) bool {
	return total > limit && l.spans[0].first < l.spans[0].last
}

// split returns a listing in which the current span is split into two halves.
func (l listing) split() listing {
	s := l.spans[0]
	middle := s.first + (s.last-s.first)/2
	return listing{spans: append([]span{{s.first, middle}, {middle + 1, s.last}}, l.spans[1:]...)}
}

// after returns the position after n more records of the current span. The span has total records, of
// which the service lists at most limit.
func (l listing) after(n, total, limit int) listing {
	if l.at += n; n == 0 || l.at >= min(total, limit) {
		return listing{spans: l.spans[1:]}
	}
	return l
}
