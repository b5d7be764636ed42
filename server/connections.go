package server

import (
	"crypto/tls"
	"net"
	"net/http"
	"net/netip"
	"sync"
	"time"
)

// Limits on the open connections.
const (
	maxConnections = 1024
	maxPerAddress  = 512 // per remote address, except loopback addresses, which local proxies use
)

// A boundedListener limits the number of connections. It closes new connections that exceed the
// limit for their address. At maxConnections, it closes the connection that has been idle longest
// instead.
type boundedListener struct {
	net.Listener
	refused func() // called for each refused connection

	mu        sync.Mutex
	open      map[net.Conn]*connState
	byAddress map[netip.Addr]int
}

type connState struct {
	address netip.Addr
	idle    time.Time // start of the idle period; zero during a request
}

func newBoundedListener(l net.Listener, refused func()) *boundedListener {
	return &boundedListener{
		Listener: l, refused: refused, open: make(map[net.Conn]*connState), byAddress: make(map[netip.Addr]int),
	}
}

// Accept implements net.Listener.
func (l *boundedListener) Accept() (net.Conn, error) {
	for {
		c, err := l.Listener.Accept()
		if err != nil {
			return nil, err
		}
		bounded := &boundedConn{Conn: c, listener: l}
		if l.admit(bounded) {
			return bounded, nil
		}
		l.refused()
		_ = c.Close() // an error is ignored, since the connection is refused anyway
	}
}

func (l *boundedListener) admit(c *boundedConn) bool {
	address := addressOf(c.RemoteAddr())
	l.mu.Lock()
	defer l.mu.Unlock()
	if !address.IsLoopback() && l.byAddress[address] >= maxPerAddress {
		return false
	}
	if len(l.open) >= maxConnections && !l.closeIdle() {
		return false
	}
	l.open[c] = &connState{address: address}
	l.byAddress[address]++
	return true
}

func addressOf(a net.Addr) netip.Addr {
	at, err := netip.ParseAddrPort(a.String())
	if err != nil {
		return netip.Addr{}
	}
	return at.Addr().Unmap()
}

// closeIdle closes the connection that has been idle longest and reports whether it found one.
func (l *boundedListener) closeIdle() bool {
	var oldest net.Conn
	for c, state := range l.open {
		if !state.idle.IsZero() && (oldest == nil || state.idle.Before(l.open[oldest].idle)) {
			oldest = c
		}
	}
	if oldest == nil {
		return false
	}
	l.remove(oldest)
	_ = oldest.(*boundedConn).Conn.Close() // the reader of the connection receives the error
	return true
}

// remove removes a connection from the counts. l.mu must be held.
func (l *boundedListener) remove(c net.Conn) {
	state := l.open[c]
	if state == nil {
		return
	}
	delete(l.open, c)
	if l.byAddress[state.address]--; l.byAddress[state.address] == 0 {
		delete(l.byAddress, state.address)
	}
}

// note is the ConnState callback of the http.Server. It records which connections are idle.
func (l *boundedListener) note(c net.Conn, s http.ConnState) {
	if encrypted, ok := c.(*tls.Conn); ok {
		c = encrypted.NetConn()
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	switch state := l.open[c]; {
	case state == nil:
	case s == http.StateIdle:
		state.idle = time.Now()
	default:
		state.idle = time.Time{}
	}
}

// A boundedConn removes itself from its listener's counts when it is closed.
type boundedConn struct {
	net.Conn
	listener *boundedListener
}

// Close implements net.Conn.
func (c *boundedConn) Close() error {
	c.listener.mu.Lock()
	c.listener.remove(c)
	c.listener.mu.Unlock()
	return c.Conn.Close()
}
