"""Names, and variants of them for the same person or company (docs/conflicts.md, "How good it is").

`population()` gives the records, `pairs()` the queries, each with the record that it has to find. They are generated
deterministically, plus `HAND_PICKED` variants as they occur in files of law firms.
"""

import random
from itertools import count


def _words(text):
    return text.split()


FIRST = _words("""
James Mary Robert Patricia John Jennifer Michael Linda David Elizabeth William Barbara Richard Susan Joseph Jessica
Thomas Sarah Carlos Karen Daniel Lisa Matthew Nancy Anthony Sandra Mark Ashley Donald Kimberly Steven Emily Paul Donna
Andrew Michelle Joshua Carol Kenneth Amanda Kevin Dorothy Brian Melissa George Deborah Timothy Stephanie Ronald Rebecca
Jason Sharon Edward Laura Jeffrey Cynthia Ryan Kathleen Jacob Amy Gary Angela Nicholas Shirley Eric Brenda Jonathan
Pamela Stephen Emma Larry Nicole Justin Helen Scott Samantha Brandon Katherine Benjamin Christine Samuel Debra Gregory
Rachel Alexander Carolyn Patrick Janet Frank Maria Raymond Olivia Jack Heather Dennis Jerry Diane José Luis Juan
Guadalupe Rosa Miguel Lucía Sofía Pedro Fernando Beatriz Ximena Alejandra Rodrigo Esperanza Wei Ming Hiroshi Yuki Thanh
Priya Rajesh Anjali Olga Dmitri Svetlana Fatima Ahmed Omar Leila Chinedu Amara Kwame Ingrid Björn François Zoë
""")
LAST = _words("""
Smith Johnson Williams Brown Jones García Miller Davis Rodríguez Martínez Hernández López González Wilson Anderson
Thomas Taylor Moore Jackson Martin Lee Pérez Thompson White Harris Sánchez Clark Ramírez Lewis Robinson Walker Young
Allen King Wright Scott Torres Nguyen Hill Flores Green Adams Nelson Baker Hall Rivera Campbell Mitchell Carter Roberts
Gómez Phillips Evans Turner Díaz Parker Cruz Edwards Collins Reyes Stewart Morris Morales Murphy Cook Rogers Gutiérrez
Ortiz Morgan Cooper Peterson Bailey Reed Kelly Howard Ramos Kim Cox Ward Richardson Watson Brooks Chávez Wood James
Bennett Gray Mendoza Ruiz Hughes Price Álvarez Castillo Sanders Patel Myers Long Ross Foster Jiménez Powell Jenkins
Perry Russell Sullivan Bell Coleman Butler Henderson Barnes Fisher Vásquez Simmons Romero Jordan Patterson Alexander
Hamilton Graham Reynolds Griffin Wallace Moreno West Cole Hayes Bryant Herrera Gibson Ellis Tran Medina Aguilar Stevens
Murray Ford Castro Marshall Owens Harrison Fernández McDonald Woods Washington Kennedy Wells Vargas Henry Chen Freeman
Webb Tucker Guzmán Burns Crawford Olson Simpson Porter Hunter Gordon Méndez Silva Shaw Snyder Mason Dixon Muñoz Hunt
Hicks Holmes Palmer Wagner Black Robertson Boyd Rose Stone Salazar Fox Warren Mills Meyer Rice Schmidt Garza Daniels
Ferguson Nichols Stephens Soto Weaver Ryan Gardner Payne Grant Dunn Kelley Spencer Hawkins Arnold Pierce Hansen Peters
Santos Hart Bradley Knight Elliott Cunningham Duncan Armstrong Hudson Carroll Lane Riley Andrews Alvarado Ray Delgado
Berry Perkins Hoffman Johnston Matthews Peña Richards Contreras Willis Carpenter Lawrence Sandoval Guerrero George
Chapman Rios Estrada Ortega Watkins Greene Núñez Wheeler Valdez Harper Burke Larson Santiago Maldonado Morrison Franklin
Kowalski Nowak Ivanov Petrov Sokolov Novák Horvat Yamamoto Tanaka Suzuki Watanabe Zhang Wang Huang Takahashi Okonkwo
Adeyemi Mensah Haddad Khoury Rahman Hossain Andersson Johansson Eriksson Müller Schneider Fischer Weber Rossi Ferrari
""")
STEMS = _words("""
Acme Apex Summit Pioneer Liberty Redwood Bluebonnet Lonestar Cascade Evergreen Horizon Keystone Sterling Meridian
Frontier Cypress Magnolia Sierra Tidewater Ironwood Silverado Brazos Pecan Travis Zenith Quantum Vanguard Patriot
Northwind Southgate Eastbrook Westfield Harborview Lakeside Riverbend Stonegate Oakmont Maplewood Granite Falcon
""")
TRADES = ["Roofing", "Plumbing", "Logistics", "Insurance", "Construction", "Dental Care", "Motors", "Properties",
          "Foods", "Staffing", "Electric", "Landscaping"]
FORMS = ["LLC", "Inc.", "Corp.", "Co.", "Ltd.", "L.L.C.", "Incorporated", "Corporation", "Company", "PLLC"]
LETTERS = "abcdefghijklmnopqrstuvwxyz"

HAND_PICKED = [tuple(line.split(" = ")) for line in """
Robert Schmidt = Bob Schmidt
William O'Brien = Bill OBrien
Elizabeth Vandermeer = Liz Van der Meer
Margaret Fitzgerald = Peggy Fitzgerald
Catherine Zielinski = Kathy Zielinsky
Katherine Pappas = Catherine Pappas
Francisco Javier Ibarra = Paco Ibarra
José Antonio Quintanilla = Jose Quintanilla
María de los Ángeles Cabrera = Maria Cabrera
Guadalupe Villarreal = Guadalupe Villareal
Juan Carlos de la Cruz = Juan Delacruz
Ana Sofía Peña-Nieto = Ana Pena Nieto
Sergei Kuznetsov = Сергей Кузнецов
Oleksandr Shevchenko = Aleksandr Shevchenko
Volodymyr Tkachenko = Vladimir Tkachenko
Yevgeny Tchaikovsky = Evgeni Chaykovskiy
Dmitry Shostakovich = Dmitri Schostakowitsch
Mikhail Gorbachev = Michael Gorbachov
Ekaterina Sorokina = Yekaterina Sorokina
Mohammed Al-Sayed = Muhammad Alsayed
Mohamed Abdel Rahman = Mohammad Abdelrahman
Ahmad Hussein = Ahmed Husain
Yousef Khalil = Yusuf Khaleel
Fatima Zahra Benali = Fatma Benali
محمد حسين = Mohammed Hussein
王伟 = Wei Wang
Xiao-Ming Liu = Xiaoming Liu
Nguyễn Thị Mai = Mai Nguyen
Trần Văn Hùng = Hung Tran
Björk Guðmundsdóttir = Bjork Gudmundsdottir
Jürgen Müller = Juergen Mueller
François Lefèvre = Francois Lefevre
Søren Kjærgaard = Soren Kjaergaard
Łukasz Wójcik = Lukasz Wojcik
Γιώργος Παπαδόπουλος = Giorgos Papadopoulos
Seán Mac Giolla = Sean MacGiolla
Thomas McAllister = Tom Mc Allister
John Smithson Jr. = Smithson, John
Dr. Angela Whitfield, MD = Angela Whitfield
Hon. Raymond Castellanos = Ray Castellanos
Stephen Philips = Steven Phillips
Geoffrey Allan = Jeffrey Allen
Deborah Reid = Debra Reed
Shaun Macleod = Sean McLeod
Jon Meier = John Meyer
Kristin Olsen = Kristen Olson
Erik Petersen = Eric Peterson
Theresa Carr = Teresa Carr
Jacqueline Dubois = Jackie Du Bois
Anthony Di Marco = Tony DiMarco
Leonardo D'Angelo = Leonardo DAngelo
Nathaniel Hawthorne Reese = Nate Reese
Zachary Lindqvist = Zack Lindquist
Matthew Thorndike = Matt Thorndyke
Alexander Papageorgiou = Alex Papageorgiu
Samantha Brightwater = Sam Brightwater
Christopher Okafor = Chris Okafor
Benjamin Rosenthal = Ben Rosental
Abigail Wetherby = Abby Weatherby
Frederick Ullman = Fred Ulmann
Timothy Xavier Blackwood = T. X. Blackwood
J. R. Castleberry = James Castleberry
Acme Roofing, LLC = ACME ROOFING
The Boeing Company = Boeing Co.
International Business Machines Corporation = Intl. Business Machines Corp.
Johnson & Johnson = Johnson and Johnson, Inc.
First National Bank of Amarillo = First Natl Bank Amarillo
Grupo Bimbo, S.A. de C.V. = Grupo Bimbo SA de CV
Müller & Söhne GmbH = Mueller und Soehne
ООО Газпромбанк = Gazprombank
St. Mary's Hospital = Saint Marys Hosp.
Smith Bros. Trucking = Smith Brothers Trucking Inc
Western Mfg. Group = Western Manufacturing Group LLC
Microsoft Corporation = Mircosoft Corp
Walgreens Boots Alliance = Walgreen Boots Alliance Inc.
Lone Star Steakhouse LLC = Lonestar Steakhouse
Blue Bell Creameries, L.P. = Bluebell Creameries
H-E-B Grocery Company = HEB Grocery
""".strip().splitlines()]


def population():
    """Return the names of the records: 4,000 people and 480 companies, and those of `HAND_PICKED`."""
    chance = random.Random(18)
    people = [f"{first} {last}" for first in FIRST for last in LAST]
    chosen = chance.sample(people, 4_000)
    companies = [f"{stem} {trade} {chance.choice(FORMS)}" for stem in STEMS for trade in TRADES]
    return [*chosen, *companies, *(record for record, _ in HAND_PICKED)]


def pairs():
    """Return (query, record) of more than 2,000 pairs."""
    chance, records = random.Random(492), population()
    people, companies = records[:4_000], records[4_000:4_480]
    made, turn = [(query, record) for record, query in HAND_PICKED], count()
    for record in chance.sample(people, 1_700):
        made.append((_OF_PEOPLE[next(turn) % len(_OF_PEOPLE)](record, chance), record))
    for record in chance.sample(companies, 400):
        made.append((_OF_COMPANIES[next(turn) % len(_OF_COMPANIES)](record, chance), record))
    return made


def _typo(word, chance):
    """Return the word with a typing error after its first letter, which is left out, doubled, replaced or exchanged."""
    place = chance.randrange(1, len(word))
    before, letter, after = word[:place], word[place], word[place + 1:]
    kind = chance.randrange(4)
    if kind == 0 and len(word) > 4:
        return before + after
    if kind == 1 or len(word) < 4:
        return before + letter + letter + after
    if kind == 2 or not after:
        return before + chance.choice(LETTERS) + after
    return before + after[0] + letter + after[1:]


def _typo_last(name, chance):
    first, last = name.split()
    return f"{first} {_typo(last, chance)}"


def _typo_first(name, chance):
    first, last = name.split()
    return f"{_typo(first, chance)} {last}"


def _reversed(name, chance):
    first, last = name.split()
    return f"{last.upper()}, {first}"


def _plain(name, chance):
    return name.translate(str.maketrans("áéíóúñüöçëÁÉÍÓÚë", "aeiounuoceAEIOUe")).lower()


def _middle(name, chance):
    first, last = name.split()
    return f"{first} {chance.choice(FIRST)} {last}"


def _middle_initial(name, chance):
    first, last = name.split()
    return f"{first} {chance.choice(LETTERS).upper()}. {last}"


def _second_surname(name, chance):
    return f"{name}-{chance.choice(LAST)}"


def _initial(name, chance):
    first, last = name.split()
    return f"{first[0]}. {last}"


def _titled(name, chance):
    return chance.choice(("Dr. {}", "Ms. {}", "{}, Esq.", "{} Jr.", "Hon. {}", "{} III")).format(name)


def _both(name, chance):
    return _typo_last(_plain(name, chance), chance)


_OF_PEOPLE = (_typo_last, _typo_first, _reversed, _plain, _middle, _middle_initial, _second_surname, _initial, _titled,
              _both)


def _other_form(name, chance):
    return f"{name.rpartition(' ')[0]}, {chance.choice(FORMS)}"


def _without_form(name, chance):
    return name.rpartition(" ")[0]


def _shouted(name, chance):
    return name.upper().replace(".", "")


def _typo_in_company(name, chance):
    stem, rest = name.split(maxsplit=1)
    return f"{_typo(stem, chance)} {rest}"


def _the(name, chance):
    return f"The {name}"


def _in_group(name, chance):
    return f"{name.rpartition(' ')[0]} Group {chance.choice(FORMS)}"


_OF_COMPANIES = (_other_form, _without_form, _shouted, _typo_in_company, _the, _in_group)
