package weaviate

// KeyOf returns the UUID of the object that stores a paper.
func KeyOf(id string) string { return keyOf(id) }

// Collection returns the name of the corpus's collection.
func (c *Corpus) Collection() string { return c.address.Collection }
