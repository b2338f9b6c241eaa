"""Static files from a site: pages, assets, sitemap, feeds; releases that switch at once and roll back.

`catalogue` is the content as pages see it, `routes` what is published where, `build` makes a release of the
two, `releases` keeps them on disk, and `publisher` is the door. Only `publisher` knows projects and runs.
"""

from proofroom.site.publish.build import Address, Build, build_site
from proofroom.site.publish.publisher import Publication, Publisher
from proofroom.site.publish.releases import PublishedFile, Release, Releases

__all__ = [
    "Address",
    "Build",
    "Publication",
    "PublishedFile",
    "Publisher",
    "Release",
    "Releases",
    "build_site",
]
