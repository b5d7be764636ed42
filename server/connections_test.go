package server

import (
	"fmt"
	"net"
	"net/http"
	"testing"
)

// A remoteConn is a connection from a given address.
type remoteConn struct {
	net.Conn
	address string
	closed  bool
}

func (c *remoteConn) RemoteAddr() net.Addr {
	address, _ := net.ResolveTCPAddr("tcp", c.address)
	return address
}

func (c *remoteConn) Close() error {
	c.closed = true
	return nil
}

func TestConnectionsAreBounded(t *testing.T) {
	l := newBoundedListener(nil, func() {})
	var all []*boundedConn
	connect := func(address string) (*boundedConn, bool) {
		c := &boundedConn{Conn: &remoteConn{address: address}, listener: l}
		all = append(all, c)
		return c, l.admit(c)
	}
	for i := range maxPerAddress {
		if _, ok := connect(fmt.Sprint("192.0.2.1:", i+1)); !ok {
			t.Fatalf("connection %d of one address was refused", i)
		}
	}
	if _, ok := connect("[::ffff:192.0.2.1]:9"); ok {
		t.Error("one address has more than its share")
	}
	for i := range maxConnections - maxPerAddress {
		if _, ok := connect(fmt.Sprint("127.0.0.1:", i+1)); !ok {
			t.Fatalf("connection %d of this machine was refused", i)
		}
	}
	if _, ok := connect("192.0.2.2:1"); ok {
		t.Error("more connections than the bound")
	}
	l.note(all[3], http.StateIdle)
	l.note(all[2], http.StateIdle)
	if _, ok := connect("192.0.2.2:2"); !ok || !all[3].Conn.(*remoteConn).closed || all[2].Conn.(*remoteConn).closed {
		t.Error("the connection that was idle longest did not make room")
	}
	l.note(all[2], http.StateActive)
	if _, ok := connect("192.0.2.2:3"); ok {
		t.Error("a connection with a request made room")
	}
	for _, c := range all {
		_ = c.Close()
	}
	if len(l.open) != 0 || len(l.byAddress) != 0 {
		t.Errorf("%d connections are counted after their end", len(l.open))
	}
}
