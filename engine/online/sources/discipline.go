package sources

import "slices"

// A Discipline is a field of research.
type Discipline string

// The disciplines that the router distinguishes.
const (
	ComputerScience Discipline = "computer science"
	Physics         Discipline = "physics"
	Mathematics     Discipline = "mathematics"
	Biology         Discipline = "biology"
	Clinical        Discipline = "clinical medicine"
	Chemistry       Discipline = "chemistry"
	Earth           Discipline = "earth science"
	Economics       Discipline = "economics"
	Social          Discipline = "social science" // including psychology, anthropology and political science
	Engineering     Discipline = "engineering"
	Humanities      Discipline = "humanities"
)

var disciplines = []Discipline{
	ComputerScience, Physics, Mathematics, Biology, Clinical, Chemistry, Earth, Economics, Social, Engineering, Humanities,
}

// Disciplines returns all disciplines in the order of the router's weights.
func Disciplines() []Discipline { return slices.Clone(disciplines) }

var repositories = func() map[Discipline][]string {
	m := make(map[Discipline][]string)
	for _, d := range disciplines {
		m[d] = ordered(func(s Source) int { return s.Rank[d] })
	}
	return m
}()

// Repositories returns the sources for a discipline, preferred ones first.
func (d Discipline) Repositories() []string { return slices.Clone(repositories[d]) }

// Primary returns the source to query first.
func (d Discipline) Primary() string { return repositories[d][0] }

// General returns the sources for a claim of unknown discipline. They are the sources for disciplines
// without a specialized source.
func General() []string { return Humanities.Repositories() }
