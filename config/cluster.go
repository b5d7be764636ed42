package config

import "strings"

// clusterPrefix is the prefix of an index that is a collection in a Weaviate cluster. The rest
// lists the addresses of the nodes, as in weaviate+http://host:port,host:port/Collection.
const clusterPrefix = "weaviate+"

// IsCluster reports whether an index is a collection in a Weaviate cluster.
func IsCluster(index string) bool { return strings.HasPrefix(index, clusterPrefix) }

// nodesOf returns the addresses of a cluster's nodes, or the address itself for any other index.
func nodesOf(index string) []string {
	scheme, rest, found := strings.Cut(strings.TrimPrefix(index, clusterPrefix), "://")
	if !IsCluster(index) || !found {
		return []string{index}
	}
	hosts, path, _ := strings.Cut(rest, "/")
	var nodes []string
	for host := range strings.SplitSeq(hosts, ",") {
		nodes = append(nodes, scheme+"://"+host+"/"+path)
	}
	return nodes
}
