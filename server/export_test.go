package server

import "time"

func init() { searchTimeout = time.Hour }
