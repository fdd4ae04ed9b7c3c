"""What goes out of each file by the policy: the words of each category, as a reader of the files would list them."""

LOG = "out/redaction-log.csv"
GONE = {
    "oneill-sam.pdf": {
        "ssn": ["541-22-9087", "541 22 9087", "9087"],
        "bank": ["123006800", "4402 7719 03", "7730 1185 26"],
        "address": ["2216 Larch Street, Apt 5", "Portland, OR 97214"],
        "third person": [
            "Rory O'Neill", "+1 503 555 0171", "Declan Byrne", "declan.byrne@maplepost.example", "Helen Abara",
            "Paul Meyer", "Niamh O'Neill", "Agnes Thornton",
        ],
    },
    "liu-grace.pdf": {
        "ssn": ["536-47-2210"],
        "bank": ["123006800", "4402 9051 77"],
        "address": ["77 Tanager Court", "Portland, OR 97202"],
        "third person": ["Mei Liu", "+1 503 555 0172", "Tobias Renner", "Wei Zhang"],
    },
}  # fmt: skip
