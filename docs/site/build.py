"""Builds the documentation site: every page of docs, and the references, which are made from the program itself.

    build.py --program build/release/talweg --module build/release/python --output build/docs

Pages are joined by relative links alone, so that they can be opened from disk as well as served.
"""
import argparse
import os
import shutil
import sys

import command_reference
import gallery
import messages
import navigation
import python_reference
import scene_reference
import search_index
import template
from repository import Repository


def build(root, program, module, output):
    """Writes the site; gives what is wrong with it, one line each."""
    repository = Repository(root)
    reference = scene_reference.Reference(repository, program)
    scene_pages = reference.pages()
    for page in [*scene_pages, command_reference.page(program), command_reference.names(program),
                 python_reference.page(module), messages.page(repository)]:
        repository.add(page)
    repository.names = reference.names(scene_pages)
    for scene in repository.files("scenes", ".json"):
        repository.place(scene)
    sections = navigation.sections(repository)
    repository.fill_folders()
    gallery.arrange(repository.pages["gallery.html"])

    shutil.rmtree(output, ignore_errors=True)
    os.makedirs(output)
    for page in list(repository.pages.values()):
        file = os.path.join(output, page.url)
        os.makedirs(os.path.dirname(file), exist_ok=True)
        with open(file, "w", encoding="utf-8") as stream:
            stream.write(template.fill(page, sections))
    repository.write_copies(output)
    for name in ("style.css", "code.css", "page.js", "search.js", "icon.svg"):
        shutil.copyfile(os.path.join(os.path.dirname(__file__), name), os.path.join(output, name))
    search_index.write(repository.pages.values(), sections, os.path.join(output, "search_index.js"))
    return repository.complaints


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    for option, meaning in (("program", "the program talweg"), ("module", "the folder that holds the Python module"),
                            ("output", "the folder to write")):
        parser.add_argument(f"--{option}", required=True, help=meaning)
    options = parser.parse_args()
    root = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
    complaints = build(root, options.program, options.module, options.output)
    print("\n".join(complaints), end="\n" if complaints else "", file=sys.stderr)
    sys.exit(1 if complaints else 0)


if __name__ == "__main__":
    main()
