"""A table in a message: what its records are called."""

import pytest

from proofroom.entities.tabular import find_sheet, relation_rows

TABLE = "name,city,founded\nSwift Conservation,London,2003\nLund University,Lund,1666\n"


@pytest.mark.parametrize(
    ("asked", "name"),
    [
        ("Make records of this table as Organisation:", "Organisation"),
        ("Import these as a new institute, please:", "Institute"),
        ("Bu tabloyu Kuruluş olarak kaydet:", "Kuruluş"),
        ("Make records of this table:", "Organisation"),
        ("There is no type for bridges yet, so make one and keep the city as a relation:", "Bridge"),
        ("Köprüler için tür yok, sen oluştur; şehri ilişki olarak sakla:", "Köprü"),
        ("Define whatever type you think is right and load this:", "Organisation"),
        ("Bunu kayıtlara dönüştürüp bağlar mısın?", "Organisation"),
        ("New type, twenty records, connections as edges. Thanks!", "Organisation"),
        ("Yeni tür aç, yirmi kayıt gir, şehirleri ilişkilendir.", "Organisation"),
        ("Here is a list of harbours, put every row in:", "Harbour"),
        ("İskele listemizi sisteme alalım:", "İskele"),
        ("One thing per trust, with the city as a relation between them:", "Trust"),
        ('Uygun bir tür tanımla ve "city" sütununa göre bağla:', "Organisation"),
        ("Ocak diye bir tür açıp bunları ekle:", "Ocak"),
        ("Bunlar için yeni bir kayıt türü kur: ocak", "Ocak"),
        ("bu csv yi kayitlara al, ocaklar yeni tur olacak", "Ocak"),
        ("Bu çizelgeden kuş yuvası diye bir kayıt türü oluştur:", "Kuş yuvası"),
        ("Listemiz bu; ocak diye yeni bir kayıt türü açıp satırları ekle:", "Ocak"),
        ("Ocaklarını yeni bir tür olarak kaydet, sahipleri bağlantılı kayıt olsun:", "Ocak"),
        ("Make 'bird trust' a new type and load these:", "Bird trust"),
    ],
)
def test_the_words_around_a_table_name_its_type(asked: str, name: str) -> None:
    sheet = find_sheet(f"{asked}\n{TABLE}")
    assert sheet is not None
    assert sheet.name == name


SHEETS = {
    "museums": "Museum,Town,Visitors\nLouvre,Paris,89\nOrsay,Paris,38\nPrado,Madrid,33\n",
    "companies": "supplier_id,Company,Country,Parent company\nS1,Acme,UK,\nS2,Acme Paper,UK,Acme\n"
    "S3,Norden,NO,\n"
    "S4,Norden Ink,NO,Norden\n",
    "names": "name,city,founded\nSwift Trust,London,2003\nLund University,Lund,1666\nRSPB,Sandy,1889\n",
    "species": "| Species | Family |\n|-|-|\n| Swift | Apus |\n| Swallow | Hirundo |\n| Martin | Hirundo |\n",
    "projects": "#,Project,Lead,Depends on\n1,Alpha,Ann,\n2,Beta,Bob,Alpha\n3,Gamma,Cyd,Alpha; Beta\n",
    "kitap": "Kitabın adı;Yazar;Yıl\nYusuf;Ali;1937\nMadonna;Ali;1943\nTutunamayanlar;Atay;1972\n",
    "isim": "İsim,Şehir,Telefon\nAyşe Yılmaz,Ankara,0312\nMehmet Demir,İzmir,0232\nElif Kaya,Ankara,0312\n",
    "urun": "Sıra No\tÜrün\tFiyat\tKategori\n1\tÇay\t45\tİçecek\n2\tSu\t12\tİçecek\n3\tPeynir\t310\tGıda\n",
    "choir": "Name,Voice,Email,Section leader\nAda,Alto,a@x.example,\nBo,Alto,b@x.example,Ada\n"
    "Cy,Bass,c@x.example,Dee\nDee,Bass,d@x.example,\n",
    "lent": "Object,Lender,Wing,Due back\nBell,North Hall,East,2026-02-05\nLens,South Hall,West,2026-03-05\n"
    "Oar,North Hall,East,2026-04-05\n",
    "nöbet": "Bekçi,Gün,Nöbet yeri\nAli,Cuma,Liman\nCan,Cuma,Depo\nEce,Pazar,Liman\n",
    "grants": "Ref no.\tAwarded to\tFunder\nG-1\tBat survey\tHeritage Fund\nG-2\tOwl boxes\tWater Trust\n"
    "G-3\tPond\tWater Trust\n",
    "hives": "Colony ref\tApiary (site)\tQueen line\tRemarks\nHive A\tMill\tBuckfast\tcross; re-queen\n"
    "Hive B\tOrchard\tBlack\tcalm\nHive C\tMill\tBlack\tcalm\n",
    "eserler": "Eserin adı;Yapan usta;Menşei (il);Yıl\nTabak;Hatice;Kütahya;1990\nİbrik;Mehmet;Antep;1991\n"
    "Vazo;Hatice;Kütahya;1993\n",
    "stones": "Stone no.,Motif,Where set,Cut by\nS1,Owl,Nave,Wat\nS2,Hare,Cloister,Hugh\nS3,Fox,Nave,Wat\n",
    "books": "| Imprint / title | Out from | Edited by |\n|-|-|-|\n| Weir | Tern | Ida |\n| Kiln | Quay | Sam"
    " |\n| Ash | Tern | Sam |\n",
    "wells": "Borehole ref,Depth (m),Strata hit,Logged by\nBH-1,20,Chalk,Dr Ferris\nBH-2,24,Gault,A. Okoye\n"
    "BH-3,31,Chalk,A. Okoye\n",
    "cesme": "Çeşme;Bulunduğu semt;Banisi\nAhmet Çeşmesi;Fatih;Kasım\nEsma Çeşmesi;Beykoz;Sedefkâr\n"
    "Lale Çeşmesi;Fatih;Kasım\n",
    "tohum": "Kayıt kodu;Çeşidin ismi;Derlendiği il\nT-1;Sarı;Konya\nT-2;Kara;Sivas\nT-3;Ak;Konya\n",
    "hat": "Otobüs hattı\tKalkış durağı\tVarış durağı\tGaraj\nH1\tMeydan\tHastane\tKuzey\n"
    "H2\tGar\tMeydan\tGüney\nH3\tOtogar\tHastane\tKuzey\n",
    "poems": "Poem,Poet,In anthology\nHills,Clare,Green\nRain,Bell,Blue\nOats,Clare,Blue\n",
    "kits": "Kit no;Contents;Held at\nK1;Box of 3;North hut\nK2;Box of 5;South hut\nK3;Box of 7;North hut\n",
    "hayvan": "Hayvanın adı,Barınak,Bakıcısı\nPati,Sarıyer,Nur\nKömür,Tuzla,Can\nSisi,Tuzla,Nur\n",
    "courses": "Course,Taught by,Prerequisite\nOne,Ada,\nTwo,Bob,One\nThree,Ada,Two\n",
    "boats": "Vessel,Home harbour,Run by,Still sailing\nAurelia,Kirkwall,North Line,yes\n"
    "Calder,Stromness,Firth,no\nBonxie,Kirkwall,North Line,yes\n",
    "gözlem": "Gözlem no,Tür,Sulak alan,Gözlemci\nG-1,Flamingo,Tuz Gölü,Selin Aksoy\n"
    "G-2,Turna,Manyas Gölü,Okan Tuna\nG-3,Flamingo,Tuz Gölü,Okan Tuna\n",
    "dishes": "Dish,Comes from,Cooked by,Goes with\nDal,India,Priya Nair,Naan\nKofta,India,Priya Nair,Naan\n"
    "Tortilla,Spain,Sofia Ruiz,Salad\n",
    "seeds": "packet no,cultivar,given by,germ %\nSL-1,Lanyon Kale,Jory Blight,88\n"
    "SL-2,Pilot Leek,Jory Blight,71\nSL-3,Fogou Carrot,Wenna Odgers,62\n",
    "mills": "Değirmen,Değirmencisi,Suyunu paylaştığı\nTaş,Hüsniye Karakuş,Kavak\n"
    "Kavak,Recep Uludağ,Taş\nGöğem,Hüsniye Karakuş,Taş\n",
    "slips": "Fiş,Saatin adı,Getiren\nF-101,Serkisof,Bülent Arıkan\nF-102,Zenith,Canan Tözün\n"
    "F-103,Nacar,Bülent Arıkan\n",
    "fossils": "Accession,Fossil,Dug up by,Compared against\nV-01,Pelham Ammonite,Greta Holm,Tarn Ammonite\n"
    "V-02,Tarn Ammonite,Rory Banks,Pelham Ammonite\nV-03,Marl Belemnite,Greta Holm,Tarn Ammonite\n",
    "repairs": "ticket,what broke,mended by,same cause as\n#1041,Bottle washer,Arno Pix,Crown press\n"
    "#1042,Crown press,Lotte Brink,Bottle washer\n#1043,Brine pump,Arno Pix,Crown press\n",
    "codes": "Code,Description\nA1,Blue lamp\nA2,Red lamp\nA3,Green lamp\n",
}


@pytest.mark.parametrize(
    ("sheet", "asked", "name", "title", "related"),
    [
        ("museums", "Make records of this table:", "Museum", "Museum", ()),
        ("museums", "Save these please, and link each to what it belongs to.", "Museum", "Museum", ("Town",)),
        (
            "museums",
            "Aşağıdaki müzeleri şehirleriyle ilişkilendirerek ekler misin?",
            "Müze",
            "Museum",
            ("Town",),
        ),
        ("companies", "Here is what we have:", "Company", "Company", ("Parent company",)),
        (
            "companies",
            "Import the following partners and connect them with their countries:",
            "Partner",
            "Company",
            ("Parent company", "Country"),
        ),
        ("names", "Create an entity type for this and add all rows:", "Organisation", "name", ()),
        ("names", "Şu listeden kayıt yap ve birbirine bağla:", "Organisation", "name", ("city",)),
        ("species", "Bu tabloyu kaydet:", "Species", "Species", ()),
        ("projects", "Turn these rows into records.", "Project", "Project", ("Depends on",)),
        ("kitap", "Relate them by yazar:", "Kitap", "Kitabın adı", ("Yazar",)),
        ("isim", "Bunları kaydet:", "Kişi", "İsim", ()),
        ("urun", "Kayıtları kategorilerine bağla:", "Ürün", "Ürün", ("Kategori",)),
        (
            "grants",
            "I need records for our grants; relate them to funders.",
            "Grant",
            "Awarded to",
            ("Funder",),
        ),
        ("grants", "Keep this for us, please.", "Record", "Awarded to", ("Funder",)),
        (
            "choir",
            "These are our singers, please make an entry for each",
            "Singer",
            "Name",
            ("Section leader",),
        ),
        (
            "choir",
            "Import the list below? The section leaders are in it.",
            "Person",
            "Name",
            ("Section leader",),
        ),
        ("lent", "Make records of these and link the halls that lent them", "Object", "Object", ("Lender",)),
        (
            "lent",
            "A loan record for every object, with the lenders as something of their own",
            "Loan",
            "Object",
            ("Lender",),
        ),
        ("nöbet", "şu bekçi çizelgesinden kayıt oluşturur musun", "Bekçi", "Bekçi", ("Nöbet yeri",)),
        (
            "wells",
            "Load this borehole log and relate them to the strata and to who logged them.",
            "Borehole",
            "Borehole ref",
            ("Strata hit", "Logged by"),
        ),
        ("wells", "Keep this for us, please.", "Borehole", "Borehole ref", ("Logged by",)),
        (
            "cesme",
            "Şu çeşmeleri kayıt olarak ekle, semtiyle ilişkilendir.",
            "Çeşme",
            "Çeşme",
            ("Bulunduğu semt",),
        ),
        ("tohum", "Çeşitleri derlendikleri ile bağla.", "Çeşit", "Çeşidin ismi", ("Derlendiği il",)),
        ("hat", "Hatları garajlarıyla ilişkilendirerek kaydet:", "Otobüs hattı", "Otobüs hattı", ("Garaj",)),
        (
            "hat",
            "Şu otobüs hatlarından kayıt yap; kalkış ve varış durağına bağla.",
            "Hat",
            "Otobüs hattı",
            ("Kalkış durağı", "Varış durağı", "Garaj"),
        ),
        ("poems", "Each poem should point to the anthology it is in.", "Poem", "Poem", ("In anthology",)),
        ("kits", "Make a type of this table and tie each to its hut.", "Kit", "Contents", ("Held at",)),
        ("hayvan", "Barınaktaki hayvanları bakıcılarına bağla.", "Hayvan", "Hayvanın adı", ("Bakıcısı",)),
        ("hayvan", "Her hayvanı barınağıyla ilişkilendir:", "Hayvan", "Hayvanın adı", ("Barınak",)),
        (
            "courses",
            "Relate each one to its prerequisite and to who teaches it.",
            "Course",
            "Course",
            ("Prerequisite", "Taught by"),
        ),
        (
            "seeds",
            "Put this in. Each row is a seed packet; connect it with whoever gave it.",
            "Seed packet",
            "cultivar",
            ("given by",),
        ),
        (
            "seeds",
            "These are our garden society's packets. Link the givers.",
            "Packet",
            "cultivar",
            ("given by",),
        ),
        (
            "mills",
            "Değirmenleri aktar, değirmenciler ayrı kayıt olsun.",
            "Değirmen",
            "Değirmen",
            ("Suyunu paylaştığı", "Değirmencisi"),
        ),
        (
            "slips",
            "Bu fişlerden saat kayıtları yap, getiren kişiyle ilişkilendir.",
            "Saat",
            "Saatin adı",
            ("Getiren",),
        ),
        (
            "fossils",
            "from the museum cellar - each specimen should be its own record, linked to whoever dug it up",
            "Specimen",
            "Fossil",
            ("Compared against", "Dug up by"),
        ),
        ("fossils", "Remember all this.", "Fossil", "Fossil", ("Compared against", "Dug up by")),
        (
            "fossils",
            "Make a type for rare ammonite fossils of ours",
            "Rare ammonite fossil",
            "Fossil",
            ("Compared against", "Dug up by"),
        ),
        (
            "repairs",
            "maintenance log, one record per ticket",
            "Ticket",
            "what broke",
            ("same cause as", "mended by"),
        ),
        (
            "repairs",
            "Don't lose this, and link who mended it",
            "Record",
            "what broke",
            ("same cause as", "mended by"),
        ),
        ("codes", "Make records of this table:", "Record", "Description", ()),
        (
            "boats",
            "Make records. Harbours and operators should be records of their own, linked to the boats.",
            "Vessel",
            "Vessel",
            ("Home harbour", "Run by"),
        ),
        (
            "boats",
            "Connect each with the harbour, not with the others.",
            "Vessel",
            "Vessel",
            ("Home harbour",),
        ),
        (
            "gözlem",
            "Gözlem tablosunu kayıt yap; gözlemciler ayrı kayıt olsun, gözlemlere bağlansın.",
            "Gözlem",
            "Gözlem no",
            ("Sulak alan", "Gözlemci"),
        ),
        (
            "dishes",
            "Comes from, Cooked by and Goes with should each lead to another record.",
            "Dish",
            "Dish",
            ("Comes from", "Cooked by", "Goes with"),
        ),
        (
            "dishes",
            "Keep these, with the countries and the cooks as things of their own.",
            "Dish",
            "Dish",
            ("Comes from", "Cooked by"),
        ),
        ("dishes", "yeni tür aç, adı Yemek olsun", "Yemek", "Dish", ("Cooked by",)),
        ("gözlem", "Gözlemleri alanlarına bağla.", "Gözlem", "Gözlem no", ("Sulak alan", "Gözlemci")),
        (
            "hives",
            "I'd like these colonies kept as records, connected to their apiary:",
            "Colony",
            "Colony ref",
            ("Apiary (site)",),
        ),
        (
            "stones",
            "Could you file these carved stones? Each should be tied to the place where it is set.",
            "Stone",
            "Motif",
            ("Where set",),
        ),
        (
            "books",
            "Connect every book with its publisher (the 'Out from' column) and its editor.",
            "Book",
            "Imprint / title",
            ("Out from", "Edited by"),
        ),
        (
            "eserler",
            "Şu listeyi kayıt yapar mısın? Her eseri ustasına ve iline bağla.",
            "Eser",
            "Eserin adı",
            ("Yapan usta", "Menşei (il)"),
        ),
    ],
)
def test_a_table_nobody_prepared_is_understood(
    sheet: str, asked: str, name: str, title: str, related: tuple[str, ...]
) -> None:
    found = find_sheet(f"{asked}\n\n{SHEETS[sheet]}")
    assert found is not None
    assert (found.name, found.title, (*found.selves, *found.others)) == (name, title, related)


KILNS = """Fırın,Tür,Fırın modeli,Yakan,Atölye
Kara,odunlu,Tav Fırın Büyük,Ece Tan,Ocak Evi
Ak,gazlı,Tav Fırın Küçük,Can Kor,Çamur Evi
Boz,odunlu,Tav Fırın Büyük,Ece Tan,Ocak Evi
"""
SAILS = """Sail,Type,Loft,Borrowed by
Main,dacron,High Loft,Ada Reed
Jib,nylon,Quay Loft,Bo Fane
Genoa,dacron,High Loft,Bo Fane
"""


@pytest.mark.parametrize(
    ("asked", "table", "others"),
    [
        ("Make a new record type, sails, with the loft linked", SAILS, ("Loft", "Borrowed by")),
        ("Each row is a sail; link the loft and the type column", SAILS, ("Type", "Loft", "Borrowed by")),
        ("Whoever borrowed it and whoever cut it should be links", SAILS, ("Loft", "Borrowed by")),
        ("Whoever borrowed it should be linked", SAILS, ("Loft", "Borrowed by")),
        ("Her satır bir fırın; atölyeleri ve kişileri bağla", KILNS, ("Fırın modeli", "Yakan", "Atölye")),
        ("Her satır bir fırın; yakan kişiyi bağla", KILNS, ("Fırın modeli", "Yakan", "Atölye")),
        ("Fırınlar yeni tür olsun, fırınları atölyelere bağla", KILNS, ("Fırın modeli", "Yakan", "Atölye")),
    ],
)
def test_words_for_records_add_columns_to_those_that_cells_tell(
    asked: str, table: str, others: tuple[str, ...]
) -> None:
    found = find_sheet(f"{asked}\n\n{table}")
    assert found is not None
    assert set(found.others) == set(others)


def test_rows_with_one_title_stay_apart_unless_only_their_relations_differ() -> None:
    table = (
        "Name,Born,Course\nAnn Fry,1990,Maths\nAnn Fry,1990,Physics\nAnn Fry,1971,Maths\nBo Ek,1980,Maths\n"
    )
    found = find_sheet(f"Save these and link each to the course:\n{table}")
    assert found is not None
    assert [one["title"] for one in found.records({})] == [
        *("Ann Fry", "Maths", "Physics", "Ann Fry (1971)", "Bo Ek"),
    ]
    ids = {(one["typeSlug"], one["title"].casefold()): one["title"] for one in found.records({})}
    pairs = [(one["sourceId"], one["targetId"]) for one in relation_rows(found, ids)]
    assert pairs == [
        ("Ann Fry", "Maths"),
        ("Ann Fry", "Physics"),
        ("Ann Fry (1971)", "Maths"),
        ("Bo Ek", "Maths"),
    ]


def test_a_cell_of_a_first_column_holds_for_the_empty_ones_below() -> None:
    choir = "Section,Singer,Joined\nAlto,Ada,2015\n,Bo,2018\nBass,Cy,2021\n,Di,2020\n"
    found = find_sheet(f"Keep our choir:\n{choir}")
    assert found is not None
    assert found.filled == "Section"
    assert [one["fields"]["section"] for one in found.records({})] == ["Alto", "Alto", "Bass", "Bass"]
    for other in (choir.replace("\n,Di", "\nAlto,Di"), choir.replace("Alto,Ada", ",Ada")):
        read = find_sheet(f"Keep our choir:\n{other}")
        assert (read is not None and read.filled) == "", other


def test_more_rows_go_to_the_type_that_has_their_columns() -> None:
    found = find_sheet("More of these:\nname,city,opened\nA,Bonn,1999\nB,Lund,2001\n")
    assert found is not None
    fields = [{"key": "city", "label": "city"}, {"key": "opened", "label": "Opened"}]
    assert found.fitting({"station": {"name": "Station", "fields": fields}}).slug == "station"
    assert found.fitting({"station": {"name": "Station", "fields": fields[:1]}}).slug == "record"


ODD = {
    "quoted": "Could you import these acquisitions? Link the objects to whoever made them.\n"
    "Acc. #,Object,Made by,Acquired on,Insured for,Notes\n"
    'A-1,Bronze ewer,"Hale, Sons",02/28/1962,"$1,510.50","Fine.\nSome wear, left"\n'
    "A-2,Oak settle,Pieter Bos,03/04/1963,$900.00,\n"
    'A-3,"Flute, boxwood","Hale, Sons",,"$12,000.00",Good\n',
    "duraklar": "Aşağıdaki listeyi kayda geçir, her durağı hattına bağla:\n\n"
    "Durak No;Durak İsmi;Geçtiği Hat;Hizmete Giriş;Günlük Yolcu;Uzaklık (km)\n"
    "001;Çınarlı;T1;01.02.1990;1.250;2,05\n002;Söğüt;T2;3 Mart 1992;3.272;2,70\n"
    "003;Ihlamur;;12.12.1999;12.001;13,00\n",
    "gemiler": "Gemi kayıtları oluştur, hepsini bağlama limanıyla eşleştir:\n\n"
    "IMO No|Geminin Adı|Bağlama Limanı|DWT\n9301234|Marmara Yıldızı|Tuzla|12.500\n"
    "9305678|Ege Rüzgarı|Aliağa|8.750\n9309012|Karadeniz Kızı|Tuzla|22.300\n",
    "bitkiler": "Şu tablodaki bitkiler için bir tür oluşturup kayıtları aç; familyaları da ayrı kayıt olsun "
    've bağla.\nBitkinin adı,Familyası,Çok yıllık mı?,Boy (m)\nDefne,Lauraceae,evet,"4,3"\n'
    'Nane,Lamiaceae,hayır,"0,5"\nKekik,Lamiaceae,evet,"0,2"\n',
    "ferries": "Please set our ferries up as records, each tied to the port it sails from.\n\n"
    "Vessel name|Home port|Entered service|Access?\nDunlin|Oban|3 March 1982|yes\n"
    "Fulmar|Oban|March 4, 1983|no\nGannet|Mallaig|5 May 1984|yes\n",
}


@pytest.mark.parametrize(
    ("sheet", "name", "others", "first"),
    [
        (
            "quoted",
            "Acquisition",
            ("Made by",),
            {"acc": "A-1", "acquiredOn": "1962-02-28", "insuredFor": "1510.50"},
        ),
        (
            "duraklar",
            "Durak",
            ("Geçtiği Hat",),
            {"durakNo": "001", "hizmeteGiris": "1990-02-01", "gunlukYolcu": "1250", "uzaklikKm": "2.05"},
        ),
        ("gemiler", "Gemi", ("Bağlama Limanı",), {"imoNo": "9301234", "dwt": "12500"}),
        ("bitkiler", "Bitki", ("Familyası",), {"cokYillikMi": "evet", "boyM": "4.3"}),
        ("ferries", "Ferry", ("Home port",), {"enteredService": "1982-03-03", "access": "yes"}),
    ],
)
def test_quotes_signs_dates_and_figures_are_read_as_their_sheet_writes_them(
    sheet: str, name: str, others: tuple[str, ...], first: dict[str, str]
) -> None:
    found = find_sheet(ODD[sheet])
    assert found is not None
    assert (found.name, found.others, len(found.rows.rows)) == (name, others, 3)
    made = found.records({})[0]["fields"]
    assert {key: made[key] for key in first} == first


CROWS = """Nest,Wood,Found,By,Helper,Trees
N-1,Long Moss,7-Sep-22,R. Tull,Anya Reid,4
N-2,Long Moss,3-Oct-89,Sigrid Holm,R. Tull,3
N-3,Far Carr,19-Oct-22,R. Tull,Anya Reid,8
"""


@pytest.mark.parametrize(
    "asked",
    [
        "Link the wood and the people:",
        "Relate each to the wood it is in, who took it and who lent a hand:",
    ],
)
def test_all_who_are_asked_for_are_found(asked: str) -> None:
    sheet = find_sheet(f"{asked}\n\n{CROWS}")
    assert sheet is not None
    assert sheet.others == ("Wood", "By", "Helper")
    found = [one["fields"]["found"] for one in sheet.records({}) if one["typeSlug"] == sheet.slug]
    assert found == ["2022-09-07", "1989-10-03", "2022-10-19"]


def test_makers_are_to_be_their_own_records() -> None:
    table = "Animal,Carved by,Restorer\nPig,Ilmont & Co,Ina Bell\nElk,Ilmont & Co,\nCat,Unknown,Ina Bell\n"
    sheet = find_sheet(f"carvers and restorers ought to be their own records\n\n{table}")
    assert sheet is not None
    assert sheet.others == ("Carved by", "Restorer")


def test_cells_may_call_a_row_by_its_code() -> None:
    sheet = find_sheet(
        "Eş fenerleri birbirine bağla:\n\nEnvanter no,Ad,Boy (cm),Eşi\n"
        "F-01,Gemici,41,F-02\nF-02,Gemici,40,F-01\nF-03,Bekçi,29,\nF-04,Bahçe,62,F-03\n"
    )
    assert sheet is not None
    assert sheet.selves == ("Eşi",)
    ids = {(sheet.slug, title.casefold()): title for title, _ in sheet.titled()}
    related = {(one["sourceId"], one["targetId"]) for one in relation_rows(sheet, ids)}
    twin = "Gemici (F-02)"
    assert related == {("Gemici", twin), (twin, "Gemici"), ("Bahçe", "Bekçi")}
