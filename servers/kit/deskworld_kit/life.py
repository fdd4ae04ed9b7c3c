"""The one invented life that all seed data tells.

Servers never import each other, yet the person in the address book, the sender of a mail and the guest of a meeting
must be the same. So who there is, where they work and what they are to the user is written here, once; each server
tells its own part of it in `seed.py`.

Everybody is made up, and every address lies in the reserved domains `.example` (RFC 2606); telephone numbers use the
ranges kept for fiction (555-01xx).
"""

from dataclasses import dataclass
from datetime import UTC, date, datetime

TODAY = datetime(2026, 3, 2, 8, 30, tzinfo=UTC)
"""Where the clock of a seeded world starts: a Monday morning."""


@dataclass(frozen=True)
class Person:
    """Somebody of the invented life. `tie` is what they are to the user: family, friend, work, customer, ..."""

    key: str
    name: str
    email: str
    phone: str
    tie: str
    company: str = ""
    role: str = ""
    birthday: date | None = None
    city: str = ""
    note: str = ""

    @property
    def given(self) -> str:
        """The first name."""
        return self.name.split()[0]


ME = Person(
    key="maya",
    name="Maya Lindqvist",
    email="maya@harborlight.example",
    phone="+1 503 555 0101",
    tie="me",
    company="Harborlight Coffee Roasters",
    role="Head of Operations",
    birthday=date(1988, 9, 14),
    city="Portland",
)


def _person(row: str) -> Person:
    key, name, email, phone, tie, company, role, birthday, city, note = (part.strip() for part in row.split("|"))
    born = date.fromisoformat(birthday) if birthday else None
    return Person(key, name, email, phone, tie, company, role, born, city, note)


_ROWS = """
tomas|Tomas Lindqvist|tomas.lindqvist@maplepost.example|+1 503 555 0102|family|Cascade Bridge Works|Civil engineer|1986-02-27|Portland|Husband
elsa|Elsa Lindqvist|elsa.lindqvist@maplepost.example|+1 503 555 0103|family|||2014-06-05|Portland|Daughter; phone for emergencies
ingrid|Ingrid Lindqvist|ingrid@nordhamn.example|+46 8 555 0104|family|||1957-11-30|Gothenburg|Mother
per|Per Lindqvist|per@nordhamn.example|+46 8 555 0105|family|||1954-03-08|Gothenburg|Father
jonas|Jonas Lindqvist|jonas.l@maplepost.example|+1 206 555 0106|family|Saltwater Studios|Illustrator|1991-12-19|Seattle|Brother
priya|Priya Raman|priya.raman@maplepost.example|+1 503 555 0107|friend|Oakridge Clinic|Paediatrician|1987-04-22|Portland|Climbing on Thursdays
ben|Ben Okafor|ben.okafor@maplepost.example|+1 503 555 0108|friend|Rosebud High School|Music teacher|1985-07-16|Portland|
lucia|Lucía Fernández|lucia.fernandez@maplepost.example|+1 415 555 0109|friend|Brightline Travel|Agent|1989-01-11|Oakland|College roommate
hannah|Hannah Weiss|hannah.weiss@maplepost.example|+1 503 555 0110|friend|||1990-10-03|Portland|Book club
kenji|Kenji Tanaka|kenji.tanaka@maplepost.example|+1 503 555 0111|friend|Tanaka Ceramics|Potter|1979-05-29|Astoria|Makes our cups
dana|Dana Whitfield|dana@harborlight.example|+1 503 555 0112|work|Harborlight Coffee Roasters|Chief Executive|1975-08-02|Portland|
marco|Marco Bellini|marco@harborlight.example|+1 503 555 0113|work|Harborlight Coffee Roasters|Head Roaster|1982-03-17|Portland|
aisha|Aisha Karim|aisha@harborlight.example|+1 503 555 0114|work|Harborlight Coffee Roasters|Finance Lead|1990-06-24|Portland|
theo|Theo Park|theo@harborlight.example|+1 503 555 0115|work|Harborlight Coffee Roasters|Marketing Manager|1993-11-08|Portland|
grace|Grace Liu|grace@harborlight.example|+1 503 555 0116|work|Harborlight Coffee Roasters|Customer Care|1996-02-13|Portland|
sam|Sam O'Neill|sam@harborlight.example|+1 503 555 0117|work|Harborlight Coffee Roasters|Warehouse Lead|1984-12-01|Portland|
noor|Noor Haddad|noor@harborlight.example|+1 503 555 0118|work|Harborlight Coffee Roasters|Wholesale Accounts|1991-09-27|Portland|
victor|Victor Sandoval|victor@harborlight.example|+1 503 555 0119|work|Harborlight Coffee Roasters|IT and Systems|1987-05-05|Portland|
emma|Emma Castellanos|emma@harborlight.example|+1 503 555 0120|work|Harborlight Coffee Roasters|People and Hiring|1986-10-19|Portland|
luis|Luis Ortega|luis.ortega@fincaelroble.example|+503 2555 0121|supplier|Finca El Roble|Grower||Santa Ana|Pacamara and Bourbon lots
abebe|Abebe Tadesse|abebe@yirgaunion.example|+251 11 555 0122|supplier|Yirga Union|Export Manager||Addis Ababa|
karin|Karin Holt|karin.holt@northpack.example|+1 360 555 0123|supplier|Northpack Packaging|Account Manager||Vancouver|Bags, labels, boxes
raj|Raj Mehta|raj.mehta@swiftfreight.example|+1 971 555 0124|supplier|Swift Freight|Dispatcher||Tacoma|
olga|Olga Petrova|olga@millstonemachines.example|+1 503 555 0125|supplier|Millstone Machines|Service Engineer||Portland|Roaster and grinder service
simon|Simon Achterberg|simon@greenbeanimport.example|+31 20 555 0126|supplier|Green Bean Import|Trader||Rotterdam|
carla|Carla Reyes|carla@bluedooreatery.example|+1 503 555 0127|customer|Blue Door Eatery|Owner||Portland|40 lb a week
wei|Wei Zhang|wei.zhang@lanternbooks.example|+1 503 555 0128|customer|Lantern Books and Coffee|Manager||Salem|
fiona|Fiona Gallagher|fiona@riversidehotel.example|+1 503 555 0129|customer|Riverside Hotel|Food and Beverage||Hood River|Pays late in winter
omar|Omar Farouk|omar@kiteandkettle.example|+1 541 555 0130|customer|Kite & Kettle|Owner||Bend|
julia|Julia Novak|julia.novak@brightdesk.example|+1 503 555 0131|customer|Brightdesk Coworking|Office Manager||Portland|Three kitchens
darnell|Darnell Brooks|darnell@fifthstreetmarket.example|+1 541 555 0132|customer|Fifth Street Market|Buyer||Eugene|
sofia|Sofia Marchetti|sofia@cortilecafe.example|+1 503 555 0133|customer|Cortile Café|Owner||Beaverton|
peter|Peter Vogel|peter.vogel@vogeltax.example|+1 503 555 0134|service|Vogel Tax & Books|Accountant||Portland|
nadia|Nadia Rahman|nadia@oakridgeclinic.example|+1 503 555 0135|service|Oakridge Clinic|Reception||Portland|
george|George Whitaker|george@whitakerhomes.example|+1 503 555 0136|service|Whitaker Homes|Landlord||Portland|The house on Alder Street
mina|Mina Sato|mina.sato@rosebudschool.example|+1 503 555 0137|service|Rosebud Elementary|Class teacher||Portland|Elsa's teacher
felix|Felix Brandt|felix@brandtlegal.example|+1 503 555 0138|service|Brandt Legal|Attorney||Portland|
tess|Tess Morgan|tess.morgan@dailygrindpress.example|+1 646 555 0139|press|Daily Grind Press|Editor||New York|
"""

CAST: tuple[Person, ...] = tuple(_person(row) for row in _ROWS.strip().splitlines())
"""Everybody but the user, in a fixed order."""

BY_KEY: dict[str, Person] = {person.key: person for person in (ME, *CAST)}


def tied(*ties: str) -> list[Person]:
    """Those of these ties, in the order of the cast."""
    return [person for person in CAST if person.tie in ties]
