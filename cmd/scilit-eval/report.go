package main

import (
	"errors"
	"fmt"
	"io"
	"os"

	"github.com/scilit-lsp/scilit-lsp/cmd/internal/cli"
)

// withProgress runs a function that calls step after each unit of work, and shows a progress bar
// that counts the units.
func withProgress(std cli.Streams, unit string, run func(step func()) error) error {
	bar := cli.Progress(std.Err, "measuring", unit)
	defer func() { _ = bar.Finish() }()
	return run(func() { _ = bar.Add(1) })
}

// measure runs a measurement with a progress bar and prints its report.
func measure[R any](std cli.Streams, unit string, asJSON bool, run func(step func()) (R, error),
	print func(io.Writer, R)) error {
	var report R
	err := withProgress(std, unit, func(step func()) (err error) {
		report, err = run(step)
		return err
	})
	if err != nil {
		return err
	}
	return printReport(std, asJSON, report, print)
}

// printReport prints a report as JSON or, by calling print, as text.
func printReport[R any](std cli.Streams, asJSON bool, report R, print func(io.Writer, R)) error {
	if asJSON {
		return cli.PrintJSON(std.Out, report)
	}
	print(std.Out, report)
	return nil
}

// share returns n divided by of, or 0 if of is 0.
func share(n, of int) float64 { return float64(n) / float64(max(1, of)) }

func readFile[T any](path string, read func(io.Reader) (T, error)) (all T, err error) {
	file, err := os.Open(path)
	if err != nil {
		return all, err
	}
	defer file.Close()
	if all, err = read(file); err != nil {
		return all, fmt.Errorf("%s: %w", path, err)
	}
	return all, nil
}

func writeFile(path string, write func(io.Writer) error) error {
	file, err := os.Create(path)
	if err != nil {
		return err
	}
	return errors.Join(write(file), file.Close())
}
