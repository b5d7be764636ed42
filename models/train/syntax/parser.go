package main

import (
	"log"
	"strings"

	"github.com/scilit-lsp/scilit-lsp/engine/syntax/model"
)

// parser trains two learners: one for transitions, with a dynamic oracle, and one for the relations
// of those predicted arcs that are correct.
func (t *trainer) parser() (arcs, relations *learner) {
	arcs = newLearner(model.Actions, t.arcBits)
	relations = newLearner(len(t.model.Head.Relations), t.relationBits)
	arcs.drop, arcs.random = t.drop, t.random
	relations.drop, relations.random = t.drop, t.random
	for epoch := range t.epochs {
		var found, attached, labelled, total int
		for _, i := range t.random.Perm(len(t.bank)) {
			e := t.disturb(t.bank[i])
			parser := t.model.Parser
			parser.Arcs, parser.Relations = arcs, relations
			parser.Learn = func(s *model.State, action int, features []uint32, scores []int32) int {
				arcs.step++
				costs := s.Costs(e.heads)
				right := cheapest(costs, scores)
				if costs[action] > costs[right] {
					arcs.update(features, right, action)
					if epoch == 0 || t.random.Float64() >= t.explore {
						return right
					}
				}
				return action
			}
			parser.LearnLabel = func(_ *model.State, head, dependent, label int, features []uint32, _ []int32) int {
				if int(e.heads[dependent]) != head {
					return label
				}
				relations.step++
				found++
				if right := int(e.relations[dependent]); right != label {
					relations.update(features, right, label)
					return label
				}
				labelled++
				return label
			}
			heads, _ := parser.Run(t.model.Words(e.forms), e.guessed)
			for i, h := range heads {
				total++
				if h == e.heads[i] {
					attached++
				}
			}
		}
		log.Printf("parser, pass %d: %.4f of heads correct, %.4f of these with the correct label",
			epoch+1, float64(attached)/float64(total), float64(labelled)/float64(found))
	}
	return arcs, relations
}

// cheapest returns the permitted transition with the lowest cost. Of several, it returns the one
// with the highest score.
func cheapest(costs [model.Actions]int, scores []int32) int {
	found := -1
	for action, cost := range costs {
		if cost < 0 {
			continue
		}
		if found < 0 || cost < costs[found] || cost == costs[found] && scores[action] > scores[found] {
			found = action
		}
	}
	return found
}

// disturb occasionally changes the case of an example or removes its full stop.
func (t *trainer) disturb(e example) example {
	var change func(form string) string
	switch p := t.random.Float64(); {
	case p < 0.04:
		change = strings.ToLower
	case p < 0.07:
		change = func(form string) string { return strings.ToUpper(form[:1]) + form[1:] }
	case p < 0.08:
		change = strings.ToUpper
	default:
		if p > 0.95 {
			return withoutStop(e)
		}
		return e
	}
	forms := make([]string, len(e.forms))
	for i, form := range e.forms {
		forms[i] = change(form)
	}
	e.forms = forms
	return e
}

// withoutStop removes a final full stop that has no dependents.
func withoutStop(e example) example {
	last := len(e.forms) - 1
	if last < 1 || e.forms[last] != "." || int(e.heads[last]) == len(e.forms) {
		return e
	}
	heads := make([]int32, last)
	for i, h := range e.heads[:last] {
		switch int(h) {
		case last:
			return e
		case last + 1:
			h = int32(last)
		}
		heads[i] = h
	}
	e.forms, e.tags, e.heads, e.relations = e.forms[:last], e.tags[:last], heads, e.relations[:last]
	if e.guessed != nil {
		e.guessed = e.guessed[:last]
	}
	return e
}
