package grow

import (
	"errors"
	"reflect"
	"slices"
)

// noteCounts updates g.cited, the works that have more citing works than before: it adds works
// whose count has increased, and removes those whose citing works were listed. It must be called
// before the answer is added to the graph.
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

// retract marks a work as retracted. If the work was chosen before, retract chooses it again, so
// that it is indexed again.
func (g *Grower) retract(at int32) {
	if !g.retracted[at] && g.frontier.nodes[at].is(isKept) {
		g.choose(g.places[at], g.recordIDs[at])
	}
	g.retracted[at] = true
}

// replaceChanged decides which records to replace: those that differ from the records received
// before.
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

// replace carries out the decision to replace the records of some works.
func (g *Grower) replace(keys []string) error {
	for _, key := range keys {
		at, known := g.frontier.at[key]
		now, received := g.latest[at]
		if !known || !received {
			return errors.New("it replaces a record that was never received")
		}
		g.places[at] = now
		g.choose(now, g.recordIDs[at])
		delete(g.latest, at)
		delete(g.described, at)
	}
	return nil
}
