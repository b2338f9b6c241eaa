"""Claims labelled before the rules had met them: scope, actors, numbers, negations, and fair paraphrases."""

PASSAGES = {
    1: "The salt marsh at Oyle absorbed most of the storm surge in January 2021. Surveyors from the county "
    "measured a drop of 38 centimetres in wave height across 200 metres of reeds. Farmers on the eastern "
    "bank lost about a third of their winter wheat. No house in the village was flooded.",
    2: "In a trial with 64 nurses, shorter handovers reduced missed doses from 9 to 4 per week. The hospital "
    "tested the method only on two surgical wards. Nurses asked for the written sheet to stay; managers had "
    "wanted to drop it. “The sheet is what I look at when I am tired,” said ward sister Maud Ellery.",
    3: "The orchestra sold its rehearsal hall to the university in 2014 and has rented rooms since. Ticket "
    "income grew every year until 2019, then fell by 70 percent during the closures. Half of the players "
    "now teach part time.",
    4: "Kooperatif 2018’de 45 üyeyle kuruldu ve bugün 310 üyesi var. Zeytinler elle toplanıyor, yağ aynı gün "
    "sıkılıyor. Geçen yıl kuraklık nedeniyle üretim yüzde 22 azaldı. Üyeler kârın yarısını yeni fidana "
    "ayırıyor.",
    5: "Vapur seferleri fırtına yüzünden iki gün durduruldu. Kaptan Nihat Ersoy yolcuları limandaki otele "
    "yerleştirdi. Şirket bilet ücretlerini geri ödemedi, yalnızca yeni tarih verdi. Kazada "
    "kimse yaralanmadı.",
}
CLAIMS: list[tuple[int, str, str]] = [
    (
        1,
        "The marsh at Oyle soaked up the greater part of the surge when the storm came in early 2021.",
        "carried",
    ),
    (1, "County surveyors found waves 38 centimetres lower after 200 metres of reeds.", "carried"),
    (1, "Every field on the eastern bank lost its winter wheat.", "not"),
    (1, "The village came through without a flooded house.", "carried"),
    (1, "Several houses in the village were flooded.", "not"),
    (1, "County surveyors measured a drop of 200 centimetres across 38 metres of reeds.", "not"),
    (2, "Missed doses went down from nine a week to four once handovers were shortened.", "carried"),
    (2, "The hospital tried the method on all of its wards.", "not"),
    (2, "Managers asked for the written sheet to stay, while nurses had wanted to drop it.", "not"),
    (2, "It was the nurses who wanted to keep the written sheet.", "carried"),
    (2, "“The sheet is what I look at when I am tired,” said Maud Ellery, a ward sister.", "carried"),
    (2, "Shorter handovers reduced missed doses in every hospital that tested them.", "not"),
    (
        3,
        "Since selling its rehearsal hall to the university, the orchestra has been renting rooms.",
        "carried",
    ),
    (3, "The university sold its rehearsal hall to the orchestra in 2014.", "not"),
    (3, "Ticket income fell to 70 percent during the closures.", "not"),
    (3, "One player in two teaches part time these days.", "carried"),
    (3, "The players now teach part time because the hall was sold.", "half"),
    (4, "2018’de 45 kişiyle başlayan kooperatifin bugün 310 üyesi bulunuyor.", "carried"),
    (4, "Geçen yıl kuraklığa rağmen üretim yüzde 22 arttı.", "not"),
    (4, "Yağ, zeytinlerin toplandığı gün sıkılıyor.", "carried"),
    (4, "Üyeler kârın tamamını yeni fidana ayırıyor.", "not"),
    (5, "Fırtına nedeniyle vapurlar iki gün çalışmadı.", "carried"),
    (5, "Şirket bilet ücretlerini yolculara geri ödedi.", "not"),
    (5, "Yolcuları otele yerleştiren, kaptan Nihat Ersoy oldu.", "carried"),
]

MORE_PASSAGES = {
    1: "The town library lends 140 musical instruments, mostly guitars and violins. Borrowing is free, but "
    "players pay for broken strings. The collection began when a retired teacher, Olive Marsh, left her "
    "cello to the town in 2016. Waiting times for a piano keyboard reached eleven weeks last winter.",
    2: "Engineers lowered the speed limit on the ring road from 80 to 60 kilometres per hour in May. Noise "
    "fell by 3 decibels in the first month. Residents had asked for a wall, which the region refused to pay "
    "for. Accidents have not been counted yet.",
    3: "Most of the seeds in the vault came from three dry countries. Every sample is dried, sealed and kept "
    "at minus 18 degrees. In 2023 a cooling fault went unnoticed for nine hours, yet nothing thawed. The "
    "vault may open a second chamber once funds allow.",
    4: "Fırıncı Hatice Yalın ekmeği ekşi mayayla yapıyor ve hamuru 18 saat bekletiyor. Dükkân pazar günleri "
    "kapalı. Komşular 2020’de kapanma tehlikesine karşı imza topladı. Günde 200 ekmek satılıyor, yarısı "
    "öğleden önce bitiyor.",
    5: "Öğrenciler göldeki suyu her hafta ölçüyor. Nitrat değeri bahar aylarında sınırın altında kaldı, "
    "yazın iki kez sınırı aştı. Belediye ölçümleri geç yayımladığı için özür diledi. Balık ölümlerinin "
    "nedeni henüz bilinmiyor.",
}
MORE_CLAIMS: list[tuple[int, str, str]] = [
    (
        1,
        "You can borrow an instrument from the library without paying anything, but broken strings are "
        "on you.",
        "carried",
    ),
    (1, "Guitars and violins make up most of the 140 instruments on loan.", "carried"),
    (
        1,
        "Olive Marsh, a teacher who had retired, gave the collection its first instrument, a cello.",
        "carried",
    ),
    (1, "The library charges players for every loan.", "not"),
    (1, "The town left its cello to Olive Marsh in 2016.", "not"),
    (2, "Since May, cars on the ring road may drive at 60 kilometres an hour instead of 80.", "carried"),
    (2, "The new limit has cut the number of accidents.", "not"),
    (2, "Noise fell to 3 decibels in the first month.", "not"),
    (2, "The region paid for the wall that residents had asked for.", "not"),
    (2, "It is too early to say what the change has meant for accidents.", "carried"),
    (3, "All of the seeds in the vault came from three dry countries.", "not"),
    (
        3,
        "A fault in the cooling lasted nine hours in 2023 before anyone saw it, and nothing thawed.",
        "carried",
    ),
    (3, "The vault will open a second chamber next year.", "half"),
    (3, "Samples are dried and sealed, then stored at 18 degrees below zero.", "carried"),
    (3, "A cooling fault in 2023 thawed a part of the samples.", "not"),
    (4, "Hatice Yalın’ın hamuru 18 saat dinleniyor.", "carried"),
    (4, "Dükkân yalnızca pazar günleri açık.", "not"),
    (4, "Her gün satılan 200 ekmeğin yarısı öğlene kalmadan tükeniyor.", "carried"),
    (4, "Kapanma tehlikesi doğunca komşular imza topladı.", "carried"),
    (4, "Hatice Yalın 2020’de kapanma tehlikesine karşı imza topladı.", "not"),
    (5, "Nitrat yaz aylarında sınırı iki defa geçti.", "carried"),
    (5, "Nitrat değeri baharda iki kez sınırı aştı.", "not"),
    (5, "Balıkların neden öldüğü şimdilik belli değil.", "carried"),
    (5, "Balık ölümlerinin nedeni yüksek nitrat değeri.", "not"),
]

THIRD_PASSAGES = {
    1: "A team of seven volunteers repairs about 50 radios a month in a former school in Dalby. They charge "
    "nothing for labour. The oldest set they have brought back to life dates from 1931. Last year the group "
    "turned away one visitor in ten because parts could not be found.",
    2: "The night train between Hamra and Ostvik was withdrawn in 2012 after passenger numbers halved. A "
    "private company restarted it in 2022 with second-hand coaches. It runs three times a week, and 81 "
    "percent of its berths were sold last summer. The state gives it no money.",
    3: "Divers found the wreck of the Agneta at a depth of 46 metres. Her cargo of tiles was intact, but the "
    "stern had been torn away by a trawl net. The museum decided to leave the ship where it is. Fishing "
    "within 500 metres of it is forbidden.",
    4: "Kütüphane her gece saat 23’e kadar açık kalıyor. Öğrencilerin üçte ikisi akşam saatlerinde geliyor. "
    "Müdür Selim Arda, bütçe kesilirse hafta sonu kapanacaklarını söyledi. Çay ücretsiz, fotokopi paralı.",
    5: "Köy muhtarı eski değirmeni 2017’de satın aldı ve müzeye çevirdi. İlk yıl 1.200 kişi geldi, geçen yıl "
    "4.800. Değirmen taşı yüz yıldan eski. Rehberler gönüllü çalışıyor.",
}
THIRD_CLAIMS: list[tuple[int, str, str]] = [
    (1, "Seven volunteers in Dalby mend roughly 50 radios every month.", "carried"),
    (1, "The repairs cost visitors only the labour.", "not"),
    (1, "Their oldest repaired radio was built in 1931.", "carried"),
    (
        1,
        "Ten percent of visitors left with a radio that could not be mended, since there were no parts.",
        "carried",
    ),
    (1, "Last year the group turned away ten visitors because parts could not be found.", "not"),
    (2, "Passenger numbers halved after the night train was withdrawn in 2012.", "not"),
    (2, "With used coaches, a private firm brought the train back ten years later.", "carried"),
    (2, "The service depends on money from the state.", "not"),
    (2, "Four in five berths found a buyer last summer.", "carried"),
    (2, "The night train between Hamra and Ostvik runs three times a day.", "not"),
    (2, "A private company withdrew the night train in 2012.", "not"),
    (3, "The Agneta lies 46 metres deep, her load of tiles unharmed.", "carried"),
    (3, "The museum decided to raise the ship.", "not"),
    (3, "A trawl net ripped off the ship’s stern.", "carried"),
    (3, "No one may fish closer than 500 metres to the wreck.", "carried"),
    (3, "The museum has forbidden fishing along the whole coast.", "not"),
    (4, "Kütüphane gece on bire kadar hizmet veriyor.", "carried"),
    (4, "Öğrencilerin üçte biri akşam saatlerinde geliyor.", "not"),
    (4, "Kütüphane hafta sonları kapandı.", "half"),
    (4, "Fotokopi için para alınıyor, çay içinse alınmıyor.", "carried"),
    (5, "Değirmeni müzeye çeviren, köyün muhtarı oldu.", "carried"),
    (5, "Ziyaretçi sayısı ilk yıla göre dört katına çıktı.", "carried"),
    (5, "Müze 2017’de eski değirmeni köy muhtarına sattı.", "not"),
    (5, "Rehberlere ücret ödeniyor.", "not"),
]
