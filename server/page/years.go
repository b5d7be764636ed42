package page

import (
	"fmt"

	"github.com/scilit-lsp/scilit-lsp/app/wire"
)

// A bar is one bar of the histogram of years. It links to the search restricted to its years.
type bar struct {
	Label   string // years such as "2019" or "2018–2019"
	Short   string // text below the bar
	Papers  int
	Height  int // height from 0 to 100, relative to the highest bar
	Address string
	Chosen  bool // the search is restricted to these years
}

// maxBars is the maximum number of bars. It is small enough for each bar to be tapped on a phone.
const maxBars = 12

// bars returns one bar per year. For long ranges, it returns one bar per group of years.
func bars(years []wire.YearCount, q query) []bar {
	if len(years) == 0 {
		return nil
	}
	first, last := years[0].Year, years[len(years)-1].Year
	width := widthOf(last - first + 1)
	first -= first % width
	all := make([]bar, (last-first)/width+1)
	most := 0
	for _, y := range years {
		b := &all[(y.Year-first)/width]
		b.Papers += y.Papers
		most = max(most, b.Papers)
	}
	for i := range all {
		from := first + i*width
		all[i] = labelled(all[i], from, from+width-1, most, q)
	}
	return all
}

// widthOf returns the number of years per bar.
func widthOf(years int) int {
	for _, width := range []int{1, 2, 5, 10, 20, 50} {
		if years+width-1 <= width*maxBars {
			return width
		}
	}
	return years
}

func labelled(b bar, from, to, most int, q query) bar {
	b.Label, b.Short = fmt.Sprint(from), fmt.Sprintf("’%02d", from%100)
	if to > from {
		b.Label = fmt.Sprintf("%d–%d", from, to)
	}
	b.Height = b.Papers * 100 / most
	if b.Papers > 0 {
		b.Height = max(b.Height, 3) // make the bar of a single paper visible
	}
	b.Address = q.Between(from, to).Address()
	b.Chosen = (q.From > 0 || q.To > 0) && q.From <= from && (q.To == 0 || q.To >= to)
	return b
}
