"""The files of the repository on the site: pages for Markdown, copies of pictures, source files as pages to be read."""
import html
import os
import re
import shutil

import markdown
import scene_reference
import scenes
from page import Page, relative

PICTURES = (".png", ".jpg", ".svg", ".webp")
LANGUAGES = {".json": "json", ".hpp": "cpp", ".cpp": "cpp", ".cu": "cpp", ".py": "python", ".pyi": "python",
             ".ts": "typescript", ".mjs": "javascript", ".cmake": "cmake", ".sh": "bash", ".html": "html"}
# Files that the site shows in a better form than their text.
SHOWN_AS = {scene_reference.SCHEMA: scene_reference.SCENE,
            "python/talweg/__init__.pyi": "reference/python.html",
            "docs": "index.html", "scenes": "gallery.html", "docs/gallery": "gallery.html"}
LEFT_OUT = {"build", "runs", "dist", "node_modules", "__pycache__"}


class Repository:
    """Where each file of the repository is on the site. Files become pages when a page links to them."""

    def __init__(self, root):
        self.root = root
        self.pages = {}      # url: Page
        self.names = {}      # names of keys, energies and commands: where they are explained
        self.copies = {}     # url: file
        self.folders = []    # pages of folders
        self.complaints = []

    def path(self, *parts):
        return os.path.join(self.root, *parts)

    def read(self, file):
        with open(self.path(file), encoding="utf-8") as stream:
            return stream.read()

    def files(self, folder, ending):
        """Files directly in a folder of the repository, in the order of their names."""
        if not os.path.isdir(self.path(folder)):
            return []
        return [os.path.normpath(f"{folder}/{name}") for name in sorted(os.listdir(self.path(folder)))
                if name.endswith(ending)]

    def add(self, page):
        self.pages[page.url] = page
        return page

    def add_markdown(self, file):
        """The page of a Markdown file."""
        url = url_of(file)
        if url in self.pages:
            return self.pages[url]
        page = self.add(Page(url, file, "", file))  # known from now on, so that pages may link in circles

        def explain(name):
            place = self.names.get(name, url)
            return relative(place, url) if place.partition("#")[0] != url else None

        resolve = lambda address: self.resolve(address, file, url)
        page.body, page.title = markdown.render(self.read(file), resolve, explain)
        return page

    def resolve(self, address, file, url):
        """The address on the site, for the page `url`, of what `file` calls `address`."""
        if re.match(r"[a-z]+:|#|//", address):
            return address
        target, mark, anchor = address.partition("#")
        target = os.path.normpath(os.path.join(os.path.dirname(file), target))
        if target.startswith("..") or not os.path.exists(self.path(target)):
            self.complaints.append(f"{file}: the link {address} leads nowhere")
            return address
        place = scene_reference.page_of(anchor) if target == scene_reference.SCHEMA else self.place(target)
        return relative(place, url) + mark + anchor

    def place(self, target):
        """Where a file or folder of the repository is on the site; it is put there if it was not."""
        url = SHOWN_AS.get(target) or url_of(target, os.path.isdir(self.path(target)))
        if target in SHOWN_AS or url in self.pages:
            return url
        if os.path.isdir(self.path(target)):
            self.add_folder(target, url)
        elif target.endswith(PICTURES):
            self.copies[url] = target
        elif target.endswith(".md"):
            self.add_markdown(target)
        elif url.startswith("scenes/"):
            scenes.add_page(self, target, url)
        else:
            self.add_source(target, url)
        return url

    def add_source(self, file, url):
        name = os.path.basename(file)
        copy = url.removesuffix(".html")
        self.copies[copy] = file
        language = LANGUAGES.get(os.path.splitext(file)[1], "cmake" if name == "CMakeLists.txt" else "text")
        title = f"<code>{html.escape(name)}</code>"
        body = markdown.heading(1, title, "file")
        address = relative(copy, url)
        body += f'<p class="path"><code>{html.escape(file)}</code> · <a href="{address}">plain text</a></p>\n'
        body += f"<div data-unsearched>{markdown.code(self.read(file), language)}</div>\n"
        self.add(Page(url, title, body, file, "source"))

    def add_folder(self, folder, url):
        page = self.add(Page(url, f"<code>{html.escape(folder)}</code>", "", folder, "source"))
        if folder.startswith("docs/"):
            page.title = html.escape(os.path.basename(folder).capitalize().replace("_", " "))
            page.kind = "text"
        self.folders.append(page)

    def fill_folders(self):
        """Writes the lists of folders; what stands in them may be folders again."""
        for page in self.folders:
            self._fill_folder(page, page.source, page.url)

    def _fill_folder(self, page, folder, url):
        rows = []
        for name in sorted(os.listdir(self.path(folder))):
            if name in LEFT_OUT or name.startswith("."):
                continue
            place = self.place(f"{folder}/{name}")
            end = "/" if os.path.isdir(self.path(folder, name)) else ""
            title = self.pages[place].title if name.endswith(".md") else f"<code>{html.escape(name)}{end}</code>"
            rows.append(f'<li><a href="{relative(place, url)}">{title}</a></li>')
        page.body = markdown.heading(1, page.title, "folder") + "<ul>\n" + "\n".join(rows) + "\n</ul>\n"

    def write_copies(self, output):
        for url, file in self.copies.items():
            os.makedirs(os.path.dirname(os.path.join(output, url)), exist_ok=True)
            shutil.copyfile(self.path(file), os.path.join(output, url))


def url_of(file, folder=False):
    """docs/energies/spring.md is energies/spring.html; what is not in docs is in project or files."""
    if folder:
        return f"{file.removeprefix('docs/')}/index.html" if file.startswith("docs/") else f"files/{file}/index.html"
    if file == "docs/README.md":
        return "index.html"
    if file.endswith(".md"):
        stem = file.removesuffix(".md")
        return f"{stem.removeprefix('docs/')}.html" if file.startswith("docs/") else f"project/{stem.lower()}.html"
    if file.startswith("docs/") and file.endswith(PICTURES):
        return file.removeprefix("docs/")
    if re.fullmatch(r"scenes/.+\.json", file):
        return f"{file}.html"
    return f"files/{file}" if file.endswith(PICTURES) else f"files/{file}.html"
