package route

import "slices"

// A Discipline is a field of research.
type Discipline string

// The disciplines that claims are told apart by.
const (
	ComputerScience Discipline = "computer science"
	Physics         Discipline = "physics"
	Mathematics     Discipline = "mathematics"
	Biology         Discipline = "biology"
	Clinical        Discipline = "clinical medicine"
	Chemistry       Discipline = "chemistry"
	Earth           Discipline = "earth science"
	Economics       Discipline = "economics"
	Social          Discipline = "social science" // psychology, sociology, anthropology, political science
	Engineering     Discipline = "engineering"
	Humanities      Discipline = "humanities"
)

// Disciplines are all disciplines, in the order of the weights.
func Disciplines() []Discipline { return slices.Clone(disciplines) }

var disciplines = []Discipline{
	ComputerScience, Physics, Mathematics, Biology, Clinical, Chemistry, Earth, Economics, Social, Engineering, Humanities,
}

// The names of repositories, as engine/online has them.
const (
	arXiv     = "arxiv"
	bioRxiv   = "biorxiv"
	medRxiv   = "medrxiv"
	europePMC = "europepmc"
	pubMed    = "pubmed"
	crossref  = "crossref"
	openAlex  = "openalex"
)

// Repositories are those of a discipline, the one to ask first before the others.
func (d Discipline) Repositories() []string {
	switch d {
	case ComputerScience, Physics, Mathematics:
		return []string{arXiv, openAlex, crossref}
	case Biology:
		return []string{bioRxiv, europePMC, openAlex, crossref}
	case Clinical:
		return []string{medRxiv, pubMed, europePMC, openAlex, crossref}
	}
	return []string{crossref, openAlex}
}

// Primary is the repository to ask first.
func (d Discipline) Primary() string { return d.Repositories()[0] }
