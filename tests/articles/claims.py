"""Forty claims on four passages, each labelled by hand: carried, half carried, not carried."""

PASSAGES = {
    1: "The city counted 240 registered hives on public roofs in 2021. Keepers say that "
    "roof gardens with lavender "
    "and thyme feed a colony from April to September. Most of the new hives stand in "
    "the old harbour district.",
    2: "Varroa mites were found in 38 percent of inspected colonies. Inspectors treat "
    "colonies with formic acid after "
    "the last harvest in August. Untreated colonies seldom survive a second winter.",
    3: "Botanists recorded 112 species of wild bees within the city limits. Many wild "
    "bees nest in bare sandy soil "
    "beside railway lines. Wild bees may compete with honey bees for flowers in late summer.",
    4: "The council has required a permit for hives since 2008. A keeper may hold at "
    "most four colonies on one roof. "
    "Neighbours have to be informed four weeks before a hive is placed.",
}
CLAIMS: list[tuple[int, str, str]] = [
    (1, "In 2021, 240 hives were registered on the public roofs of the city.", "carried"),
    (
        1,
        "Roof gardens planted with lavender and thyme can feed colonies from April until September.",
        "carried",
    ),
    (1, "The old harbour district has most of the new hives.", "carried"),
    (1, "Most new hives stand in the district around the old harbour.", "carried"),
    (1, "Keepers report that lavender and thyme on roof gardens feed a colony.", "carried"),
    (2, "Inspectors found varroa mites in 38 percent of the colonies they inspected.", "carried"),
    (2, "After the last harvest in August, colonies are treated with formic acid.", "carried"),
    (2, "Colonies that go untreated seldom survive their second winter.", "carried"),
    (2, "Inspected colonies had varroa mites in 38 percent of cases.", "carried"),
    (3, "Within the city limits, botanists have recorded 112 species of wild bees.", "carried"),
    (3, "Bare sandy soil beside railway lines is where many wild bees nest.", "carried"),
    (3, "In late summer, wild bees may compete with honey bees for flowers.", "carried"),
    (3, "Many wild bees nest beside railway lines in bare soil.", "carried"),
    (4, "Since 2008 the council has required a permit for hives.", "carried"),
    (4, "At most four colonies may be held on one roof by a keeper.", "carried"),
    (4, "Neighbours have to be informed four weeks before the hive is placed.", "carried"),
    (1, "The city counted 420 registered hives on public roofs in 2021.", "not"),
    (1, "The city counted fewer private gardens than parking garages downtown.", "not"),
    (1, "Most of the new hives stand in the university quarter near the stadium.", "not"),
    (2, "Varroa mites were found in 83 percent of inspected colonies.", "not"),
    (2, "Untreated colonies usually recover without any help from inspectors.", "not"),
    (2, "Inspectors treat colonies with antibiotics imported from Germany.", "not"),
    (2, "Inspectors do not treat colonies with formic acid after the last harvest.", "not"),
    (3, "Botanists recorded 211 species of wild bees within the city limits.", "not"),
    (3, "Wild bees build nests of wax high in the crowns of old trees.", "not"),
    (3, "Honey prices doubled after the drought in the southern provinces.", "not"),
    (4, "The council abolished permits and pays keepers a yearly premium.", "not"),
    (4, "A keeper may hold at most nine colonies on one roof.", "not"),
    (4, "Neighbours have to be informed four weeks after a hive is placed.", "not"),
    (4, "The council has never required a permit for hives.", "not"),
    (
        1,
        "The city counted 240 registered hives on public roofs, and tourists pay to visit the honey cellars.",
        "half",
    ),
    (1, "All of the new hives stand in the old harbour district.", "half"),
    (
        1,
        "Roof gardens with lavender and thyme feed a colony, because the museum waters every plant daily.",
        "half",
    ),
    (
        2,
        "Varroa mites were found in 38 percent of colonies, which forced the closure of two breweries.",
        "half",
    ),
    (2, "Untreated colonies never survive a second winter.", "half"),
    (2, "Inspectors treat every colony with formic acid after the last harvest.", "half"),
    (3, "Wild bees always compete with honey bees for flowers in late summer.", "half"),
    (
        3,
        "Botanists recorded 112 species of wild bees, and the mayor opened a garden with rare orchids.",
        "half",
    ),
    (4, "The council has required a permit for hives since 2008, but nobody ever pays the fines.", "half"),
    (4, "A keeper may hold at most four colonies on one roof and must sell the honey at the market.", "half"),
]
