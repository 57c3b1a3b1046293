"""The technologies as bits of `Player.technology_bits`. The module where each one works:

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

from typing import Final

from engine.yokohama.actions import TABLES

TECHNOLOGIES: Final = TABLES.technologies
NUMBERS: Final = {technology.id: number for number, technology in enumerate(TECHNOLOGIES)}


def bit(name: str) -> int:
    """The bit of a technology."""
    return 1 << NUMBERS[name]


GASLIGHT: Final = bit("gaslight")
STATION: Final = bit("station")
MINING_TECHNOLOGY: Final = bit("mining_technology")
SPINNING_MILL: Final = bit("spinning_mill")
STAGECOACH: Final = bit("stagecoach")
EXPOSITION: Final = bit("exposition")
BALL: Final = bit("ball")
LANGUAGE_SCHOOL: Final = bit("language_school")
LETTERPRESS_PRINTING: Final = bit("letterpress_printing")
WINERY: Final = bit("winery")
POSTAL_SYSTEM: Final = bit("postal_system")
NEWSPAPER: Final = bit("newspaper")
ELECTRICAL_LIGHT: Final = bit("electrical_light")
UNIVERSITY: Final = bit("university")
TELEGRAM: Final = bit("telegram")
TELEPHONE: Final = bit("telephone")
BRICKYARD: Final = bit("brickyard")
SYSTEM_OF_STOCK: Final = bit("system_of_stock")
PATENT_SYSTEM: Final = bit("patent_system")
TRAM: Final = bit("tram")
