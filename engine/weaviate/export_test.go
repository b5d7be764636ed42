package weaviate

// KeyOf is the UUID of a paper's object.
func KeyOf(id string) string { return keyOf(id) }

// Collection is the name of the corpus's collection.
func (c *Corpus) Collection() string { return c.address.Collection }
