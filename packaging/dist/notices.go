package main

import (
	"bytes"
	"debug/buildinfo"
	"errors"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"slices"
	"strings"
)

// modules returns all modules linked into at least one binary, by module path.
func (r *release) modules() (map[string]*debug.Module, error) {
	all := make(map[string]*debug.Module)
	for _, path := range r.binaries {
		info, err := buildinfo.ReadFile(path)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", path, err)
		}
		for _, module := range info.Deps {
			if module.Replace != nil {
				return nil, fmt.Errorf("module %s is replaced in go.mod; remove the replace directive to build a release",
					module.Path)
			}
			all[module.Path] = module
		}
	}
	return all, nil
}

// writeNotices collects the licences of everything in the archives: Go, modules, word lists and,
// for neural archives, onnxruntime.
func (r *release) writeNotices(all []platform) error {
	modules, err := r.modules()
	if err != nil {
		return err
	}
	notices := &bytes.Buffer{}
	goRoot, err := exec.Command("go", "env", "GOROOT").Output()
	if err != nil {
		return err
	}
	if err := addNotices(notices, "Go "+goVersion(), strings.TrimSpace(string(goRoot))); err != nil {
		return err
	}
	if err := addNotices(notices, "SCOWL word lists", filepath.Join(r.root, "engine/query/data")); err != nil {
		return err
	}
	for _, path := range slices.Sorted(maps.Keys(modules)) {
		name := path + "@" + modules[path].Version
		folder, err := r.sources(name)
		if err != nil {
			return err
		}
		if err := addNotices(notices, name, folder); err != nil {
			return err
		}
	}
	for _, p := range all {
		text := bytes.NewBuffer(slices.Clone(notices.Bytes()))
		if p.neural {
			if err := addNotices(text, "onnxruntime", filepath.Join(r.root, "models/onnxruntime")); err != nil {
				return err
			}
		}
		if err := writeFile(filepath.Join(r.folder(p), "THIRD-PARTY-LICENSES"), text.Bytes()); err != nil {
			return err
		}
	}
	return nil
}

// goVersion returns the compiler's version without the names of enabled experiments.
func goVersion() string {
	version, _, _ := strings.Cut(strings.TrimPrefix(runtime.Version(), "go"), "-X:")
	return version
}

// sources returns the folder in the module cache that contains the source of a module.
func (r *release) sources(module string) (string, error) {
	cmd := exec.Command("go", "list", "-m", "-f", "{{.Dir}}", strings.Split(module, "@")[0])
	cmd.Dir = r.root
	out, err := cmd.Output()
	folder := strings.TrimSpace(string(out))
	if err == nil && folder == "" {
		err = errors.New("its sources are not in the module cache: run go mod download")
	}
	if err != nil {
		return "", fmt.Errorf("%s: %w", module, err)
	}
	return folder, nil
}

// addNotices appends the licence and notice files in a folder to the text.
func addNotices(to *bytes.Buffer, name, folder string) error {
	found := false
	entries, err := os.ReadDir(folder)
	if err != nil {
		return err
	}
	for _, entry := range entries {
		if entry.IsDir() || !isNotice(entry.Name()) {
			continue
		}
		content, err := os.ReadFile(filepath.Join(folder, entry.Name()))
		if err != nil {
			return err
		}
		fmt.Fprintf(to, "==== %s: %s\n\n%s\n\n", name, entry.Name(), bytes.TrimSpace(content))
		found = true
	}
	if !found {
		return fmt.Errorf("no licence file for %s in %s", name, folder)
	}
	return nil
}

func isNotice(file string) bool {
	file = strings.ToUpper(file)
	return slices.ContainsFunc([]string{"LICENSE", "LICENCE", "COPYING", "NOTICE", "THIRDPARTYNOTICES", "PATENTS"},
		func(prefix string) bool { return strings.HasPrefix(file, prefix) })
}
