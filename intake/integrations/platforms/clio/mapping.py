"""What of ours is what at Clio (interface, "Sync data mapping to integration A")."""

_LONGEST_DESCRIPTION = 255
_ADDRESS = (("city", "city"), ("state", "province"), ("zip", "postal_code"))


def contact(person):
    """The person as Clio takes a new contact."""
    data = {"type": "Person", "first_name": person.first_name, "last_name": person.last_name}
    if person.email:
        data["email_addresses"] = [{"name": "Work", "address": person.email, "default_email": True}]
    if person.phone:
        data["phone_numbers"] = [{"name": "Mobile", "number": person.phone, "default_number": True}]
    if person.date_of_birth:
        data["date_of_birth"] = person.date_of_birth.isoformat()
    if address := _address(person.address or {}):
        data["addresses"] = [address]
    return data


def matter(case, contact_id, practice_area_id):
    """The matter as Clio takes it. That `custom_number` can be written at all Clio does not say."""
    data = {"client": {"id": int(contact_id)}, "description": description(case)}
    if practice_area_id is not None:
        data["practice_area"] = {"id": practice_area_id}
    if case.case_number:
        data["custom_number"] = case.case_number
    return data


def description(case):
    """The matter's title, as long as Clio takes it."""
    return case.title[:_LONGEST_DESCRIPTION]


def _address(given):
    street = ", ".join(given[line] for line in ("line1", "line2") if given.get(line))
    address = {theirs: given[ours] for ours, theirs in _ADDRESS if given.get(ours)}
    if street:
        address["street"] = street
    return {"name": "Home", **address} if address else {}
