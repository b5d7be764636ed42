package online

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/url"
	"regexp"
	"strconv"
	"strings"
	"time"
)

var _ Harvester = (*openAlex)(nil)

// PageSize returns the number of works per response.
func (o *openAlex) PageSize() int { return openAlexList }

var openAlexTopic = regexp.MustCompile(`^T[0-9]{1,7}$`)

// Selection returns the filter for a topic. Updates select works by date of publication, since
// OpenAlex lists changes by date only with a paid key.
func (o *openAlex) Selection(h Harvest) (string, error) {
	topic := strings.TrimPrefix(h.Set, "https://openalex.org/")
	if len(h.Keywords) > 0 {
		return "", errors.New("--query cannot be used with OpenAlex: use --topic with a topic such as T10028")
	}
	if !openAlexTopic.MatchString(topic) {
		return "", fmt.Errorf("%q is not an OpenAlex topic: use one such as T10028, from openalex.org/topics", h.Set)
	}
	filter := "primary_topic.id:" + topic
	if from := openAlexFrom(h); from != "" {
		filter += ",from_publication_date:" + from
	}
	return filter, nil
}

func openAlexFrom(h Harvest) string {
	if h.From == "" && h.Since > 0 {
		return fmt.Sprintf("%04d-01-01", h.Since)
	}
	return h.From
}

// Harvest returns a page of works. With a key, it lists pages by cursor. Without a key, only the first
// 10,000 works of a query can be listed, so it splits longer queries by date of publication.
func (o *openAlex) Harvest(ctx context.Context, h Harvest, token string) (page HarvestPage, err error) {
	filter, err := o.Selection(h)
	if err != nil {
		return page, err
	}
	values := url.Values{"filter": {filter}, "per_page": {strconv.Itoa(openAlexList)}, "select": {openAlexFields}}
	cursor, byCursor := strings.CutPrefix(token, "cursor:")
	if byCursor || token == "" && o.key != "" {
		if token == "" {
			cursor = "*"
		}
		values.Set("cursor", cursor)
		page, err = o.harvestPage(ctx, values)
		if page.Next == cursor || len(page.Records) == 0 {
			page.Next = ""
		}
		if page.Next != "" {
			page.Next = "cursor:" + page.Next
		}
		return page, err
	}
	at, whole := openAlexListing(h), openAlexListing(h)
	if token != "" {
		if at, err = parseListing(token); err != nil {
			return page, err
		}
	}
	if at.spans[0] != whole.spans[0] {
		from, to := at.spans[0].dates(time.DateOnly)
		values.Set("filter", "primary_topic.id:"+strings.TrimPrefix(h.Set, "https://openalex.org/")+
			",from_publication_date:"+from+",to_publication_date:"+to)
	}
	values.Set("page", strconv.Itoa(at.at/openAlexList+1))
	if page, err = o.harvestPage(ctx, values); err != nil {
		return page, err
	}
	if at.at == 0 && at.isLong(page.Total, openAlexLast) {
		page.Records, page.Next = nil, at.split().String()
		return page, nil
	}
	page.Next = at.after(min(openAlexList, page.Total), page.Total, openAlexLast).String()
	return page, nil
}

// openAlexListing returns the start of a harvest by page number.
func openAlexListing(h Harvest) listing {
	at := wholeListing(h.Since)
	if from, err := time.Parse(time.DateOnly, h.From); err == nil {
		at.spans[0].first = min(max(0, dayOf(from)), lastDay)
	}
	return at
}

// harvestPage requests a page, whose Next is the next cursor.
func (o *openAlex) harvestPage(ctx context.Context, values url.Values) (HarvestPage, error) {
	return ask(ctx, o.service, request{url: o.base("/works?" + values.Encode()), private: given("api_key", o.key)},
		parseOpenAlexPage)
}

func parseOpenAlexPage(body []byte) (page HarvestPage, err error) {
	var list struct {
		Meta struct {
			Count scalar
			Next  scalar `json:"next_cursor"`
		}
	}
	if err := json.Unmarshal(body, &list); err != nil {
		return page, err
	}
	if page.Records, err = parseOpenAlex(body); err != nil {
		return page, err
	}
	page.Total, page.Next = max(0, list.Meta.Count.Number()), string(list.Meta.Next)
	if !isToken(page.Next) {
		return page, errors.New("the cursor for its next page is invalid; try again later")
	}
	return page, nil
}
