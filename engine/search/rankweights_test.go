package search

import (
	"reflect"
	"strings"
	"testing"

	"github.com/scilit-lsp/scilit-lsp/internal/weights"
)

// An unknown feature is an error, since it would silently have no effect.
func TestWeightsOfUnknownFeaturesAndFormatsAreRefused(t *testing.T) {
	for data, want := range map[string]string{
		`{"format":1,"without":{"bm25":1,"tfidf":1}}`: "tfidf",
		`{"format":2}`: "format 2",
		`{"format":1`:  "unexpected end",
	} {
		if _, err := weights.Read[fitted[Features]]([]byte(data), dataFormat); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want an error about %s", data, err, want)
		}
	}
	w := builtInWeights()
	for name, features := range map[string]Features{"keywords": w.Keywords, "without": w.Without, "cascade_keywords": w.CascadeKeywords, "cascade_without": w.CascadeWithout} {
		if features == (Features{}) {
			t.Errorf("ranking.json has no weights %s", name)
		}
	}
}

func TestTheQueryHasWeights(t *testing.T) {
	w := reflect.ValueOf(builtInQueryWeights())
	for i := range w.NumField() {
		if w.Field(i).IsZero() {
			t.Errorf("query.json has no %s", w.Type().Field(i).Tag.Get("json"))
		}
	}
}
