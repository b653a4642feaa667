"""check_site.py FOLDER: does everything in a built site lead somewhere, and does nothing come from elsewhere?

Every href and src of every page is looked up: the file, and the id that a #fragment names. Addresses of other sites may
be linked to; nothing may be loaded from them (scripts, styles, pictures, fonts). A formula or claim that was left as
source text is a finding too. Prints page: finding; exit code 1 if there is one or no page at all.
"""

import html.parser
import pathlib
import re
import sys
import urllib.parse


class Page(html.parser.HTMLParser):
    def __init__(self, text):
        super().__init__()
        self.ids, self.links, self.loads, self.raw = set(), [], [], []
        self.quiet = 0
        self.feed(text)

    def handle_starttag(self, tag, attributes):
        given = dict(attributes)
        if tag in ("code", "pre", "script", "style"):
            self.quiet += 1
        for key in ("id", "name"):
            if given.get(key):
                self.ids.add(given[key])
        if tag == "a" and given.get("href"):
            self.links.append(given["href"])
        if tag in ("script", "img", "iframe", "source", "video", "audio") and given.get("src"):
            self.loads.append(given["src"])
        if tag == "link" and given.get("href") and given.get("rel") not in ("canonical", "next", "prev"):
            self.loads.append(given["href"])

    def handle_endtag(self, tag):
        if tag in ("code", "pre", "script", "style"):
            self.quiet -= 1

    def handle_data(self, data):
        if not self.quiet:
            self.raw += re.findall(r"\$[^$\s][^$]*\$|\\\(|\]\([^)]*\)", data)


def main(folder):
    root = pathlib.Path(folder).resolve()
    pages = {p: Page(p.read_text(encoding="utf-8")) for p in sorted(root.rglob("*.html"))}
    findings, links = [], 0
    for place, page in pages.items():
        name = place.relative_to(root)
        for text in page.raw:
            findings.append(f"{name}: left as it was written: {text}")
        for kind, address in [("link", a) for a in page.links] + [("load", a) for a in page.loads]:
            parts = urllib.parse.urlsplit(address)
            if parts.scheme or parts.netloc:
                if kind == "load" and parts.scheme != "data":
                    findings.append(f"{name}: loads {address} from elsewhere")
                continue
            links += 1
            path = urllib.parse.unquote(parts.path)
            there = place if not path else (root / path.lstrip("/") if path.startswith("/") else place.parent / path).resolve()
            if there.is_dir():
                there = there / "index.html"
            fragment = urllib.parse.unquote(parts.fragment)
            if not there.is_file():
                findings.append(f"{name}: there is no {address}")
            elif fragment and there in pages and not fragment.startswith(("only-", "__")) and fragment not in pages[there].ids:
                findings.append(f"{name}: {address}: no such place in that page")
    for style in root.rglob("*.css"):
        for address in re.findall(r"(?:url\(|@import )['\"]?(https?:[^'\")]+)", style.read_text(encoding="utf-8")):
            findings.append(f"{style.relative_to(root)}: loads {address} from elsewhere")
    for finding in findings:
        print(finding)
    print(f"site: {len(pages)} pages, {links} links, {len(findings)} findings")
    return 1 if findings or not pages else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
