// Package protocol extends go.lsp.dev/protocol with this server's custom methods and with a more
// lenient decoder and dispatcher. These accept a message in which a member that the server does not
// need is null or malformed.
package protocol
