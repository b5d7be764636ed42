package main

import (
	"bytes"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	cyclonedx "github.com/CycloneDX/cyclonedx-go"
)

func (r *release) sbomPath() string {
	return filepath.Join(r.out, fmt.Sprintf("scilit-lsp_%s.cdx.json", r.version))
}

// writeSBOM writes a CycloneDX description of the archives' contents: Go, the modules linked into
// the binaries, the models and onnxruntime.
func (r *release) writeSBOM(all []platform) error {
	product := cyclonedx.Component{
		BOMRef: "scilit-lsp", Type: cyclonedx.ComponentTypeApplication, Name: "scilit-lsp", Version: r.version,
		PackageURL: "pkg:golang/github.com/scilit-lsp/scilit-lsp@" + r.version, Licenses: licence("MIT"),
	}
	parts, err := r.components(all)
	if err != nil {
		return err
	}
	refs := make([]string, len(parts))
	for i, c := range parts {
		refs[i] = c.BOMRef
	}
	bom := cyclonedx.NewBOM()
	bom.Metadata = &cyclonedx.Metadata{Timestamp: r.time.Format(time.RFC3339), Component: &product}
	bom.Components = &parts
	bom.Dependencies = &[]cyclonedx.Dependency{{Ref: product.BOMRef, Dependencies: &refs}}
	var text bytes.Buffer
	encoder := cyclonedx.NewBOMEncoder(&text, cyclonedx.BOMFileFormatJSON).SetPretty(true)
	if err := encoder.EncodeVersion(bom, cyclonedx.SpecVersion1_6); err != nil {
		return err
	}
	return writeFile(r.sbomPath(), text.Bytes())
}

func (r *release) components(all []platform) ([]cyclonedx.Component, error) {
	modules, err := r.modules()
	if err != nil {
		return nil, err
	}
	parts := []cyclonedx.Component{library("std", goVersion(), "")}
	for _, path := range slices.Sorted(maps.Keys(modules)) {
		parts = append(parts, library(path, modules[path].Version, modules[path].Sum))
	}
	if !slices.ContainsFunc(all, func(p platform) bool { return p.neural }) {
		return parts, nil
	}
	models, err := r.models()
	if err != nil {
		return nil, err
	}
	onnx, err := r.onnxruntime(all)
	return append(append(parts, models...), onnx...), err
}

// library returns the description of a Go module. It converts the module's h1 hash from base64 to
// hexadecimal, as CycloneDX requires.
func library(path, version, sum string) cyclonedx.Component {
	c := cyclonedx.Component{Type: cyclonedx.ComponentTypeLibrary, Name: path, Version: version,
		PackageURL: "pkg:golang/" + path + "@" + version}
	c.BOMRef = c.PackageURL
	if raw, err := base64.StdEncoding.DecodeString(strings.TrimPrefix(sum, "h1:")); err == nil && sum != "" {
		c.Hashes = sha256Hash(hex.EncodeToString(raw))
	}
	return c
}

// models returns the descriptions of the models in the neural archives, from their model.json.
func (r *release) models() (all []cyclonedx.Component, err error) {
	paths, err := filepath.Glob(filepath.Join(r.work, "cache/*/models/*/model.json"))
	seen := make(map[string]bool)
	for _, path := range paths {
		var model struct {
			Name  string
			Files []struct{ Name, SHA256 string }
		}
		raw, err := os.ReadFile(path)
		if err == nil {
			err = json.Unmarshal(raw, &model)
		}
		if err != nil {
			return nil, fmt.Errorf("%s: %w", path, err)
		}
		if seen[model.Name] {
			continue
		}
		seen[model.Name] = true
		c := cyclonedx.Component{BOMRef: "model:" + model.Name, Type: cyclonedx.ComponentTypeMachineLearningModel,
			Name: model.Name}
		var files []cyclonedx.Component
		for _, f := range model.Files {
			files = append(files, cyclonedx.Component{BOMRef: c.BOMRef + "/" + f.Name, Type: cyclonedx.ComponentTypeFile,
				Name: f.Name, Hashes: sha256Hash(f.SHA256)})
		}
		c.Components = &files
		all = append(all, c)
	}
	return all, err
}

// onnxruntime returns one description for each platform whose archive includes onnxruntime.
func (r *release) onnxruntime(all []platform) (found []cyclonedx.Component, err error) {
	for _, p := range all {
		paths, err := filepath.Glob(filepath.Join(r.work, "cache", p.String(), "onnxruntime/*/*onnxruntime*"))
		if err != nil {
			return nil, err
		}
		for _, path := range paths {
			sum, err := sumOf(path)
			if err != nil {
				return nil, err
			}
			version := filepath.Base(filepath.Dir(path))
			found = append(found, cyclonedx.Component{
				BOMRef: "onnxruntime:" + p.runtime(), Type: cyclonedx.ComponentTypeLibrary, Name: "onnxruntime", Version: version,
				Description: "shared library for " + p.runtime(), PackageURL: "pkg:npm/onnxruntime-node@" + version,
				Hashes: sha256Hash(sum), Licenses: licence("MIT"),
			})
		}
	}
	return found, nil
}

func sha256Hash(hexadecimal string) *[]cyclonedx.Hash {
	return &[]cyclonedx.Hash{{Algorithm: cyclonedx.HashAlgoSHA256, Value: hexadecimal}}
}

func licence(id string) *cyclonedx.Licenses {
	return &cyclonedx.Licenses{{License: &cyclonedx.License{ID: id}}}
}
