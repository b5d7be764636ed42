// Package app implements the requests of all front ends (LSP, MCP, HTTP and the command line). It
// suggests papers, drafts sentences, explains citations and exports references. Package backend
// opens the engines, package wire defines the requests and replies, and package display formats
// papers for users.
package app
