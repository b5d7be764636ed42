// Package cite works on the citations of a manuscript as they stand: how one is
// taken out, and which entries nothing cites. It knows no protocol.
package cite
