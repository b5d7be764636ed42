"""Converts pandoc's HTML list of references to one line per work."""

import html
import re
import sys

for key, body in re.findall(r'id="ref-(.*?)".*?>(.*?)\n</div>', sys.stdin.read(), re.S):
    body = re.sub(r'<div class="csl-left-margin">.*?</div>', "", body)
    body = re.sub(r"</?(?:em|i)>", "_", body)
    print(key, " ".join(html.unescape(re.sub(r"<[^>]*>", "", body)).split()), sep="\t")
