"""What agents read of a site: documents with uids in parts, and catalogues. Pure."""
