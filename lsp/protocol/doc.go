// Package protocol adds to go.lsp.dev/protocol the methods of this server, and
// a decoder and a dispatcher that accept more than the library's: an editor's
// message is read even if a member that the server does not need is null or
// malformed.
package protocol
