"""Claims whose faults are small, labelled before the rules had met them: units, roles, years, ranges."""

PASSAGES = {
    1: "The dam at Vellbruck holds 36 million cubic metres of water and was finished in 1974. Engineer Ruth "
    "Amsel designed the spillway, and the mason Paul Idris led the work on the wall. Between May and July "
    "the gates stay open.",
    2: "The library lent 52,000 books in 2018 and 61,000 in 2022. Loans of printed books grew, while loans "
    "of films fell by 12 percent. Readers under 18 pay no fee.",
    3: "Fırın günde 480 kilo ekmek çıkarıyor. Ekşi maya 1936 yılından beri kullanılıyor. Ustabaşı Nazlı Er "
    "hamuru yoğuruyor, oğlu Cem Er ise satışa bakıyor. Dükkân pazartesi günleri kapalı.",
    4: "The trail is 14 kilometres long and climbs 620 metres. Most walkers need four to five hours. Dogs "
    "are allowed on the lower half. The hut sells water but no meals.",
}
CLAIMS: list[tuple[int, str, str]] = [
    (1, "Finished in 1974, the dam at Vellbruck holds 36 million cubic metres of water.", "carried"),
    (1, "The spillway was designed by the engineer Ruth Amsel.", "carried"),
    (1, "The gates are open between May and July.", "carried"),
    (1, "The dam at Vellbruck holds 36 million litres of water.", "not"),
    (1, "Paul Idris designed the spillway, and Ruth Amsel led the work on the wall.", "not"),
    (1, "Between May and October the gates stay open.", "not"),
    (2, "In 2022 the library lent 61,000 books.", "carried"),
    (2, "Film loans fell by 12 percent, while loans of printed books grew.", "carried"),
    (2, "No fee is paid by readers under 18.", "carried"),
    (2, "The library lent 61,000 books in 2018.", "not"),
    (2, "Loans of printed books fell by 12 percent.", "not"),
    (3, "Fırından günde 480 kilo ekmek çıkıyor.", "carried"),
    (3, "1936’dan beri ekşi maya kullanılıyor.", "carried"),
    (3, "Fırın haftada 480 kilo ekmek çıkarıyor.", "not"),
    (3, "Dükkân pazartesi günleri açık.", "not"),
    (3, "Cem Er hamuru yoğuruyor, Nazlı Er ise satışa bakıyor.", "not"),
    (4, "The trail climbs 620 metres over a length of 14 kilometres.", "carried"),
    (4, "The hut sells water, but no meals.", "carried"),
    (4, "The trail is 14 miles long.", "not"),
    (4, "Most cyclists need four to five hours for the trail.", "not"),
]
MORE_PASSAGES = {
    1: "The bakery sold 300 loaves a day in 2019. Its owner, Lena Voss, retired in March 2020, and her "
    "nephew Tom Brandt took over. The shop opens at 6 and closes at 14. Prices rose by 8 percent "
    "after the winter.",
    2: "Researchers tagged 45 storks in Spain and 60 in Poland. The birds flew 11,000 km on average. "
    "Many storks return to the same nest. Storks from Poland arrive later than those from Spain.",
    3: "Okul bahçesine 2015 yılında 40 ağaç dikildi. Müdür Ayşe Kaya projeyi başlattı; öğretmen Murat "
    "Demir sulamayı düzenledi. Ağaçların yarısı kurudu. Proje eylül ayında yeniden başlayacak.",
}
"""Another subject, labelled after the rules were mended and before they met it."""
MORE_CLAIMS: list[tuple[int, str, str]] = [
    (1, "In 2019 the bakery was selling 300 loaves per day.", "carried"),
    (1, "Lena Voss retired in March 2020.", "carried"),
    (1, "Her nephew Tom Brandt took over the bakery from Lena Voss.", "carried"),
    (1, "The shop is open from 6 to 14.", "carried"),
    (1, "After the winter, prices went up by 8 percent.", "carried"),
    (2, "On average the birds flew 11,000 kilometres.", "carried"),
    (2, "In Spain 45 storks were tagged, and 60 in Poland.", "carried"),
    (2, "Many storks come back to the same nest.", "carried"),
    (2, "Storks from Spain arrive earlier than those from Poland.", "carried"),
    (3, "2015’te okul bahçesine 40 ağaç dikildi.", "carried"),
    (3, "Projeyi müdür Ayşe Kaya başlattı.", "carried"),
    (3, "Proje eylülde yeniden başlayacak.", "carried"),
    (1, "The bakery sold 300 loaves a week in 2019.", "not"),
    (1, "Tom Brandt retired in March 2020.", "not"),
    (1, "Lena Voss retired in April 2020.", "not"),
    (1, "Prices fell by 8 percent after the winter.", "not"),
    (2, "Researchers tagged 60 storks in Spain.", "not"),
    (2, "The birds flew 11,000 miles on average.", "not"),
    (2, "Many cranes return to the same nest.", "not"),
    (2, "Storks from Poland arrive earlier than those from Spain.", "not"),
    (3, "Murat Demir projeyi başlattı.", "not"),
    (3, "Proje ekim ayında yeniden başlayacak.", "not"),
    (3, "2015 yılında okul bahçesine 40 çiçek dikildi.", "not"),
    (3, "Ağaçların yarısı kurumadı.", "not"),
]
