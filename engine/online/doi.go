package online

import (
	"context"
	"encoding/json"
	"net/url"
	"strings"
)

// doiAgency asks doi.org which agency registered a DOI.
type doiAgency struct{ *service }

// An Agency is one that registers DOIs, as doi.org names it.
type Agency string

// The agencies whose records can be asked for.
const (
	CrossrefAgency Agency = "Crossref"
	DataCiteAgency Agency = "DataCite"
)

// Literal is empty, since doi.org has no search.
func (d *doiAgency) Literal(Query) string { return "" }

// Search is not offered by doi.org.
func (d *doiAgency) Search(context.Context, Query) ([]*Record, error) {
	return nil, d.unsupported("it has no search")
}

// Lookup is not offered: the records are at the agencies.
func (d *doiAgency) Lookup(context.Context, ID) (*Record, error) {
	return nil, d.unsupported("it names agencies; they have the records")
}

// Agency is the agency of a DOI. An error of the kind NotFound means that doi.org
// knows no such DOI, or no such prefix.
func (d *doiAgency) Agency(ctx context.Context, doi string) (agency Agency, err error) {
	prefix, _, _ := strings.Cut(doi, "/")
	return agency, d.ask(ctx, request{
		url: d.base("/ra/" + url.PathEscape(prefix)), age: recordAge, lookup: true,
		parse: func(body []byte) (err error) { agency, err = d.parse(body); return err },
	})
}

func (d *doiAgency) parse(body []byte) (Agency, error) {
	var reply []struct {
		RA     string
		Status string `json:"status"`
	}
	switch err := json.Unmarshal(body, &reply); {
	case err != nil:
		return "", err
	case len(reply) == 1 && reply[0].RA != "":
		return Agency(detail(reply[0].RA)), nil
	case len(reply) == 1 && strings.Contains(reply[0].Status, "not exist"), len(reply) == 1 && strings.Contains(strings.ToLower(reply[0].Status), "invalid"):
		return "", d.fail(NotFound, 0, d.detail([]byte(reply[0].Status)), nil)
	}
	return "", errNoAnswer
}

// AgencyOf asks doi.org for the registry of a DOI.
func (c *Client) AgencyOf(ctx context.Context, doi string) (Agency, error) {
	source, on := c.sources["doi"].(*doiAgency)
	if !on {
		return "", &Error{Source: "doi", Kind: Off}
	}
	return source.Agency(ctx, doi)
}
