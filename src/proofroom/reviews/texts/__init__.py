"""Texts and lists of texts in two versions and in three: what differs, for people, and how they merge.

Pure functions. Branches and configurations merge their fields by the same rules.
"""
