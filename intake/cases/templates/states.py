"""The limits of a template, and the states it may be for."""

MAX_DOCUMENTS = 100

KEPT_VERSIONS = 200
"""How many versions of a template are kept; saving a further one deletes the oldest."""

STOPS = NOTHING_OPEN, FORM_SENT, BEGUN = ("nothing_open", "form_sent", "begun")
"""When reminders stop: once nothing is open, the form is sent, or the client has done anything at all."""

TEXTS = ("name", "description")
TEXTS_OF_QUESTION = ("label", "help", "section", "options", "entry_label")
"""The texts of a template and of a question that can be translated; those of a document are `documents.states.TEXTS`.
"""

MOST_REMINDERS = 10
LATEST_DAY = 60

STATES = {
    "AL": "Alabama", "AK": "Alaska", "AZ": "Arizona", "AR": "Arkansas", "CA": "California", "CO": "Colorado",
    "CT": "Connecticut", "DE": "Delaware", "DC": "District of Columbia", "FL": "Florida", "GA": "Georgia",
    "HI": "Hawaii", "ID": "Idaho", "IL": "Illinois", "IN": "Indiana", "IA": "Iowa", "KS": "Kansas", "KY": "Kentucky",
    "LA": "Louisiana", "ME": "Maine", "MD": "Maryland", "MA": "Massachusetts", "MI": "Michigan", "MN": "Minnesota",
    "MS": "Mississippi", "MO": "Missouri", "MT": "Montana", "NE": "Nebraska", "NV": "Nevada", "NH": "New Hampshire",
    "NJ": "New Jersey", "NM": "New Mexico", "NY": "New York", "NC": "North Carolina", "ND": "North Dakota",
    "OH": "Ohio", "OK": "Oklahoma", "OR": "Oregon", "PA": "Pennsylvania", "RI": "Rhode Island", "SC": "South Carolina",
    "SD": "South Dakota", "TN": "Tennessee", "TX": "Texas", "UT": "Utah", "VT": "Vermont", "VA": "Virginia",
    "WA": "Washington", "WV": "West Virginia", "WI": "Wisconsin", "WY": "Wyoming", "AS": "American Samoa",
    "GU": "Guam", "MP": "Northern Mariana Islands", "PR": "Puerto Rico", "VI": "Virgin Islands",
}  # fmt: skip
"""The states, the District of Columbia and the territories, as the Postal Service abbreviates them, and their names."""
