"""The technologies as bits of `Player.technology_bits`. What each does stands where it happens:

| technology | rule | module |
|---|---|---|
| Gaslight, Electrical Light | Y-TECH-1, -13 | phases/build.py |
| Station, Tram, Stagecoach, Postal System | Y-TECH-2, -20, -5, -11 | phases/move.py (the token: phases/laboratory.py) |
| Mining Technology | Y-TECH-3 | phases/goods.py |
| Spinning Mill, University | Y-TECH-4, -14 | phases/tools.py |
| Exposition, Letterpress Printing, Patent System | Y-TECH-6, -9, -19 | phases/laboratory.py |
| Ball, Language School | Y-TECH-7, -8 | phases/extra.py |
| Winery, Brickyard | Y-TECH-10, -17 | phases/church.py, phases/customs.py |
| Newspaper, Telegram | Y-TECH-12, -15 | phases/place.py |
| Telephone | Y-TECH-16 | phases/recovery.py |
| System of Stock | Y-TECH-18 | phases/turns.py |
"""

from engine.yokohama.actions import TABLES

TECHNOLOGIES = TABLES.technologies
NUMBERS = {technology.id: number for number, technology in enumerate(TECHNOLOGIES)}


def bit(name: str) -> int:
    """The bit of a technology."""
    return 1 << NUMBERS[name]


GASLIGHT = bit("gaslight")
STATION = bit("station")
MINING_TECHNOLOGY = bit("mining_technology")
SPINNING_MILL = bit("spinning_mill")
STAGECOACH = bit("stagecoach")
EXPOSITION = bit("exposition")
BALL = bit("ball")
LANGUAGE_SCHOOL = bit("language_school")
LETTERPRESS_PRINTING = bit("letterpress_printing")
WINERY = bit("winery")
POSTAL_SYSTEM = bit("postal_system")
NEWSPAPER = bit("newspaper")
ELECTRICAL_LIGHT = bit("electrical_light")
UNIVERSITY = bit("university")
TELEGRAM = bit("telegram")
TELEPHONE = bit("telephone")
BRICKYARD = bit("brickyard")
SYSTEM_OF_STOCK = bit("system_of_stock")
PATENT_SYSTEM = bit("patent_system")
TRAM = bit("tram")
