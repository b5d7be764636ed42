package grow

import (
	"errors"
	"reflect"
	"slices"
)

// noteCounts notes the works with more citing works than before, and those whose citing works were
// listed. It precedes the use of the answer.
func (g *Grower) noteCounts(q question, a answer) {
	if q.Citers != nil && !q.Citers.References && !a.More {
		for _, key := range q.Citers.Keys {
			delete(g.cited, g.frontier.at[key])
		}
	}
	for _, n := range a.Nodes {
		at, known := g.frontier.at[n.Key]
		if known && q.Changed != nil && n.Citers > int(g.frontier.nodes[at].citers) {
			g.cited[at] = true
		}
	}
}

// retract marks a chosen work as retracted and indexes it again.
func (g *Grower) retract(at int32) {
	if !g.retracted[at] && g.frontier.nodes[at].is(isKept) {
		g.choose(g.places[at], g.recordIDs[at])
	}
	g.retracted[at] = true
}

// replaceChanged replaces the records that differ from those received before.
func (g *Grower) replaceChanged() error {
	var places []place
	for at, now := range g.latest {
		places = append(places, g.places[at], now)
	}
	records, err := readPlaces(g.journal, places, entry.record)
	if err != nil {
		return err
	}
	var keys []string
	for at, now := range g.latest {
		if !reflect.DeepEqual(records[g.places[at]], records[now]) {
			keys = append(keys, g.frontier.keys[at])
		}
	}
	if len(keys) == 0 {
		return nil
	}
	slices.Sort(keys)
	return g.write(entry{Changed: keys})
}

// replace applies the decision to replace records.
func (g *Grower) replace(keys []string) error {
	for _, key := range keys {
		at, known := g.frontier.at[key]
		now, received := g.latest[at]
		if !known || !received {
			return errors.New("a record was replaced that was not received")
		}
		g.places[at] = now
		g.choose(now, g.recordIDs[at])
		delete(g.latest, at)
	}
	return nil
}
