"""The 35 tools of a site. Each is one input model and one pure runner on a `Desk`, for every surface."""
