"""What MkDocs asks while it builds the site: the order of pages, pages that live outside docs/, formulas, pictures.

Order      each folder is a section: its index.md first, then the pages in the order in which index.md links to them,
           then the rest by name. A new page needs no entry anywhere; an index gets a list of what it does not mention.
Outside    a link from a page to a file or folder of the sources becomes a page that shows it (highlighted, or a list).
           CHANGELOG.md (with what is in changelog.d) and CONTRIBUTING.md are pages too.
Formulas   $...$ becomes MathML here: browsers draw it themselves, without a script and without a network.
Pictures   an SVG that follows the system's colours gets a light and a dark copy, which follow the page's.
"""

import html
import os
import pathlib
import posixpath
import re

from latex2mathml.converter import convert
from mkdocs.exceptions import PluginError
from mkdocs.structure.files import File

ROOT = pathlib.Path(__file__).resolve().parents[2]
SHELVES = ["tutorials", "how-to", "reference", "explanation"]  # in this order, then everything else
LINK = re.compile(r"(\]\()([^()\s#]+)(#[^()\s]*)?((?:\s+\"[^\"]*\")?\))")
HOMES = {"CHANGELOG.md": "changelog.md", "CONTRIBUTING.md": "contributing.md", "README.md": "index.md",
         "changelog.d": "changelog.md"}
LANGUAGES = {".cpp": "cpp", ".hpp": "cpp", ".py": "python", ".sh": "bash", ".cmake": "cmake", ".json": "json"}


def prose(text):
    """Yields (line, whether it is prose): fenced code is left alone."""
    fenced = False
    for line in text.split("\n"):
        fence = re.match(r" *(```|~~~)", line)
        if fence:
            fenced = not fenced
        yield line, not fenced and not fence


def home(path):
    """The page that shows a path of the sources: docs/ as it is, the rest under sources/."""
    if path in HOMES:
        return HOMES[path]
    if path.startswith("docs/"):
        inside = path[len("docs/"):]
        return inside + "/index.md" if (ROOT / path).is_dir() else inside
    return "sources/" + path + ".md"


def target(origin, link):
    """The path in the sources that a link of a page means, or None for addresses and links within the page."""
    if re.match(r"[a-z][a-z+.-]*:|/|$", link):
        return None
    return posixpath.normpath(posixpath.join(posixpath.dirname(origin), link))


def relinked(text, origin, place):
    """The text of `origin` (a path of the sources) as it must read on the page `place`."""
    def one(match):
        path = target(origin, match[2])
        if path is None:
            return match[0]
        if path.startswith("../") or not (ROOT / path).exists():
            raise PluginError(f"{origin}: there is no {match[2]}")
        to = posixpath.relpath(home(path), posixpath.dirname(place) or ".")
        anchor = (match[3] or "") if to.endswith(".md") and path.endswith(".md") else ""
        return match[1] + to + anchor + match[4]

    lines = []
    before = ""
    for line, plain in prose(text):
        item = re.match(r"(- |\* |\d+\. )", line)
        if plain and item and before.strip() and not re.match(r"(- |\* |\d+\. |\s)", before):
            lines.append("")  # a list may follow a paragraph directly on GitHub, not here
        if plain and not line.startswith("    "):
            line = "".join(part if part.startswith("`") else LINK.sub(one, part) for part in re.split(r"(`[^`]*`)", line))
        lines.append(line)
        before = line
    return "\n".join(lines)


def outside(text, origin):
    """The paths of the sources that a page links to and that are no pages yet."""
    for line, plain in prose(text):
        if plain and not line.startswith("    "):
            for match in LINK.finditer(re.sub(r"`[^`]*`", "", line)):
                path = target(origin, match[2])
                if path is not None and home(path).startswith("sources/"):
                    yield path


def source_page(path):
    place = ROOT / path
    if not place.exists():
        raise PluginError(f"there is no {path}")
    if place.is_dir():
        entries = sorted(e.name + ("/" if e.is_dir() else "") for e in place.iterdir() if not e.name.startswith("."))
        return f"# {path}/\n\n" + "".join(f"- `{name}`\n" for name in entries)
    text = place.read_text(encoding="utf-8")
    language = LANGUAGES.get(place.suffix, "cmake" if place.name == "CMakeLists.txt" else "text")
    fence = "`" * max(3, 1 + max((len(m) for m in re.findall(r"`+", text)), default=0))
    return f"# {path}\n\n{fence}{language}\n{text.rstrip()}\n{fence}\n"


def changelog():
    text = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8").rstrip() + "\n\n## Not released yet\n\n"
    for entry in sorted((ROOT / "changelog.d").glob("*.md")):
        if entry.name != "README.md":
            kind, _, rest = entry.read_text(encoding="utf-8").strip().partition(":")
            text += f"- **{kind}**: {' '.join(rest.split())}\n"
    return text


def first_sentence(text):
    body = re.sub(r"^#[^\n]*\n", "", re.sub(r"<!--.*?-->", "", text, flags=re.S).strip())
    paragraph = " ".join(body.strip().split("\n\n")[0].split())
    if not re.match(r"[A-Za-z`*]", paragraph) or paragraph.startswith("**"):
        return ""
    plain = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", paragraph)
    return re.split(r"(?<=[.!?:])\s", plain)[0].rstrip(":")


def title(text, fallback):
    found = re.search(r"^# (.+)$", text, re.M)
    return found[1].strip() if found else fallback


def ordered(folder, pages, texts):
    """The entries of a folder as MkDocs' nav wants them; `texts` gains a list in each index of what it leaves out."""
    prefix = folder + "/" if folder else ""
    index = prefix + "index.md"
    inside = [p for p in pages if p.startswith(prefix) and p != index]
    names = sorted({p[len(prefix):].split("/")[0] for p in inside})
    named = []
    for line, plain in prose(texts.get(index, "")):
        if plain:
            named += [posixpath.normpath(m[2]).split("/")[0] for m in LINK.finditer(line)]
    first = [n for n in dict.fromkeys(named) if n in names]
    rest = [n for n in names if n not in first]
    if rest and index in texts:
        listing = ""
        for name in rest:
            page = prefix + (name if name.endswith(".md") else name + "/index.md")
            if page in texts:
                about = first_sentence(texts[page])
                listing += f"- [{title(texts[page], name)}]({posixpath.relpath(page, folder or '.')})"
                listing += f": {about}\n" if about else "\n"
        texts[index] = texts[index].rstrip() + "\n\n" + listing
    entries = [index] if index in texts else []
    for name in first + rest:
        if name.endswith(".md"):
            entries.append(prefix + name)
        else:
            label = title(texts.get(prefix + name + "/index.md", ""), name.replace("-", " ").capitalize())
            entries.append({label: ordered(prefix + name, pages, texts)})
    return entries


LISTED = {}  # index pages with their lists, by path


def on_files(files, config):
    texts = {f.src_uri: f.content_string for f in files.documentation_pages()}
    origins = {uri: "docs/" + uri for uri in texts}
    texts["changelog.md"], origins["changelog.md"] = changelog(), "CHANGELOG.md"
    texts["contributing.md"], origins["contributing.md"] = (ROOT / "CONTRIBUTING.md").read_text("utf-8"), "CONTRIBUTING.md"
    config.nav = top_level(texts)
    for uri, text in texts.items():
        LISTED[uri] = relinked(text, origins[uri], uri)

    wanted = sorted({path for uri, text in texts.items() for path in outside(text, origins[uri])})
    for uri in ["changelog.md", "contributing.md"]:
        files.append(File.generated(config, uri, content=LISTED[uri]))
    for path in wanted:
        page = File.generated(config, "sources/" + path + ".md", content=source_page(path))
        page.inclusion = page.inclusion.NOT_IN_NAV
        files.append(page)
    for picture in [f for f in files if f.src_uri.endswith(".svg")]:
        for suffix, text in two_colours(picture.content_string).items():
            files.append(File.generated(config, picture.src_uri[:-4] + suffix, content=text))
    return files


def top_level(texts):
    pages = list(texts)
    folders = sorted({p.split("/")[0] for p in pages if "/" in p})
    nav = [{"Home": "index.md"}]
    late = ["limits.md", "decisions", "changelog.md", "contributing.md"]
    others = [f for f in folders if f not in SHELVES + late]
    alone = [p for p in pages if "/" not in p and p not in late + ["index.md"]]
    for name in SHELVES + others + alone + late:
        if name.endswith(".md"):
            if name in texts:
                nav.append({name[:-3].capitalize(): name})
        elif name in folders:
            label = title(texts.get(name + "/index.md", ""), name.capitalize())
            nav.append({label: ordered(name, pages, texts)})
    return nav


def on_page_markdown(markdown, page, config, files):
    return LISTED.get(page.file.src_uri, markdown)


def on_page_content(content, page, config, files):
    def formula(match):
        tex = html.unescape(match[3])
        try:
            return convert(tex, display="block" if match[1] == "div" else "inline")
        except Exception as reason:
            raise PluginError(f"{page.file.src_uri}: {tex}: {reason!r}")

    content = re.sub(r'<(span|div) class="arithmatex">(\\\(|\\\[)(.*?)(?:\\\)|\\\])</\1>', formula, content, flags=re.S)
    return re.sub(r'<img ([^>]*?)src="([^":]+)\.svg"([^>]*?)/?>', lambda m: two_pictures(m, page, files), content)


def two_pictures(match, page, files):
    place = posixpath.normpath(posixpath.join(posixpath.dirname(page.file.src_uri), match[2]))
    if files.get_file_from_path(place + ".dark.svg") is None:
        return match[0]
    return "".join(f'<img {match[1]}src="{match[2]}.{kind}.svg#only-{kind}"{match[3]}>' for kind in ("light", "dark"))


def two_colours(svg):
    """{".light.svg": ..., ".dark.svg": ...} of a picture whose style has a block for dark systems; else nothing."""
    found = re.search(r"@media \(prefers-color-scheme: dark\) \{((?:[^{}]*\{[^{}]*\})*)\s*\}", svg)
    if not found:
        return {}
    return {".light.svg": svg.replace(found[0], ""), ".dark.svg": svg.replace(found[0], found[1])}
