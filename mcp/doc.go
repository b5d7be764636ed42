// Package mcp gives agents the use cases of scilit by the Model Context Protocol: a
// server on standard input and output with tools and nothing else. It translates between
// the tools' parameters and package app; what tools answer is declared there.
package mcp
