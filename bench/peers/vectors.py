"""Compares nearest-neighbour searches on the same vectors.

    vectors.py DIR INDEX [NUMBER]

INDEX is a scilit-lsp index with vectors of 384 components. NUMBER vectors
(1,000,000 by default) are made from them by adding Gaussian noise. The vectors
are written to DIR. TestPeers in engine/rank measures our search; this script
runs it.
"""

import json
import os
import subprocess
import sys
from pathlib import Path

import faiss
import numpy
from threadpoolctl import threadpool_limits

from common import percentile, table, timed

DIM = 384
QUERIES = 200
BEST = 100
RESCORED = 2000  # number of candidates from the scan of 1-bit codes, as in our indexes
RESCORED_MORE = 8000  # a larger number, for comparison
NOISE = 0.5  # length of the noise added to vectors of length 1
WANTED_RECALL = 0.98


def real_vectors(index):
    """Reads an index's vectors. A row is a float32 scale and int8 components. An index built by one command has one segment."""
    snapshot = json.loads((index / (index / "CURRENT").read_text().split()[0]).read_text())
    path = index / snapshot["Segments"][0]["Folder"] / "rows.bin"
    rows = numpy.fromfile(path, dtype=numpy.dtype([("scale", "<f4"), ("components", "i1", DIM)]))
    return normalised(rows["components"].astype(numpy.float32))


def normalised(vectors):
    return vectors / numpy.maximum(numpy.linalg.norm(vectors, axis=1, keepdims=True), 1e-9)


def jittered(real, number, random):
    vectors = numpy.empty((number, DIM), dtype=numpy.float32)
    for start in range(0, number, 50_000):
        chosen = real[random.integers(len(real), size=min(50_000, number - start))]
        noise = random.standard_normal(chosen.shape, dtype=numpy.float32) * (NOISE / DIM**0.5)
        vectors[start : start + len(chosen)] = normalised(chosen + noise)
    return vectors


class Numpy:
    """Numpy multiplies the query with all vectors, as SciLit does (on GPUs)."""

    name = f"numpy {numpy.__version__}, brute force float32"
    bytes = 4 * DIM

    def __init__(self, vectors):
        self.vectors = vectors

    def search(self, query):
        scores = self.vectors @ query
        best = numpy.argpartition(-scores, BEST)[:BEST]
        return best[numpy.argsort(-scores[best])]


class Flat:
    name = f"faiss {faiss.__version__} IndexFlatIP"
    bytes = 4 * DIM

    def __init__(self, vectors):
        self.index = faiss.IndexFlatIP(DIM)
        self.index.add(vectors)

    def search(self, query):
        return self.index.search(query[None], BEST)[1][0]


class BinaryFlat:
    """BinaryFlat compares signs and rescores the best with int8 rows, as our index does."""

    name = f"faiss IndexBinaryFlat + int8 rows of the best {RESCORED}"
    bytes = DIM / 8 + DIM + 4

    def __init__(self, vectors):
        self.index = faiss.IndexBinaryFlat(DIM)
        self.scales = numpy.abs(vectors).max(axis=1) / 127
        self.rows = numpy.empty(vectors.shape, dtype=numpy.int8)
        for start in range(0, len(vectors), 50_000):
            part = slice(start, start + 50_000)
            self.index.add(numpy.packbits(vectors[part] > 0, axis=1))
            self.rows[part] = numpy.rint(vectors[part] / self.scales[part, None])

    def search(self, query):
        near = self.index.search(numpy.packbits(query > 0)[None], RESCORED)[1][0]
        scores = (self.rows[near].astype(numpy.float32) @ query) * self.scales[near]
        return near[numpy.argsort(-scores, kind="stable")[:BEST]]


class HNSW:
    def __init__(self, vectors):
        self.index = faiss.IndexHNSWFlat(DIM, 32, faiss.METRIC_INNER_PRODUCT)
        self.index.add(vectors)
        links = self.index.hnsw
        self.bytes = 4 * DIM + (4 * links.neighbors.size() + 8 * links.offsets.size() + 4 * links.levels.size()) / len(vectors)

    def tune(self, queries, exact):
        """Chooses the smallest efSearch that reaches the wanted recall."""
        for effort in (100, 128, 192, 256, 384, 512, 768, 1024):
            self.index.hnsw.efSearch = effort
            if recall([self.search(query) for query in queries], exact) >= WANTED_RECALL:
                break
        self.name = f"faiss HNSW, M 32, efSearch {effort}"

    def search(self, query):
        return self.index.search(query[None], BEST)[1][0]


def recall(found, exact):
    return sum(len(set(map(int, a)) & set(map(int, b))) for a, b in zip(found, exact, strict=True)) / (BEST * len(exact))


def in_threads(threads, peer, queries):
    """Returns the time of each query in seconds, and the results."""
    faiss.omp_set_num_threads(threads)
    with threadpool_limits(threads):
        peer.search(queries[0])
        asked = [timed(lambda: peer.search(query)) for query in queries]
    return [seconds for seconds, _ in asked], [found for _, found in asked]


def measured(kind, vectors, queries, exact):
    faiss.omp_set_num_threads(2)
    build, peer = timed(lambda: kind(vectors))
    if exact is not None and hasattr(peer, "tune"):
        peer.tune(queries, exact)
    one, _ = in_threads(1, peer, queries)
    two, found = in_threads(2, peer, queries)
    return {"name": peer.name, "build": build, "bytes": peer.bytes, "one": one, "two": two, "found": found}


def ours(folder, vectors, queries):
    folder.mkdir(parents=True, exist_ok=True)
    vectors.tofile(folder / "vectors.f32")
    queries.tofile(folder / "queries.f32")
    results = []
    for rescored in (RESCORED, RESCORED_MORE):
        subprocess.run(
            ["go", "test", "-run", "^TestPeers$", "-count", "1", "./engine/rank"],
            check=True, stdout=subprocess.DEVNULL,
            env={**os.environ, "SCILIT_VECTORS": str(folder.resolve()), "SCILIT_RESCORED": str(rescored)},
        )
        results.append({"name": f"ours: 1-bit scan + int8 rows of the best {rescored}", **json.loads((folder / "ours.json").read_text())})
    (folder / "vectors.f32").unlink()
    return results


def compare(folder, vectors, queries, kinds):
    print(f"\n{len(vectors)} vectors, {len(queries)} queries\n")
    print(table(["", "build, s", "bytes per vector", "p50, one thread, ms", "p50, two threads, ms", "recall@100"], []), flush=True)
    flat = measured(Flat, vectors, queries, None)
    exact = flat["found"]
    for peer in [*ours(folder, vectors, queries), flat]:
        show(peer, exact)
    for kind in kinds:
        show(measured(kind, vectors, queries, exact), exact)


def show(peer, exact):
    """Prints a row as soon as it is measured, because HNSW takes minutes."""
    print("| " + " | ".join(row(peer, exact)) + " |", flush=True)


def row(peer, exact):
    return [
        peer["name"],
        f"{peer['build']:.1f}",
        f"{peer['bytes']:.0f}",
        f"{1e3 * percentile(peer['one'], 50):.2f}",
        f"{1e3 * percentile(peer['two'], 50):.2f}",
        f"{recall(peer['found'], exact):.3f}",
    ]


def main():
    folder, index = Path(sys.argv[1]), Path(sys.argv[2])
    number = int(sys.argv[3]) if len(sys.argv) > 3 else 1_000_000
    random = numpy.random.default_rng(1)
    real = real_vectors(index)
    real = real[random.permutation(len(real))]
    print("\nReal vectors, queries drawn from them:")
    compare(folder, real[QUERIES:], real[:QUERIES], [BinaryFlat])
    print(f"\nReal vectors with noise of length {NOISE} added:")
    compare(folder, jittered(real, number, random), jittered(real, QUERIES, random), [BinaryFlat, Numpy, HNSW])


if __name__ == "__main__":
    main()
