"""How requests write dates, times and prices, in English and Turkish."""

import re
from typing import Final

MONTHS: Final = (
    "january|february|march|april|may|june|july|august|september|october|november|december|ocak|subat|mart"
    "|nisan|mayis|haziran|temmuz|agustos|eylul|ekim|kasim|aralik"
)
DAYS: Final = (
    "monday|tuesday|wednesday|thursday|friday|saturday|sunday"
    "|pazartesi|sali|carsamba|persembe|cuma|cumartesi|pazar"
)
DATE: Final = re.compile(
    rf"(?:\b(?:{DAYS}),? )?\b\d{{1,2}}(?:\s?[-–]\s?\d{{1,2}})?(?:st|nd|rd"
    rf"|th)?(?: of)?\s+(?:{MONTHS})(?:\s+\d{{4}})?\b"
    rf"|\b(?:{MONTHS})\s+\d{{1,2}}(?:st|nd|rd|th)?(?:\s?[-–]\s?\d{{1,2}})?(?:,?\s+\d{{4}})?\b"
    rf"|\b\d{{1,2}}[./]\d{{1,2}}[./]\d{{4}}\b"
)
_CLOCK: Final = r"\d{1,2}(?:[:.]\d{2})?(?:\s?(?:am|pm)\b)?"
_WEEK: Final = (
    rf"(?:(?:{DAYS})(?:s|[dt][ae]n|y[ae]|l[ae]ri?)?\b|\b(?:mon|tues?|wed|thu(?:rs)?|fri|sat|sun|pzt|sal|car|per"
    rf"|cum|cmt)\b)"
)
TIMES: Final = re.compile(
    rf"(?:(?:{_WEEK} haric )?(?:(?:from|every|each|on|her)\s+)?(?:{_WEEK}|weekdays|weekends|daily|every day"
    rf"|week|her gun"
    rf"|hafta ici|hafta sonu|gun)(?:\s*(?:to|through|and|-|–|ile|ve)\s*(?:{_WEEK})(?: arasi| gunleri)?)?"
    rf"(?:\s+gunleri)?,?\s*(?:from\s+|saat\s+)?)?(?<![\d+]){_CLOCK}\s?(?:-|–|to|until|ile|ila)\s?{_CLOCK}"
    r"(?:\s*aras\w*)?(?!\s*(?:\d|%|years?\b|yas|people|kisi|months?\b))"
    rf"|(?:(?:every |each |on |her )?{_WEEK}(?:\s+gunleri)?,?\s+(?:at\s+|saat\s+)?|\bat\s+|\bsaat\s+)"
    rf"(?:\d{{1,2}}[:.]\d{{2}}(?:\s?[ap]m)?|\d{{1,2}}\s?[ap]m)\b"
)
MONEY: Final = (
    r"(?:(?:[£$€₺¥₹]|CHF|USD|EUR|GBP|chf|usd|eur|gbp)\s?(?:\d[\d.,]*\d|\d)|\d[\d.,]*\s?(?:TL|tl|lira|[₺€]"
    r"|euros?\b|dollars?\b|pounds?\b|(?:EUR|USD|GBP|CHF|SEK|NOK|DKK|PLN|CZK|AUD|CAD|Kč|kc|kr|zł|zl|Ft|lei)\b)(?!\w))"
)
UPPER: Final = "A-ZÇĞİÖŞÜÂÉÈÊÄÅØÑ"
