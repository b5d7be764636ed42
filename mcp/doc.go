// Package mcp provides the functions of package app to agents, as tools of the Model Context
// Protocol on standard input and output. It only translates parameters and results.
package mcp
