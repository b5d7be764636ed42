package server

import "time"

func init() { searchTimeout, readyTimeout = time.Hour, time.Hour }
