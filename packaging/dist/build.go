package main

import (
	"bytes"
	"fmt"
	"log"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
)

// build compiles the program for every platform, and copies the models for neural platforms.
func (r *release) build(all []platform) error {
	for _, p := range all {
		err := r.compile(p)
		if err == nil && p.neural {
			err = r.addModels(p)
		}
		if err != nil {
			return fmt.Errorf("%s: %w", p, err)
		}
	}
	return nil
}

func (r *release) compile(p platform) error {
	path := filepath.Join(r.folder(p), p.binary())
	cgo := "0"
	if p.neural {
		cgo = "1"
	}
	cmd := exec.Command("go", "build", "-trimpath", "-buildvcs=false", "-o", path,
		"-ldflags", "-s -w -buildid= -X main.version="+r.version, "./cmd/scilit-lsp")
	cmd.Dir = r.root
	cmd.Env = append(os.Environ(), "GOEXPERIMENT=simd", "CGO_ENABLED="+cgo, "GOOS="+p.os, "GOARCH="+p.arch)
	if p.compiler != "" {
		cmd.Env = append(cmd.Env, "CC="+p.compiler)
	}
	log.Printf("go build for %s", p)
	r.binaries = append(r.binaries, path)
	return runQuietly(cmd)
}

// addModels copies the models and onnxruntime to the folders in which onnx.Locate searches.
func (r *release) addModels(p platform) error {
	cache := filepath.Join(r.work, "cache", p.String())
	cmd := exec.Command(filepath.Join(r.root, "models/fetch.sh"), "--require")
	cmd.Env = append(os.Environ(), "SCILIT_CACHE="+cache, "SCILIT_PLATFORM="+p.runtime())
	if err := runQuietly(cmd); err != nil {
		return err
	}
	if err := os.CopyFS(filepath.Join(r.folder(p), "models"), os.DirFS(filepath.Join(cache, "models"))); err != nil {
		return err
	}
	libraries, err := filepath.Glob(filepath.Join(cache, "onnxruntime/*/*onnxruntime*"))
	if err != nil || len(libraries) == 0 {
		return fmt.Errorf("no onnxruntime in %s after models/fetch.sh; is npm installed?", cache)
	}
	for _, library := range libraries {
		if err := copyFile(filepath.Join(r.folder(p), filepath.Base(library)), library); err != nil {
			return err
		}
	}
	return nil
}

// own returns a binary that runs on this machine, to print the completions and the manual.
func (r *release) own(all []platform) (string, error) {
	for _, p := range all {
		if p.os == runtime.GOOS && p.arch == runtime.GOARCH {
			return filepath.Join(r.folder(p), p.binary()), nil
		}
	}
	p := platform{os: runtime.GOOS, arch: runtime.GOARCH}
	path := filepath.Join(r.work, p.binary())
	cmd := exec.Command("go", "build", "-ldflags", "-X main.version="+r.version, "-o", path, "./cmd/scilit-lsp")
	cmd.Dir = r.root
	return path, runQuietly(cmd)
}

// document adds the files that all archives share: texts, shell completions and the manual.
func (r *release) document(all []platform) error {
	binary, err := r.own(all)
	if err != nil {
		return err
	}
	common := filepath.Join(r.work, "common")
	for file, args := range map[string][]string{
		"completions/scilit-lsp.bash": {"completion", "bash"},
		"completions/_scilit-lsp":     {"completion", "zsh"},
		"completions/scilit-lsp.fish": {"completion", "fish"},
		"man/scilit-lsp.1":            {"man"},
	} {
		if err := r.capture(filepath.Join(common, file), binary, args...); err != nil {
			return err
		}
	}
	for _, file := range []string{"README.md", "CHANGELOG.md", "LICENSE"} {
		if err := copyFile(filepath.Join(common, file), filepath.Join(r.root, file)); err != nil {
			return err
		}
	}
	for _, p := range all {
		if err := os.CopyFS(r.folder(p), os.DirFS(common)); err != nil {
			return err
		}
	}
	return nil
}

// capture runs a command and writes its standard output to a file.
func (r *release) capture(path, name string, args ...string) error {
	cmd := exec.Command(name, args...)
	cmd.Stderr = os.Stderr
	cmd.Env = append(os.Environ(), fmt.Sprintf("SOURCE_DATE_EPOCH=%d", r.time.Unix()))
	printed, err := cmd.Output()
	if err != nil {
		return fmt.Errorf("%s %v: %w", name, args, err)
	}
	return writeFile(path, printed)
}

// runQuietly runs a command. If the command fails, the error includes its output.
func runQuietly(cmd *exec.Cmd) error {
	out, err := cmd.CombinedOutput()
	if err != nil {
		return fmt.Errorf("%s: %w\n%s", filepath.Base(cmd.Path), err, bytes.TrimSpace(out))
	}
	return nil
}

func writeFile(path string, content []byte) error {
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		return err
	}
	return os.WriteFile(path, content, 0o644)
}

func copyFile(to, from string) error {
	content, err := os.ReadFile(from)
	if err != nil {
		return err
	}
	return writeFile(to, content)
}
