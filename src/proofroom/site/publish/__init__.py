"""Static files from a site: pages, assets, sitemap, feeds; releases that switch at once and roll back.

`catalogue` is the content as pages see it, `routes` what is published where, `build` makes a release of the
two, `releases` keeps them on disk, and `publisher` is the door. Only `publisher` knows projects and runs.
"""

from proofroom.site.publish.address import Address
from proofroom.site.publish.publisher import Publisher
from proofroom.site.publish.releases import PublishedFile, Release

__all__ = ["Address", "PublishedFile", "Publisher", "Release"]
