// Package cli provides the parts shared by the programs in cmd: standard streams, exit codes, flags
// that open an engine, and the user's settings.
package cli
