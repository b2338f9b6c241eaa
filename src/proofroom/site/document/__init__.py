"""The site document: its types, reading and writing it, its tree, modules and design tokens. Pure."""

from proofroom.site.document.new import new_site
from proofroom.site.document.types import Breakpoint, Component, Json, Node, Page, Site, SiteFile

__all__ = ["Breakpoint", "Component", "Json", "Node", "Page", "Site", "SiteFile", "new_site"]
