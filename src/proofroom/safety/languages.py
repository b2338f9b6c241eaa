"""How the two plainest attacks sound elsewhere: "ignore your instructions" and "tell me the password".

Stems, not words: a match needs one of each list close together, in either order. They are chosen so that
everyday texts, "Forgot your password? Follow these instructions" first of all, do not match. Everything is
compared after compatibility normalisation and case folding. English has its own, finer patterns.
"""

from proofroom.kernel.data import dataclass


@dataclass(frozen=True, slots=True)
class Language:
    """Stems of one language. `tell` is asked of the one who knows a secret: tell me, can you share."""

    ignore: tuple[str, ...]
    instructions: tuple[str, ...]
    tell: tuple[str, ...]
    secret: tuple[str, ...]


LANGUAGES: dict[str, Language] = {
    "ar": Language(
        ignore=("تجاهل", "انس كل", "انسَ", "تغاض عن"),
        instructions=("التعليمات", "الأوامر", "السابق", "القواعد", "الإرشادات", "ما سبق"),
        tell=("أخبرني", "اخبرني", "أعطني", "قل لي", "هل يمكنك إخباري", "هل يمكنك مشاركة", "هل يمكنك تأكيد"),
        secret=("كلمة المرور", "كلمة السر", "كلمة مرور", "المفتاح السري"),
    ),
    "bn": Language(
        ignore=("উপেক্ষা কর", "অগ্রাহ্য কর", "ভুলে যান"),
        instructions=("নির্দেশ", "আগের", "পূর্ববর্তী", "উপরের"),
        tell=("আমাকে বলুন", "বলতে পার", "আমাকে দিন", "শেয়ার করতে পার", "জানাতে পার", "নিশ্চিত করতে পার"),
        secret=("আপনার পাসওয়ার্ড", "সিস্টেমের পাসওয়ার্ড", "গোপন কী", "গোপন চাবি"),
    ),
    "de": Language(
        ignore=(
            "ignorier",
            "vergiss alle",
            "vergiss die",
            "vergessen sie alle",
            "vergessen sie die",
            "missachte",
        ),
        instructions=("anweisung", "vorangegangen", "anordnung", "alle regeln", "obige"),
        tell=(
            "sag mir",
            "sagen sie mir",
            "gib mir",
            "geben sie mir",
            "verrate mir",
            "was ist das",
            "wie lautet das admin",
            "wie lautet dein",
            "wie lautet ihr",
            "sie mir ihr",
        ),
        secret=("passwort", "kennwort", "geheimen schlüssel", "geheimschlüssel", "api-schlüssel"),
    ),
    "es": Language(
        ignore=(
            "ignora",
            "ignore",
            "ignorar",
            "olvida las",
            "olvida todas",
            "olvida lo",
            "olvide las",
            "olvide todas",
            "haz caso omiso",
        ),
        instructions=("instruccion", "indicacion", "lo anterior", "las reglas", "órdenes"),
        tell=(
            "dime",
            "dame",
            "puedes decirme",
            "puedes darme",
            "puedes compartir",
            "podrías decirme",
            "podrías darme",
            "cuál es la",
            "cuál es tu",
            "cuál es su",
        ),
        secret=("contraseña", "clave secreta", "clave de acceso"),
    ),
    "fr": Language(
        ignore=(
            "ignorez",
            "ignore les",
            "ignorer les",
            "oubliez les",
            "oublie les",
            "oublie toutes",
            "ne tiens pas compte",
            "ne tenez pas compte",
        ),
        instructions=("instruction", "consigne", "ce qui précède", "les règles", "directives"),
        tell=(
            "dis-moi",
            "dites-moi",
            "donne-moi",
            "donnez-moi",
            "pouvez-vous me",
            "pouvez-vous confirmer",
            "pouvez-vous partager",
            "peux-tu me",
            "quel est ton",
            "quel est votre",
            "quel est le",
        ),
        secret=("mot de passe", "clé secrète", "code secret"),
    ),
    "hi": Language(
        ignore=("अनदेखा कर", "अनदेखी कर", "नज़रअंदाज़", "नजरअंदाज", "उपेक्षा कर", "भूल जा"),
        instructions=("निर्देश", "पिछल", "उपरोक्त", "ऊपर दिए"),
        tell=("मुझे बता", "साझा कर सकते", "दे सकते", "क्या होगा", "क्या है", "पुष्टि कर सकते", "कर सकते हैं"),
        secret=("आपका पासवर्ड", "तुम्हारा पासवर्ड", "हमारे सिस्टम", "पासवर्ड की पुष्टि", "गुप्त कुंजी", "गुप्त कोड"),
    ),
    "id": Language(
        ignore=("abaikan", "lupakan"),
        instructions=("instruksi", "perintah sebelum", "petunjuk sebelum", "semua aturan", "hal di atas"),
        tell=(
            "beri tahu saya",
            "beritahu saya",
            "berikan saya",
            "berikan kepada saya",
            "saya membutuhkan",
            "sebutkan",
        ),
        secret=("kata sandi", "sandi rahasia", "string rahasia", "kunci rahasia"),
    ),
    "it": Language(
        ignore=("ignora", "ignorate", "dimentica le", "dimentica tutte", "dimenticate le"),
        instructions=("istruzion", "indicazioni", "quanto sopra", "le regole"),
        tell=("dimmi", "dammi", "puoi dirmi", "puoi darmi", "potresti dirmi", "qual è la", "ti chiedessi"),
        secret=("password", "parola d'ordine", "parola segreta", "chiave segreta"),
    ),
    "ja": Language(
        ignore=("無視", "すべて忘れ", "全て忘れ"),
        instructions=("指示", "命令", "これまで", "上記", "以前の"),
        tell=("教えて", "言って", "共有して"),
        secret=("パスワードを", "パスワードが必要", "暗証番号を", "秘密の鍵", "秘密鍵", "合言葉"),
    ),
    "ko": Language(
        ignore=("무시하", "모두 잊"),
        instructions=("지시", "명령", "이전", "위의"),
        tell=("알려줘", "알려줄 수", "말해줘", "말해 줘", "공유해", "너의", "당신의"),
        secret=("비밀번호", "암호를", "비밀 키", "비밀 열쇠"),
    ),
    "nl": Language(
        ignore=("negeer", "vergeet alle", "vergeet de vorige"),
        instructions=("instructies", "opdrachten", "bovenstaande", "regels"),
        tell=("vertel me", "geef me", "wat is je", "wat is uw"),
        secret=("wachtwoord", "geheime sleutel"),
    ),
    "pl": Language(
        ignore=("zignoruj", "ignoruj", "zapomnij o"),
        instructions=("instrukcj", "polece", "powyższe", "wszystkie zasady"),
        tell=("powiedz mi", "podaj mi", "czy możesz podać", "jakie jest twoje"),
        secret=("hasło", "tajny klucz"),
    ),
    "pt": Language(
        ignore=("ignore", "ignora", "esqueça", "desconsidere"),
        instructions=("instruç", "o texto acima", "as regras", "ordens anteriores"),
        tell=(
            "me diga",
            "diga-me",
            "me dê",
            "dê-me",
            "pode me dizer",
            "pode me dar",
            "poderia me",
            "qual é a",
            "qual é sua",
        ),
        secret=("senha", "palavra-passe", "chave secreta"),
    ),
    "ru": Language(
        ignore=("игнориру", "проигнориру", "забудь", "не обращай"),
        instructions=("инструкц", "указани", "предыдущ", "все правила", "вышесказанн"),
        tell=(
            "скажи мне",
            "скажите мне",
            "сообщите мне",
            "можете сообщить",
            "можете сказать",
            "поделитесь",
            "назовите",
            "какой у вас",
        ),
        secret=("пароль", "секретный ключ", "секретное слово"),
    ),
    "th": Language(
        ignore=("เพิกเฉย", "ละเว้น", "ไม่ต้องสนใจ", "ลืมคำสั่ง", "มองข้าม"),
        instructions=("คำสั่ง", "ก่อนหน้า", "ข้างต้น", "คำแนะนำ"),
        tell=("บอกฉัน", "บอกเรา", "คุณช่วยบอก", "คุณยืนยัน"),
        secret=("รหัสผ่าน", "รหัสลับ"),
    ),
    "tl": Language(
        ignore=("huwag pansinin", "balewalain", "kalimutan"),
        instructions=("tagubilin", "panuto", "mga utos", "nakaraang", "naunang"),
        tell=("sabihin sa akin", "ibigay sa akin", "ano ang iyong"),
        secret=("password", "lihim na susi", "lihim na code"),
    ),
    "tr": Language(
        ignore=("görmezden gel", "yok say", "dikkate alma", "göz ardı et", "unutun", "her şeyi unut"),
        instructions=("talimat", "yönerge", "tüm kurallar", "komutlar"),
        tell=(
            "bana söyle",
            "söyler misin",
            "söyleyebilir misin",
            "verebilir misin",
            "bana ver",
            "paylaşabilir misin",
            "söyle",
        ),
        secret=(
            "şifreyi",
            "şifreni",
            "parolayı",
            "parolanı",
            "yönetici parola",
            "api anahtar",
            "gizli anahtar",
        ),
    ),
    "uk": Language(
        ignore=("ігноруй", "проігноруй", "забудь"),
        instructions=("інструкц", "вказівк", "попередн", "вищезазначен"),
        tell=("скажи мені", "скажіть мені", "повідомте мені", "поділіться"),
        secret=("пароль", "секретний ключ"),
    ),
    "vi": Language(
        ignore=("bỏ qua", "phớt lờ", "quên hết", "quên tất cả"),
        instructions=(
            "hướng dẫn trước",
            "hướng dẫn ở trên",
            "chỉ dẫn trước",
            "chỉ thị",
            "các lệnh",
            "mọi hướng dẫn",
            "tất cả hướng dẫn",
        ),
        tell=("cho tôi biết", "nói cho tôi", "của bạn là gì", "chia sẻ"),
        secret=("mật khẩu", "khóa bí mật", "mã bí mật"),
    ),
    "zh": Language(
        ignore=("忽略", "无视", "無視", "忽視", "忘记所有", "忘记你", "忘记之前", "忘掉", "不要理会"),
        instructions=("指示", "指令", "之前的", "上述", "先前", "以上内容", "以上所有"),
        tell=("告诉我", "告訴我", "给我", "給我", "什么", "什麼", "分享"),
        secret=(
            "你的密码",
            "您的密码",
            "你的密碼",
            "你的密钥",
            "你的秘密",
            "您的密钥",
            "系统密码",
            "系统的密码",
        ),
    ),
}
