"""Numbers that prove themselves: cards, bank accounts, wallets, health numbers."""

import hashlib
import re

_BASE58 = "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz"
_BECH32 = "qpzry9x8gf2tvdw0s3jn54khce6mua7l"

# First digits of card numbers by issuer, with the lengths they come in.
_CARDS = (
    (re.compile(r"4"), (13, 16, 19)),
    (re.compile(r"5[1-5]|222[1-9]|22[3-9]|2[3-6]|27[01]|2720"), (16,)),
    (re.compile(r"3[47]"), (15,)),
    (re.compile(r"6011|64[4-9]|65"), (16, 17, 18, 19)),
    (re.compile(r"30[0-5]|3095|36|38|39"), (14, 15, 16, 17, 18, 19)),
    (re.compile(r"35(?:2[89]|[3-8])"), (16, 17, 18, 19)),
    (re.compile(r"62"), (16, 17, 18, 19)),
    (re.compile(r"5018|5020|5038|5893|6304|6759|676[1-3]"), (13, 14, 15, 16, 17, 18, 19)),
)

# Length of a bank account number by country.
IBAN_LENGTHS = {
    **{"AD": 24, "AE": 23, "AL": 28, "AT": 20, "AZ": 28, "BA": 20, "BE": 16, "BG": 22, "BH": 22, "BR": 29},
    **{"BY": 28, "CH": 21, "CR": 22, "CY": 28, "CZ": 24, "DE": 22, "DK": 18, "DO": 28, "EE": 20, "EG": 29},
    **{"ES": 24, "FI": 18, "FO": 18, "FR": 27, "GB": 22, "GE": 22, "GI": 23, "GL": 18, "GR": 27, "GT": 28},
    **{"HR": 21, "HU": 28, "IE": 22, "IL": 23, "IQ": 23, "IS": 26, "IT": 27, "JO": 30, "KW": 30, "KZ": 20},
    **{"LB": 28, "LC": 32, "LI": 21, "LT": 20, "LU": 20, "LV": 21, "MC": 27, "MD": 24, "ME": 22, "MK": 19},
    **{"MR": 27, "MT": 31, "MU": 30, "NL": 18, "NO": 15, "PK": 24, "PL": 28, "PS": 29, "PT": 25, "QA": 29},
    **{"RO": 24, "RS": 22, "SA": 24, "SC": 31, "SE": 24, "SI": 19, "SK": 24, "SM": 27, "ST": 25, "SV": 28},
    **{"TL": 23, "TN": 24, "TR": 26, "UA": 29, "VA": 22, "VG": 24, "XK": 20},
}


def is_card(digits: str) -> bool:
    """Tell whether digits are a card number: an issuer's beginning and length, and the Luhn check."""
    known = any(start.match(digits) and len(digits) in lengths for start, lengths in _CARDS)
    return known and has_luhn(digits)


def has_luhn(digits: str) -> bool:
    """Tell whether the last digit is the Luhn check of the others."""
    total = 0
    for place, digit in enumerate(reversed(digits)):
        value = int(digit) * (2 if place % 2 else 1)
        total += value - 9 if value > 9 else value
    return total % 10 == 0


def is_iban(text: str) -> bool:
    """Tell whether a text without spaces is a bank account number: country, length, remainder."""
    if IBAN_LENGTHS.get(text[:2]) != len(text) or not text[2:4].isdigit():
        return False
    moved = text[4:] + text[:4]
    return moved.isalnum() and int("".join(str(int(sign, 36)) for sign in moved)) % 97 == 1


def is_turkish_id(digits: str) -> bool:
    """Tell whether eleven digits are a Turkish identity number; one number in a hundred is by chance."""
    if len(digits) != 11 or digits[0] == "0":
        return False
    first = [int(digit) for digit in digits]
    tenth = (sum(first[0:9:2]) * 7 - sum(first[1:8:2])) % 10
    return first[9] == tenth and first[10] == sum(first[:10]) % 10


def is_isbn13(digits: str) -> bool:
    """Tell whether thirteen digits are a book number."""
    if len(digits) != 13 or not digits.startswith(("978", "979")):
        return False
    return sum(int(digit) * (3 if place % 2 else 1) for place, digit in enumerate(digits)) % 10 == 0


def is_bitcoin(text: str) -> bool:
    """Tell whether a text is a Bitcoin address with a right checksum."""
    return _has_base58_check(text) if text[0] in "13" else _has_bech32_check(text)


def is_nhs_number(digits: str) -> bool:
    """Tell whether ten digits are a British health number."""
    rest = sum(int(digit) * (10 - place) for place, digit in enumerate(digits[:9])) % 11
    return len(digits) == 10 and (11 - rest) % 11 == int(digits[9]) and len(set(digits)) > 1


def _has_base58_check(text: str) -> bool:
    number = 0
    for sign in text:
        value = _BASE58.find(sign)
        if value < 0:
            return False
        number = number * 58 + value
    try:
        raw = number.to_bytes(25, "big")
    except OverflowError:
        return False
    return hashlib.sha256(hashlib.sha256(raw[:-4]).digest()).digest()[:4] == raw[-4:]


def _has_bech32_check(text: str) -> bool:
    if text.lower() != text and text.upper() != text:
        return False
    prefix, _, data = text.lower().rpartition("1")
    values = [_BECH32.find(sign) for sign in data]
    if not prefix or len(values) < 6 or -1 in values:
        return False
    expanded = [ord(sign) >> 5 for sign in prefix] + [0] + [ord(sign) & 31 for sign in prefix]
    check = 1
    for value in expanded + values:
        top = check >> 25
        check = (check & 0x1FFFFFF) << 5 ^ value
        for bit, generator in enumerate((0x3B6A57B2, 0x26508E6D, 0x1EA119FA, 0x3D4233DD, 0x2A1462B3)):
            check ^= generator if top >> bit & 1 else 0
    return check in (1, 0x2BC830A3)
