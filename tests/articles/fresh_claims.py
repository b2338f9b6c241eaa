"""Claims over further subjects, labelled before the rules had met them: scope, actor, no, comparison."""

PASSAGES = {
    1: "The tram depot in Oslava was rebuilt between 2016 and 2019. It now houses 84 vehicles, twice as many "
    "as the old hall. The roof carries solar panels that cover a third of the depot's electricity. The city "
    "paid for the tracks, while the region financed the building. Noise at night has been a cause of "
    "complaints from neighbours in Linden Street.",
    2: "A survey of 1,200 teachers found that 64 percent mark homework on paper. Younger teachers use "
    "tablets more often than older colleagues. In rural schools the connection is frequently too slow for "
    "video. The ministry plans to lend devices to pupils from 2027. It has not decided who will repair them.",
    3: "The Marron cheese ripens for at least nine months in limestone caves. Only milk from cows that graze "
    "above 900 metres may be used. In 2023 the cooperative sold 410 tonnes, of which 95 tonnes went abroad. "
    "Japan bought more than Canada. The dairy in Sully closed because too few young people wanted to run it.",
    4: "Kütüphane 2024 yılında 18.500 üyeye ulaştı; bunların 7.200’ü öğrenci. Hafta sonu açılış saatleri "
    "uzatıldı, ancak akşamları salon saat 20’de kapanıyor. Çocuk bölümünü mimar Selin Tuna tasarladı, "
    "inşaatı ise belediye yürüttü. Üyelik yalnızca ilçede oturanlar için ücretsiz.",
    5: "Zeytin hasadı bu yıl geçen yıla göre üç hafta erken başladı. Kuraklık yüzünden verim yüzde 30 düştü. "
    "Ayvalık’taki üreticiler damla sulamaya geçti; Edremit’tekiler hâlâ yağmura bağlı. Bazı üreticiler "
    "gelecek yıl badem dikmeyi düşünüyor.",
}
CLAIMS: list[tuple[int, str, str]] = [
    (1, "Between 2016 and 2019 Oslava rebuilt its tram depot.", "carried"),
    (1, "With 84 vehicles the depot holds double what the old hall did.", "carried"),
    (1, "About a third of the depot's electricity comes from solar panels on the roof.", "carried"),
    (1, "The region financed the building and the city the tracks.", "carried"),
    (1, "Neighbours in Linden Street have complained about noise at night.", "carried"),
    (1, "The old hall housed twice as many vehicles as the new depot.", "not"),
    (1, "The region paid for the tracks.", "not"),
    (1, "Solar panels on the roof cover the depot's electricity.", "half"),
    (1, "Nobody in Linden Street has complained about noise at night.", "not"),
    (2, "Of 1,200 teachers surveyed, 64 percent correct homework on paper.", "carried"),
    (2, "Tablets are used more often by younger teachers than by their older colleagues.", "carried"),
    (2, "For video, the connection in rural schools is often too slow.", "carried"),
    (2, "From 2027 the ministry plans to lend pupils devices.", "carried"),
    (2, "It is still undecided who will repair the devices.", "carried"),
    (2, "Older teachers use tablets more often than younger colleagues.", "not"),
    (2, "The ministry lends devices to pupils.", "half"),
    (2, "The schools will repair the devices that the ministry lends.", "not"),
    (2, "64 percent of pupils do their homework on paper.", "not"),
    (2, "The connection is frequently too slow for video in schools across the country.", "half"),
    (3, "Marron cheese matures in limestone caves for nine months or more.", "carried"),
    (3, "Of the 410 tonnes sold in 2023, 95 tonnes were exported.", "carried"),
    (3, "Canada bought less of it than Japan.", "carried"),
    (3, "In Sully the dairy was closed, since too few young people wanted to run it.", "carried"),
    (3, "Marron cheese ripens for at most nine months in limestone caves.", "not"),
    (3, "Canada bought more than Japan.", "not"),
    (3, "410 tonnes went abroad in 2023.", "not"),
    (3, "Only milk from cows that graze below 900 metres may be used.", "not"),
    (3, "The dairy in Sully closed because milk had become too expensive.", "half"),
    (4, "2024’te kütüphanenin üye sayısı 18.500’e ulaştı.", "carried"),
    (4, "Çocuk bölümünün tasarımı mimar Selin Tuna’ya ait.", "carried"),
    (4, "Hafta sonu açılış saatleri uzatılırken salon akşamları 20’de kapanıyor.", "carried"),
    (4, "İnşaatı mimar Selin Tuna yürüttü.", "not"),
    (4, "Üyelik herkes için ücretsiz.", "half"),
    (4, "Üyelerin 18.500’ü öğrenci.", "not"),
    (4, "Hafta sonu açılış saatleri kısaltıldı.", "not"),
    (5, "Kuraklık nedeniyle verim yüzde 30 azaldı.", "carried"),
    (5, "Damla sulamaya geçenler Ayvalık’taki üreticiler oldu.", "carried"),
    (5, "Hasat geçen yıla göre üç hafta geç başladı.", "not"),
    (5, "Edremit’teki üreticiler damla sulamaya geçti.", "not"),
    (5, "Üreticilerin çoğu gelecek yıl badem dikmeyi düşünüyor.", "half"),
]
LAST_PASSAGES = {
    1: "The harbour museum reopened in May after two years of repairs. The steamer Halva was restored by "
    "volunteers, and a foundation paid for the engine. On weekdays the museum receives about 140 visitors, "
    "on Sundays 520. Entry is cheaper for families than for single adults. Some of the volunteers would like "
    "to sail the ship again.",
    2: "Researchers compared 38 lakes. Lakes with reed belts lost less phosphorus than lakes with bare "
    "shores. In the northern lakes the water did not warm between 1990 and 2020. The authors suggest that "
    "beavers could slow the flow of streams. Half of the fishermen asked had seen fewer perch.",
    3: "Köy okulunda 46 öğrenci var; bunların 19’u başka köylerden servisle geliyor. Servisi muhtar Hasan Ak "
    "ayarladı, yakıt parasını ise veliler ödüyor. Bazı veliler okulun kapanmasından korkuyor. Bakanlık "
    "kararını haziranda açıklamayı planlıyor.",
}
"""Labelled after the rules were mended and before they met it."""
LAST_CLAIMS: list[tuple[int, str, str]] = [
    (1, "After two years of repairs, the harbour museum reopened in May.", "carried"),
    (1, "Volunteers restored the steamer Halva, while the engine was paid for by a foundation.", "carried"),
    (1, "About 140 people visit the museum on weekdays and 520 on Sundays.", "carried"),
    (1, "Single adults pay more for entry than families.", "carried"),
    (1, "Volunteers paid for the engine.", "not"),
    (1, "On weekdays the museum receives 520 visitors.", "not"),
    (1, "Entry is cheaper for single adults than for families.", "not"),
    (1, "The volunteers are sailing the ship again.", "half"),
    (2, "Lakes with bare shores lost more phosphorus than those with reed belts.", "carried"),
    (2, "Between 1990 and 2020 the water of the northern lakes did not get warmer.", "carried"),
    (2, "According to the authors, beavers might slow down streams.", "carried"),
    (2, "Half of the fishermen who were asked saw fewer perch.", "carried"),
    (2, "Beavers slow the flow of streams.", "half"),
    (2, "Lakes with reed belts lost more phosphorus than lakes with bare shores.", "not"),
    (2, "The water warmed in the northern lakes between 1990 and 2020.", "not"),
    (2, "The fishermen asked had seen fewer perch.", "half"),
    (3, "Köy okulundaki 46 öğrencinin 19’u servisle başka köylerden geliyor.", "carried"),
    (3, "Yakıt parası veliler tarafından ödeniyor.", "carried"),
    (3, "Bakanlık kararını haziranda açıklamayı düşünüyor.", "carried"),
    (3, "Yakıt parasını muhtar Hasan Ak ödüyor.", "not"),
    (3, "Köy okulunda 19 öğrenci var.", "not"),
    (3, "Veliler okulun kapanmasından korkmuyor.", "not"),
    (3, "Bakanlık kararını haziranda açıkladı.", "half"),
    (3, "Velilerin çoğu okulun kapanmasından korkuyor.", "half"),
]
