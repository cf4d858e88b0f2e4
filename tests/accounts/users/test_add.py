"""Adding a user to a firm."""

import pytest
from werkzeug.security import check_password_hash

from intake.accounts.users.actions import add
from intake.accounts.users.errors import UserAlreadyExists
from intake.accounts.users.models import User


@pytest.mark.parametrize("role", ["admin", "attorney", "staff", "paralegal"])
def test_member_is_active_at_once(firm, role):
    user = User.get_by_id(add(firm, f"{firm.id}@example.com", role).id)

    assert user.id.startswith("usr_")
    assert (user.role, user.status, user.firm_id, user.password_hash) == (role, "active", firm.id, None)


def test_password_is_stored_as_slow_hash(firm):
    user = add(firm, f"{firm.id}@example.com", "admin", password="correct horse")

    assert "correct horse" not in user.password_hash
    assert user.password_hash.startswith("scrypt:")
    assert check_password_hash(user.password_hash, "correct horse")
    assert not check_password_hash(user.password_hash, "Correct horse")


@pytest.mark.parametrize("change", [str, str.upper, str.title])
def test_address_is_unique_regardless_of_case(firm, rival, change):
    add(firm, f"{firm.id}@example.com", "admin")

    for other in (firm, rival):
        with pytest.raises(UserAlreadyExists):
            add(other, change(f"{firm.id}@example.com"), "staff")


def test_concurrent_users_with_one_address_conflict(firm, at_once):
    def attempt(_):
        try:
            return add(firm, f"{firm.id}@example.com", "staff")
        except UserAlreadyExists:
            return None

    assert len([user for user in at_once(4, attempt) if user]) == 1
    assert User.of(firm).count() == 1
