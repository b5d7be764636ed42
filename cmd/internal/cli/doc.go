// Package cli holds the parts that the programs of cmd share: standard streams, exit codes,
// the flags that open an engine, and the user's settings.
package cli
