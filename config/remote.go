package config

import (
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"net"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
)

// Remote says how servers are asked that indexes names, by their addresses. No workspace
// sets any of it, trusted or not.
type Remote struct {
	// TokenEnv and TokenCommand say where the token for a server comes from: an
	// environment variable, or a program and its arguments, which prints it.
	TokenEnv     map[string]string   `json:"tokenEnv"`
	TokenCommand map[string][]string `json:"tokenCommand"`
	// Manuscript lists the servers that get the sentences before the cursor; others get
	// keywords alone.
	Manuscript []string `json:"manuscript"`
}

// clone shares no list and no table with r.
func (r Remote) clone() Remote {
	return Remote{maps.Clone(r.TokenEnv), maps.Clone(r.TokenCommand), slices.Clone(r.Manuscript)}
}

// A RemoteServer is how one server is asked.
type RemoteServer struct {
	TokenEnv     string
	TokenCommand []string
	Manuscript   bool
}

// Of is how the server of an address is asked: by its scheme, host and port.
func (r Remote) Of(address string) (server RemoteServer) {
	here := origin(address)
	server.Manuscript = slices.ContainsFunc(r.Manuscript, func(a string) bool { return origin(a) == here })
	for _, a := range slices.Sorted(maps.Keys(r.TokenEnv)) {
		if origin(a) == here {
			server.TokenEnv = r.TokenEnv[a]
		}
	}
	for _, a := range slices.Sorted(maps.Keys(r.TokenCommand)) {
		if origin(a) == here {
			server.TokenCommand = r.TokenCommand[a]
		}
	}
	return server
}

// origin is the scheme, host and port of an address, "" where it is none.
func origin(address string) string {
	address = nodesOf(address)[0]
	u, err := url.Parse(address)
	if err != nil || !IsRemote(address) {
		return ""
	}
	port := u.Port()
	if port == "" {
		port = map[string]string{"http": "80", "https": "443"}[strings.ToLower(u.Scheme)]
	}
	return strings.ToLower(u.Scheme + "://" + net.JoinHostPort(u.Hostname(), port))
}

// IsRemote reports whether an index is an address of a server, not a folder.
func IsRemote(index string) bool { return strings.Contains(index, "://") }

// CheckServer is an error where a server, or a node of a cluster, may not be asked at an
// address.
func CheckServer(address string) error {
	for _, node := range nodesOf(address) {
		if err := checkAddress(node); err != nil {
			return err
		}
	}
	return nil
}

func checkAddress(address string) error {
	u, err := url.Parse(address)
	switch {
	case err != nil || !isServiceAddress(address):
		return errors.New("it is no address of a server: write one such as https://papers.example.org:8443, without name, password or token")
	case u.Scheme == "http" && !isLoopback(u.Hostname()):
		return fmt.Errorf("%s: on the way to another machine, http can be read and changed by others: write https, or reach it through a tunnel to this machine", shown(u.Host))
	}
	return nil
}

func isLoopback(host string) bool {
	ip := net.ParseIP(host)
	return strings.EqualFold(host, "localhost") || ip != nil && ip.IsLoopback()
}

func checkIndexes(indexes []string) error {
	for _, index := range indexes {
		if err := checkIndex(index); err != nil {
			return err
		}
	}
	return nil
}

func checkIndex(index string) error {
	if !IsRemote(index) {
		return nil
	}
	return CheckServer(index)
}

// indexesOfEnvironment are those of SCILIT_INDEX that can be, and why the others cannot.
func indexesOfEnvironment() (indexes []string, failed error) {
	for _, index := range absolute("", splitIndexes(os.Getenv("SCILIT_INDEX"))) {
		if err := checkIndex(index); err != nil {
			failed = errors.Join(failed, fmt.Errorf("SCILIT_INDEX: %w", err))
			continue
		}
		indexes = append(indexes, index)
	}
	return indexes, failed
}

func (r Remote) check() error {
	for _, address := range slices.Concat(r.Manuscript, slices.Collect(maps.Keys(r.TokenEnv)), slices.Collect(maps.Keys(r.TokenCommand))) {
		if !IsRemote(address) {
			return fmt.Errorf("%q is no address of a server, such as https://papers.example.org:8443", shown(address))
		}
		if err := CheckServer(address); err != nil {
			return err
		}
	}
	for address, variable := range r.TokenEnv {
		if !variableName.MatchString(variable) {
			return fmt.Errorf("%s: give the name of an environment variable, not the token itself", shown(address))
		}
	}
	for address, command := range r.TokenCommand {
		if len(command) == 0 || command[0] == "" {
			return fmt.Errorf("%s: give a program and its arguments", shown(address))
		}
	}
	return nil
}

// tidy completes the programs of tokens, which are looked for in no workspace.
func (r *Remote) tidy() error {
	for _, command := range r.TokenCommand {
		if len(command) == 0 {
			continue
		}
		command[0] = ExpandHome(command[0])
		if strings.ContainsAny(command[0], `/\`) && !filepath.IsAbs(command[0]) {
			return errRelative
		}
	}
	return nil
}

// namesServer reports whether a value of a workspace would have a server asked.
func namesServer(key string, value []byte) bool {
	var indexes []string
	return key == "indexes" && json.Unmarshal(value, &indexes) == nil && slices.ContainsFunc(indexes, IsRemote)
}

// portAndPath is how the rest of an address begins that was cut at the colon before its port.
var portAndPath = regexp.MustCompile(`^[0-9]{1,5}([/,]|$)`)

var schemes = regexp.MustCompile(`^(weaviate\+)?https?$`)

// lacksPort reports whether the last host of an address that was cut has no port yet.
func lacksPort(address string) bool {
	_, hosts, found := strings.Cut(address, "://")
	return found && !strings.Contains(hosts[strings.LastIndexByte(hosts, ',')+1:], ":")
}

// splitIndexes takes a path list apart, in which addresses have colons of their own.
func splitIndexes(list string) (indexes []string) {
	for _, part := range filepath.SplitList(list) {
		last := len(indexes) - 1
		switch {
		case last >= 0 && schemes.MatchString(indexes[last]) && strings.HasPrefix(part, "//"):
			indexes[last] += ":" + part
		case last >= 0 && lacksPort(indexes[last]) && portAndPath.MatchString(part):
			indexes[last] += ":" + part
		default:
			indexes = append(indexes, part)
		}
	}
	return indexes
}
