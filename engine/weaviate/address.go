package weaviate

import (
	"fmt"
	"net/url"
	"regexp"
	"strings"
)

// An Address locates a collection in a Weaviate cluster.
type Address struct {
	Nodes      []string // URLs of the nodes, such as http://host:port; each node serves the whole cluster
	Collection string
}

// scheme is written before http or https in the address of a collection.
const scheme = "weaviate+"

// maxNodes is the maximum number of nodes in an address.
const maxNodes = 64

var collectionName = regexp.MustCompile(`^[A-Z][A-Za-z0-9_]{0,99}$`)

// IsAddress reports whether s starts like the address of a Weaviate collection.
func IsAddress(s string) bool { return strings.HasPrefix(s, scheme) }

// ParseAddress parses weaviate+http://host:port,host:port/Collection.
func ParseAddress(s string) (a Address, err error) {
	bad := func(why string) (Address, error) {
		return Address{}, fmt.Errorf(
			"%q is not the address of a Weaviate collection, such as weaviate+http://127.0.0.1:8080/Papers: %s",
			s,
			why,
		)
	}
	protocol, rest, ok := strings.Cut(strings.TrimPrefix(s, scheme), "://")
	if !IsAddress(s) || !ok || protocol != "http" && protocol != "https" {
		return bad("it must begin with weaviate+http:// or weaviate+https://")
	}
	hosts, collection, _ := strings.Cut(rest, "/")
	if a.Collection = strings.TrimSuffix(collection, "/"); !collectionName.MatchString(a.Collection) {
		return bad("it must end with the name of a collection (a capital letter, then up to 99 letters, " +
			"digits or underscores)")
	}
	for host := range strings.SplitSeq(hosts, ",") {
		u, err := url.Parse(protocol + "://" + host)
		if err != nil || u.Hostname() == "" || u.Host != host || u.String() != protocol+"://"+host {
			return bad("write each host as host:port, and separate several hosts with commas")
		}
		a.Nodes = append(a.Nodes, u.String())
	}
	if len(a.Nodes) > maxNodes {
		return bad(fmt.Sprintf("it may name at most %d nodes", maxNodes))
	}
	return a, nil
}

// String formats the address as ParseAddress expects it.
func (a Address) String() string {
	protocol, _, _ := strings.Cut(a.Nodes[0], "://")
	hosts := make([]string, len(a.Nodes))
	for i, node := range a.Nodes {
		hosts[i] = strings.TrimPrefix(node, protocol+"://")
	}
	return scheme + protocol + "://" + strings.Join(hosts, ",") + "/" + a.Collection
}
