"""The site document: its types, reading and writing it, its tree, modules and design tokens. Pure."""

from proofroom.site.document.dump import dump_site
from proofroom.site.document.modules import MODULES, Module, find_module
from proofroom.site.document.new import new_site
from proofroom.site.document.types import (
    Bag,
    Breakpoint,
    Component,
    Condition,
    Json,
    Node,
    Page,
    Site,
    SiteFile,
    StyleRule,
    Tree,
)

__all__ = [
    "MODULES",
    "Bag",
    "Breakpoint",
    "Component",
    "Condition",
    "Json",
    "Module",
    "Node",
    "Page",
    "Site",
    "SiteFile",
    "StyleRule",
    "Tree",
    "dump_site",
    "find_module",
    "new_site",
]
