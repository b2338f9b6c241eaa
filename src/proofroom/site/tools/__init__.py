"""The 35 tools of a site. Each is one input model and one pure runner on an `OpenSite`, for every surface."""
