"""What is where: the sections of the site, the pages of each, and the order in which they are read.

An entry is a file, a folder (all its pages by file name, but for those named before it), or the address of a page that
is made from the program. Pages of docs that no section names are found all the same: those of a new folder in a section
of their own, others in the last one.
"""
import os

SECTIONS = [
    ("Start", ["docs/README.md", "docs/start/installation.md", "docs/start/"]),
    ("Tutorial", ["docs/tutorial/"]),
    ("Gallery", ["docs/gallery.md"]),
    ("Scenes", ["reference/scene.html", "reference/shapes.html", "reference/energies.html", "reference/names.html",
                "docs/shapes.md", "docs/solids.md", "docs/shells.md", "docs/bending.md", "docs/rods.md",
                "docs/rigid.md", "docs/joints.md", "docs/rigs.md", "docs/from_mujoco_and_bullet.md",
                "docs/contact.md", "docs/loads.md", "docs/distortion.md", "docs/classical.md", "docs/particles.md",
                "docs/liquids.md"]),
    ("Energies", ["docs/energies/"]),
    ("Programs", ["reference/commands.html", "docs/check.md", "docs/verify.md", "docs/sweeps.md", "docs/render.md",
                  "docs/export.md", "docs/import.md", "docs/viewer.md"]),
    ("Python", ["docs/python.md", "reference/python.html"]),
    ("C++", ["docs/cpp.md"]),
    ("Extending", ["docs/add_an_energy.md", "docs/where_things_go.md", "ARCHITECTURE.md", "docs/steps.md",
                   "docs/collision.md", "CONTRIBUTING.md"]),
    ("Verification", ["docs/verification.md", "docs/convergence.md"]),
    ("Performance", ["docs/performance.md"]),
    ("Troubleshooting", ["docs/troubleshooting.md", "reference/messages.html"]),
    ("Decisions", ["docs/decisions/"]),
    ("Project", ["README.md", "CHANGELOG.md", "LICENSE", "NOTICE"]),
]
# Names in the navigation of pages whose titles are longer.
SHORT = {"docs/README.md": "Welcome", "docs/shapes.md": "Shapes", "docs/solids.md": "Solids",
         "docs/shells.md": "Shells", "docs/bending.md": "Bending models", "docs/rods.md": "Rods",
         "docs/rigid.md": "Rigid bodies",
         "docs/joints.md": "Joints", "docs/rigs.md": "Rigs, reduced bodies",
         "docs/from_mujoco_and_bullet.md": "From MuJoCo, Bullet",
         "docs/contact.md": "Contact", "docs/loads.md": "Loads and motion", "docs/distortion.md": "Distortion",
         "docs/classical.md": "Classical methods", "docs/particles.md": "Particles", "docs/liquids.md": "Liquids",
         "docs/viewer.md": "View",
         "docs/sweeps.md": "Sweep", "docs/render.md": "Render", "docs/export.md": "Export", "docs/import.md": "Import",
         "docs/python.md": "Using it", "docs/convergence.md": "Convergence", "docs/collision.md": "Contact geometry",
         "docs/troubleshooting.md": "By message", "README.md": "README",
         "CHANGELOG.md": "Changes"}
NOT_PAGES = {"docs/site"}


def sections(repository):
    """Pairs of a section's name and its pages; makes the pages of Markdown files."""
    named = {entry for _, entries in SECTIONS for entry in entries}
    found = [(name, _each_once(page for entry in entries for page in _pages(repository, entry)))
             for name, entries in SECTIONS]
    for folder in sorted(os.listdir(repository.path("docs"))):
        if f"docs/{folder}/" not in named and f"docs/{folder}" not in NOT_PAGES:
            found.append((folder.capitalize().replace("_", " "), _pages(repository, f"docs/{folder}/")))
    others = [file for file in repository.files("docs", ".md") if file not in named]
    found.append(("More", [repository.add_markdown(file) for file in others]))
    for _, pages in found:
        for page in pages:
            page.short = page.short or SHORT.get(page.source, "")
    return [(name, pages) for name, pages in found if pages]


def _each_once(pages):
    return list({page.url: page for page in pages}.values())


def _pages(repository, entry):
    if entry.endswith(".html"):
        return [repository.pages[entry]] if entry in repository.pages else []
    if entry.endswith("/"):
        return [repository.add_markdown(file) for file in repository.files(entry, ".md")]
    if not os.path.exists(repository.path(entry)):
        return []
    return [repository.pages[repository.place(entry)]]
