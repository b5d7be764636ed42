"""Takes the tokenizer out of a GGUF file, for writer.py and writer_export.py.

    python writer_tokenizer.py --gguf FILE --out DIR
"""

import argparse
from pathlib import Path

from transformers import AutoTokenizer


def main():
    args = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    args.add_argument("--gguf", type=Path, required=True)
    args.add_argument("--out", type=Path, required=True)
    args = args.parse_args()
    AutoTokenizer.from_pretrained(args.gguf.parent, gguf_file=args.gguf.name).save_pretrained(args.out)


if __name__ == "__main__":
    main()
