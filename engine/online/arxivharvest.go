package online

import (
	"context"
	"errors"
	"fmt"
	"net/url"
	"regexp"
	"strconv"
	"strings"

	"github.com/scilit-lsp/scilit-lsp/paper"
)

// arXivHarvest lists records through OAI-PMH. It shares the rate limit of arXiv's other APIs.
type arXivHarvest struct{ *service }

var _ Harvester = (*arXivHarvest)(nil)

// arXivPage is the usual number of records in a response.
const arXivPage = 1300

// PageSize returns the usual number of records per response.
func (a *arXivHarvest) PageSize() int { return arXivPage }

var arXivCategory = regexp.MustCompile(`^([a-z]+(?:-[a-z]+)?)(?:\.([A-Za-z-]{2,20}))?$`)

// arXivArchives lists the archives of the physics group. Every other archive is a group by itself.
var arXivArchives = map[string]bool{"astro-ph": true, "cond-mat": true, "gr-qc": true, "hep-ex": true, "hep-lat": true,
	"hep-ph": true, "hep-th": true, "math-ph": true, "nlin": true, "nucl-ex": true, "nucl-th": true, "physics": true,
	"quant-ph": true}

// Selection returns the set of a category. "cs.CL" becomes cs:cs:CL, and "hep-th" becomes
// physics:hep-th.
func (a *arXivHarvest) Selection(h Harvest) (string, error) {
	m := arXivCategory.FindStringSubmatch(h.Set)
	if len(h.Keywords) > 0 {
		return "", errors.New("--query cannot be used with arXiv: use --arxiv with a category such as cs.CL")
	}
	if m == nil {
		return "", fmt.Errorf("%q is not an arXiv category: use one such as cs.CL or hep-th", h.Set)
	}
	set := m[1] + ":" + m[1]
	if arXivArchives[m[1]] {
		set = "physics:" + m[1]
	} else if m[2] == "" {
		return "", fmt.Errorf("%q is an archive of several categories: use one of them, in the form %s.XX", h.Set, m[1])
	}
	if m[2] != "" {
		set += ":" + m[2]
	}
	return set, nil
}

// Harvest returns a page of records. Dates select records by their last change.
func (a *arXivHarvest) Harvest(ctx context.Context, h Harvest, token string) (page HarvestPage, err error) {
	values := url.Values{"verb": {"ListRecords"}}
	if token != "" {
		values.Set("resumptionToken", token)
	} else {
		set, err := a.Selection(h)
		if err != nil {
			return page, err
		}
		values.Set("metadataPrefix", "arXiv")
		values.Set("set", set)
		if h.From != "" {
			values.Set("from", h.From)
		} else if h.Since > 0 {
			values.Set("from", fmt.Sprintf("%04d-01-01", h.Since)) // a record cannot have changed before its creation
		}
	}
	return ask(ctx, a.service, request{url: a.base("/oai?" + values.Encode()), media: asXML}, parseOAI)
}

type oaiReply struct {
	Error struct {
		Code string `xml:"code,attr"`
		Text string `xml:",chardata"`
	} `xml:"error"`
	List *struct {
		Records []struct {
			Header struct {
				Status string `xml:"status,attr"`
			} `xml:"header"`
			Metadata struct {
				ArXiv oaiRecord `xml:"arXiv"`
			} `xml:"metadata"`
		} `xml:"record"`
		Token struct {
			Total string `xml:"completeListSize,attr"`
			Text  string `xml:",chardata"`
		} `xml:"resumptionToken"`
	} `xml:"ListRecords"`
}

type oaiRecord struct {
	ID         string `xml:"id"`
	Created    string `xml:"created"`
	Title      string `xml:"title"`
	Abstract   string `xml:"abstract"`
	Comments   string `xml:"comments"`
	Categories string `xml:"categories"`
	DOI        string `xml:"doi"`
	License    string `xml:"license"`
	Authors    []struct {
		Family string `xml:"keyname"`
		Given  string `xml:"forenames"`
	} `xml:"authors>author"`
}

func parseOAI(body []byte) (page HarvestPage, err error) {
	var reply oaiReply
	if err := unmarshalXML(body, &reply); err != nil {
		return page, err
	}
	switch {
	case reply.Error.Code == "noRecordsMatch":
		return page, nil
	case reply.Error.Code == "badResumptionToken":
		return page, &Error{Source: "arxiv", Kind: Refused, Err: ErrExpired}
	case reply.Error.Code != "":
		return page, &Error{Source: "arxiv", Kind: Refused, Detail: detail(reply.Error.Text)}
	case reply.List == nil:
		return page, errNoAnswer
	}
	for _, item := range reply.List.Records {
		r := item.Metadata.ArXiv.record()
		if item.Header.Status != "deleted" && r.ArXiv != "" && r.finish("arxiv") {
			page.Records = append(page.Records, r)
		}
	}
	if page.Next = strings.TrimSpace(reply.List.Token.Text); !isToken(page.Next) {
		return page, errors.New("the token for its next page is invalid; try again later")
	}
	page.Total, _ = strconv.Atoi(reply.List.Token.Total)
	return page, nil
}

func (o oaiRecord) record() *Record {
	r := &Record{Type: Preprint, Categories: strings.Fields(o.Categories), Paper: paper.Paper{Title: o.Title,
		Abstract: o.Abstract, ArXiv: paper.ArXiv(o.ID), License: webAddress(o.License)}}
	r.Categories = r.Categories[:min(len(r.Categories), maxRelated)]
	r.Year, r.Month = yearAndMonth(o.Created)
	for _, a := range o.Authors {
		r.Authors = append(r.Authors, paper.Author{Given: strings.TrimSpace(a.Given), Family: strings.TrimSpace(a.Family)})
	}
	if r.ArXiv != "" {
		r.URL = "https://arxiv.org/abs/" + r.ArXiv
	}
	r.relate(PublishedAs, o.DOI, "")
	r.Withdrawn = isWithdrawn(o.Comments, o.Abstract)
	return r
}
