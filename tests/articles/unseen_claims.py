"""Claims labelled before the rules had met them: other subjects, in English and Turkish."""

PASSAGES = {
    1: "The ferry line carried 1.8 million passengers in 2019, before the bridge opened. The operator cut "
    "the winter timetable to six crossings a day. Two of the older ships may be kept as floating workshops.",
    2: "Glassmakers at the Kostrov works melted sand at 1,450 degrees. The furnace ran without a break for "
    "eleven years and was relined once. “We listened to the fire more than to the dials,” said Irena Malik, "
    "who led the night shift.",
    3: "Belediye 2022 yılında 3,5 kilometrelik bisiklet yolu yaptı. Ankara’daki yeni yol okulları istasyona "
    "bağlıyor. Esnafın yüzde 41’i satışların arttığını söyledi. Kışın yolun bir bölümü buzlanma yüzünden "
    "kapatılıyor.",
    4: "Müze koleksiyonunda 12.400 fotoğraf bulunuyor. Fotoğrafların çoğu 1950’li yıllarda çekildi. "
    "«Negatifler nemli bir bodrumda kırk yıl bekledi» diyor arşiv sorumlusu Şule Güneş. "
    "Ziyaretçiler kataloğu internette görebilir.",
}
CLAIMS: list[tuple[int, str, str]] = [
    (1, "In 2019, before the bridge was opened, the ferry carried 1.8 million passengers.", "carried"),
    (1, "The operator reduced the winter timetable to six crossings per day.", "carried"),
    (1, "The ferry line carried 8.1 million passengers in 2019.", "not"),
    (1, "The two older ships will certainly be kept as floating workshops.", "half"),
    (1, "The operator extended the winter timetable, and fares were doubled in the same month.", "half"),
    (2, "At the Kostrov works, sand was melted at 1450 degrees.", "carried"),
    (2, "“We listened to the fire more than to the dials,” said Irena Malik of the night shift.", "carried"),
    (2, "The furnace was never relined during its eleven years.", "not"),
    (2, "“The fire told us everything we had to know,” said Irena Malik.", "not"),
    (2, "The furnace ran for eleven years, and it was heated with wood from the royal forests.", "half"),
    (3, "2022’de belediye 3,5 kilometre bisiklet yolu yaptı.", "carried"),
    (3, "Ankara’nın yeni yolu, okulları istasyona bağlıyor.", "carried"),
    (3, "Esnafın yüzde 41’i satışların arttığını belirtti.", "carried"),
    (3, "Belediye 2022 yılında 5,3 kilometrelik bisiklet yolu yaptı.", "not"),
    (3, "Esnafın yüzde 41’i satışların azaldığını söyledi.", "not"),
    (3, "Kışın yolun tamamı buzlanma yüzünden kapatılıyor ve trafik polisleri ceza kesiyor.", "half"),
    (4, "Müzenin koleksiyonunda 12.400 fotoğraf var.", "carried"),
    (4, "Fotoğrafların hepsi 1950’li yıllarda çekildi.", "half"),
    (4, "Arşiv sorumlusu Şule Güneş, «Negatiflerin hiçbiri zarar görmedi» diyor.", "not"),
    (4, "Ziyaretçiler kataloğu internette göremiyor.", "not"),
]
