"""Opening matters from a file."""

import io
import re
from html import unescape
from string import ascii_uppercase
from time import process_time

import pytest
from werkzeug.datastructures import FileStorage
from werkzeug.test import encode_multipart

from intake.cases.clients.models import Client
from intake.cases.documents.models import DocumentRequest
from intake.cases.matters.models import Matter
from intake.console.matter_import.reading import NOT_CSV, TOO_LARGE, UNENDED, WORKBOOK
from intake.console.matter_import.states import MOST_COLUMNS
from intake.portal.links.models import IntakeLink
from tests.builders import a_client, a_matter, a_template, a_user

IMPORT = "/matters/import"


class Import:
    """A person who imports: `page` is the last page. The worker opens matters at once."""

    def __init__(self, browser, worker):
        self.browser, self.worker, self.page, self.address = browser, worker, browser.get(IMPORT), IMPORT

    def choose(self, content):
        """Choose a file with this content, a text or bytes."""
        body = content if isinstance(content, bytes) else content.encode()
        self.address = IMPORT
        self.page = self.browser.get(IMPORT)
        return self._send(file=FileStorage(io.BytesIO(body), "matters.csv", content_type="text/csv"))

    def press(self, action, **typed):
        """Press a button of the page that shows the rows, after something was typed."""
        self._send(action=action, **{"rest": self.rest, "shown": re.findall(
            'name="shown" value="([0-9]+)', self.page.text)}
            | dict(re.findall('name="(version)" value="([0-9a-f]+)', self.page.text)) | typed)
        if action == "open":
            self.worker.perform_tasks()
            self.page = self.browser.get(self.address)
        return self.page

    def solve(self, problem, button="replace", by=None):
        """Press the button, `leave_out` or `replace`, for the problem of several rows, after choosing `by`."""
        at_problem = f'name="{button}" value="([0-9a-f]+)">[^<]*<span class="unseen">: {problem}'
        [name] = re.findall(at_problem, self.page.text)
        return self.press("", **{button: name} | ({f"by {name}": by} if by else {}))

    @property
    def rest(self):
        """What the page shows as text to be corrected."""
        found = re.search(r'<textarea[^>]* name="rest"[^>]*>\n?([^<]*)', self.page.text)
        return unescape(found[1]) if found else ""

    @property
    def problems(self):
        """What is wrong with each row, in the order of the page."""
        return [unescape(text) for text in re.findall(r'<p class="wrong">([^<]*)', self.page.text)]

    @property
    def notice(self):
        """What is wrong with the whole file, at its field, which has the focus."""
        assert 'aria-describedby="file-hint file-wrong" aria-invalid="true" autofocus>' in self.page.text
        return unescape(re.search(r'<p class="wrong" id="file-wrong">([^<]*)', self.page.text)[1])

    def _send(self, **fields):
        token = next(form for form in self.browser.forms_of(self.page.text) if form.action == self.address)
        boundary, body = encode_multipart({"csrf": token.fields["csrf"]} | fields)
        self.page = self.browser.post(self.address, body, content_type=f"multipart/form-data; boundary={boundary}")
        if self.page.location:
            self.address = self.page.location
            self.page = self.browser.get(self.address)
        return self.page


@pytest.fixture
def importing(desk, worker):
    return Import(desk, worker)


def titles(firm):
    return sorted(matter.title for matter in Matter.of(firm))


class TestOpening:
    def test_rows_become_matters_with_clients_and_checklists(self, importing, firm):
        a_user(firm).change(first_name="Dana", last_name="Whitfield")
        template = a_template(firm, name="Divorce", practice_area="family_law", documents=[{"name": "Passport"}])
        importing.choose(
            "Title,Practice area,First name,Last name,E-mail address,Phone,Language,In charge,Template,Tags\n"
            '"Silva, Docket 7",,Ana,Silva,ana@gmail.con,(518) 555-0142,Spanish,Dana Whitfield,divorce,"vip, 2026"\n'
            "No client,Real estate,,,,,,,,\n")
        assert importing.problems == []
        assert "Did you mean gmail.com?" in importing.page.text
        assert titles(firm) == []
        assert "2 rows are ready" in importing.page.text
        page = importing.press("open")
        assert page.status_code == 200
        assert "2 matters are open." in page.text
        assert titles(firm) == ["No client", "Silva, Docket 7"]
        silva = Matter.of(firm).where(Matter.title == "Silva, Docket 7").get()
        assert (silva.practice_area, silva.intake_template_id) == ("family_law", template.id)
        assert silva.tags == ["vip", "2026"]
        assert silva.assigned_attorney
        assert (silva.client.email, silva.client.phone) == ("ana@gmail.con", "+15185550142")
        assert silva.client.custom_fields == {"language": "es"}
        assert [request.name for request in DocumentRequest.of(firm)] == ["Passport"]
        assert not IntakeLink.of(firm).exists()
        send = next(form for form in importing.browser.forms_of(page.text) if form.action == "/matters/bulk")
        question = importing.browser.post(send.action, send.fields).location
        assert "There is no link to send" in importing.browser.get(question).text, "the last one has no client"

    def test_a_colleague_is_shown_by_name_however_the_file_names_them(self, importing, firm):
        people = [a_user(firm), a_user(firm), a_user(firm)]
        for user, first_name in zip(people, ("Dana", "Sven", "Sven"), strict=True):
            user.change(first_name=first_name, last_name="Brown")
        dana, sven = people[0].email, people[1].email
        page = importing.choose(f"title,practice area,in charge\nA,Other,{dana.upper()}\nB,Other,{sven}\n"
                                "C,Other,dana brown\nD,Other,nemo\n")
        shown = re.findall('<td data-label="In charge"><bdi>([^<]*)', page.text)
        assert shown == ["nemo", "Dana Brown", f"Sven Brown ({sven})", "Dana Brown"]

    def test_a_client_of_several_rows_is_one(self, importing, firm):
        importing.choose("title,practice area,first name,last name,email\nOne,Other,Zoe,Zett,zoe@example.com\n"
                         "Two,Other,Zoe,Zett,\nThree,Other,zoe,zett,ZOE@example.com\nFour,Other,Bob,Bell,\n"
                         "Five,Other,Bob,Bell,\n")
        importing.press("open")
        assert sorted(client.full_name for client in Client.of(firm)) == ["Bob Bell", "Zoe Zett"]
        assert len({matter.client_id for matter in Matter.of(firm)}) == 2
        assert len(titles(firm)) == 5

    def test_clients_on_file_are_used(self, importing, firm):
        by_address = a_client(firm, first_name="Ana", last_name="Silva", email="ana@example.com")
        by_number = a_client(firm, first_name="José", last_name="Peña", phone="+15185550142")
        by_name = a_client(firm, first_name="Chidi", last_name="Okafor", email="chidi@example.com")
        importing.choose("title,practice area,first name,last name,email,phone\nA,Other,Ana,Silva,Ana@example.com,\n"
                         "B,Other,Jose,Pena,,518-555-0142\nC,Other,Chidi,Okafor,,\n")
        importing.press("open")
        clients = {matter.title: matter.client_id for matter in Matter.of(firm)}
        assert clients == {"A": by_address.id, "B": by_number.id, "C": by_name.id}
        assert Client.of(firm).count() == 3

    def test_opened_once_when_sent_twice(self, importing, firm):
        importing.choose("title,practice area\nOne,Other\n")
        shown = importing.page
        importing.press("open")
        importing.page = shown
        importing.press("open")
        assert titles(firm) == ["One"]

    def test_one_that_was_opened_meanwhile_stays_on_the_page(self, importing, firm):
        importing.choose("title,practice area\nOne,Other\nTwo,Other\n")
        a_matter(firm, title="Two")
        page = importing.press("open")
        assert "1 matter is open." in page.text
        assert importing.problems == ["A matter with this title already exists."]
        assert titles(firm) == ["One", "Two"]


class TestWrongRows:
    @pytest.mark.parametrize(("row", "problem"), [
        (",Other,,,,,,", "Enter a title of at most 255 characters."),
        ("Taken,Other,,,,,,", "A matter with this title already exists."),
        ("FIRST,Other,,,,,,", "Row 2 has the same title."),
        ("X,Maritime,,,,,,", "“Maritime” is not a practice area."),
        ("X,,,,,,,", "Enter a practice area, such as “Family law”."),
        ("X,Other,Bob,,,,,", "Please enter the last name."),
        ("X,Other,Bob,Bell,bob,,,", "Please enter an e-mail address, such as name@example.com."),
        ("X,Other,Bob,Bell,,12,,", "Please enter a telephone number with its area code, such as (518) 555-0142."),
        ("X,Other,Bob,Bell,ana@example.com,,,", "This e-mail address belongs to another client, Ana Silva."),
        ("X,Other,Max,Moss,,,,", "Several clients have this name. Give the e-mail address or telephone number."),
        ("X,Other,Bob,Bell,zoe@example.com,,,", "Row 2 has this e-mail address with another name."),
        ("X,Other,,,,,Nemo,",
         "Nemo does not work for the firm. Give the name or the e-mail address of somebody who does."),
        ("X,Other,,,,,Sam Hill,", "Several people are called Sam Hill. Give the e-mail address."),
        ("X,Other,,,,,,Nope", "There is no template “Nope”."),
    ])
    def test_named_with_what_to_do(self, importing, firm, row, problem):
        a_matter(firm, title="taken")
        a_client(firm, first_name="Ana", last_name="Silva", email="ana@example.com")
        for number in range(2):
            a_client(firm, first_name="Max", last_name="Moss", email=f"max{number}@example.com")
            a_user(firm).change(first_name="Sam", last_name="Hill")
        importing.choose("title,practice area,first name,last name,email,phone,in charge,template\n"
                                f"First,Other,Zoe,Zett,zoe@example.com,,,\n{row}\n")
        assert importing.problems == [problem]
        assert "1 row is ready" in importing.page.text

    def test_rows_of_one_address_lack_a_name_that_the_file_has_no_column_for(self, importing):
        importing.choose("title,practice area,last name,email\nOne,Other,Bell,b@example.com\n"
                         "Two,Other,Moss,b@example.com\n")
        assert importing.problems[0] == "Please enter the first name."

    @pytest.mark.parametrize("on_file", [True, False])
    def test_a_name_of_two_clients_chooses_neither(self, importing, firm, on_file):
        first = "" if on_file else "One,Other,Ana,Silva,ana@example.com\n"
        if on_file:
            a_client(firm, first_name="Ana", last_name="Silva", email="ana@example.com")
        importing.choose(f"title,practice area,first name,last name,email\n{first}"
                         "Two,Other,Ana,Silva,a@example.org\nThree,Other,Ana,Silva,\n")
        assert importing.problems == ["Several clients have this name. Give the e-mail address or telephone number."]

    def test_a_number_of_two_clients_with_the_name_chooses_neither(self, importing, firm):
        for number in range(2):
            a_client(firm, first_name="Max", last_name="Moss", email=f"max{number}@example.com", phone="+15185550142")
        importing.choose("title,practice area,first name,last name,email,phone\nOne,Other,Max,Moss,,518-555-0142\n"
                         "Two,Other,Max,Moss,max1@example.com,518-555-0142\n")
        assert importing.problems == ["Several clients have this name. Give the e-mail address or telephone number."]
        assert "1 row is ready" in importing.page.text

    def test_a_number_of_many_clients_is_only_that_of_their_exact_names(self, importing, firm):
        for letter in ascii_uppercase[:21]:
            a_client(firm, first_name="Johann", last_name=f"Bach{letter}", phone="+15185550142")
        importing.choose("title,practice area,client,phone\nA,Other,Johann BachA,518-555-0142\n"
                         "B,Other,Johan BachB,518-555-0142\n")
        assert importing.page.text.count("on file</span>") == 1
        assert "2 rows are ready" in importing.page.text

    def test_right_ones_are_opened_and_the_others_kept_as_they_were_corrected(self, importing, firm):
        importing.choose("title,practice area\nOne,Other\nTwo,\n\nThree,Othr\n")
        assert importing.rest == "row,title,practice_area\n3,Two,\n5,Three,Othr\n"
        importing.press("open", rest=importing.rest.replace("Two,", "Two,Family law"))
        assert titles(firm) == ["One"]
        assert "1 row is ready" in importing.page.text
        assert "5,Three,Othr" in importing.rest
        importing.press("check", rest=importing.rest.replace("Othr", "Other"))
        assert importing.problems == []
        assert "2 rows are ready" in importing.page.text
        importing.press("open")
        assert titles(firm) == ["One", "Three", "Two"]
        assert "3 matters are open." in importing.page.text

    def test_unknown_columns_are_named(self, importing):
        page = importing.choose("title,practice area,Docket\nOne,Other,17\n")
        assert "Not read, because no column of a matter is called that: Docket" in page.text

    def test_another_client_with_the_name_is_pointed_out(self, importing, firm):
        a_client(firm, first_name="Ana", last_name="Silva", email="ana@example.com")
        page = importing.choose("title,practice area,first name,last name,email\nOne,Other,Ana,Silva,a@example.org\n")
        assert "Another client with this name is on file. This will be a second one." in page.text
        importing.press("open")
        assert Client.of(firm).count() == 2


class TestFiles:
    @pytest.mark.parametrize("body", [
        '"Practice\narea";Title\nOther;Müller\n'.encode("cp1252"),
        "Título\tÁrea de práctica\nMüller\tOtra\n".encode("utf-16"),
        b"sep=;\r\n\"title\";\"practice_area\"\r\nM\xc3\xbcller;Other\r\n",
        "sep=|\ntitle|practice area\nMüller|Other\n".encode(),
        "\ufefftitle,practice_area\r\nMüller,other\r\n".encode(),
        b'Asunto|area of law|description\rM\x9fller|Other|"A\nB"\r',
    ])
    def test_of_every_spreadsheet_are_read(self, importing, firm, body):
        importing.choose(body)
        importing.press("open")
        assert titles(firm) == ["Müller"]

    def test_with_names_of_any_length_are_checked_in_a_moment(self, importing):
        name = "".join(chr(0x4E00 + place ** 3 % 311) for place in range(40_000))
        began = process_time()
        importing.choose("title,practice area,first name,last name,email\n"
                         f"One,Other,A,{name},a@example.com\nTwo,Other,A,{name[::-1]},a@example.com\n")
        assert process_time() - began < 2
        assert importing.problems == ["Please enter the last name."]

    @pytest.mark.parametrize(("content", "problem"), [
        ("", "The file is empty."),
        ("\n\n", "The file is empty."),
        ("title,practice area\n,\n", "The file has no rows below the names of the columns."),
        ("title\n" + "One\n" * 5001, TOO_LARGE),
        ("title\n" + "x" * 1_000_001, TOO_LARGE), (f"title{',x' * 500}\nOne\n", TOO_LARGE),
        (b"PK\x03\x04title\x00\xff", WORKBOOK), (b"%PDF-1.7\ntitle\n", NOT_CSV),
        (b"\x7fELF\x00\x01\n,\n", NOT_CSV), ("title\nOne\n" + "x" * 140_000, UNENDED.format(row=3)),
        ('title,practice area\nOne,Other\n"Two,Other\nThree,Other\n', UNENDED.format(row=3)),
        ("sep=;", "The file is empty."),
    ])
    def test_that_cannot_be_read_say_why(self, importing, content, problem):
        assert importing.choose(content).status_code == 422
        assert importing.notice == problem

    @pytest.mark.parametrize("language", ["en", "es"])
    def test_the_example_can_be_imported(self, importing, firm, desk, language):
        desk.set_cookie("language", language)
        importing.choose(desk.get(f"{IMPORT}/example.csv").data)
        importing.press("open")
        assert titles(firm) == ["Delgado v. Northern Freight", "Estate of Okafor"]

    def test_line_breaks_of_other_programs_end_no_row(self, importing, firm):
        importing.choose('title,practice area,description,tags\nOne,Other,"first\u2028second\x0bthird\x85",a\n')
        importing.press("open")
        matter = Matter.of(firm).get()
        assert (matter.title, matter.description, matter.tags) == ("One", "first\u2028second\x0bthird", ["a"])

    def test_that_are_too_large_are_refused_in_every_encoding(self, importing):
        rows = "".join(f"Matter {number},Other,{'x' * 2000}\n" for number in range(250))
        importing.choose(f"title,practice area,description\n{rows}".encode("utf-16"))
        assert importing.notice == TOO_LARGE

    def test_that_no_request_can_hold_say_so_on_a_page(self, importing):
        page = importing.choose("title\n" + "x" * 1_100_000)
        assert page.status_code == 413
        assert "This is too much at once: at most 1 MB." in page.text

    def test_of_the_largest_size_are_opened(self, importing, firm):
        importing.choose("title,practice area,description\n"
                         + "".join(f"Дело {number},Other,{'Ж' * 4900}\n" for number in range(30)))
        assert importing.press("open").status_code == 200
        assert len(titles(firm)) == 30

    def test_what_was_typed_stays_when_it_cannot_be_read(self, importing):
        importing.choose("title,practice area\nOne,Other\nTwo,\n")
        importing.press("check", rest='row,title\n7,"Two')
        assert UNENDED.format(row=7) in importing.page.text
        importing.press("check", rest="nonsense\nTwo")
        assert importing.rest == "nonsense\nTwo"
        assert 'aria-describedby="rest-hint rest-wrong" aria-invalid="true" autofocus' in importing.page.text
        assert "One" in importing.page.text


EXPORTS = {
    "clio": ("Display Number,Client,Practice Area,Responsible Attorney,Matter Description,Status,Open Date\n"
             '00012-Silva,"Silva, Ana",Family law,,Divorce,Closed,01/31/2024\n',
             ("00012-Silva", "Ana Silva", None, "Divorce", "closed")),
    "lawmatics": ("Matter Name,First Name,Last Name,Email,Phone,Practice Area,Status\n"
                  "Silva divorce,Ana,Silva,ana@example.com,518.555.0142,Family law,Lost\n",
                  ("Silva divorce", "Ana Silva", "+15185550142", None, "closed")),
    "mycase": ("Case/Matter Name,Number,Practice Area,Case Description,Case Closed,Closed Date,Lead Attorney\n"
               "Silva divorce,7,Family law,Divorce,true,03/01/2026,\n",
               ("Silva divorce", None, None, "Divorce", "closed")),
    "practicepanther": ("Account Name,Matter Name,Status,Assigned To,Practice Area,Phone Mobile,Email\n"
                        "Ana Silva,Silva divorce,Open,,Family law,518.555.0142,ana@example.com\n",
                        ("Silva divorce", "Ana Silva", "+15185550142", None, "active")),
    "outlook": ("First Name,Last Name,Company,E-mail Address,Home Phone,Mobile Phone,Practice Area\n"
                "Ana,Silva,Acme,ana@example.com,,+1 (518) 555-0142,Family law\n",
                ("Ana Silva", "Ana Silva", "+15185550142", None, "active")),
    "google": ("Given Name,Family Name,E-mail 1 - Value,Phone 1 - Value,Organization Name,Area of law\n"
               ',,,5185550142,"Acme Freight, LLC",Family law\n',
               ("Acme Freight, LLC", "Acme Freight, LLC", "+15185550142", None, "active")),
}


@pytest.mark.parametrize("program", EXPORTS)
def test_exports_of_other_programs_are_read(importing, firm, program):
    content, expected = EXPORTS[program]
    importing.choose(content)
    assert importing.problems == []
    importing.press("open")
    [matter] = Matter.of(firm)
    client = matter.client
    assert (matter.title, client and client.full_name, client and client.phone, matter.description,
            matter.status) == expected


def test_a_problem_of_several_rows_is_solved_for_all(importing, firm):
    importing.choose("title,practice area,in charge\nA,Maritime,Nemo\nB,Maritime,Nemo\nC,,\nD,,\nE,Odd,\nF,Odd,\n")
    importing.solve("“Maritime” is not a practice area.", by="business")
    importing.solve("Nemo does not work for the firm.")
    importing.solve("Enter a practice area, such as “Family law”.", by="immigration")
    assert importing.problems == ["“Odd” is not a practice area."] * 2
    importing.solve("“Odd” is not a practice area.", "leave_out")
    importing.press("open")
    assert sorted((matter.title, matter.practice_area) for matter in Matter.of(firm)) == [
        ("A", "business"), ("B", "business"), ("C", "immigration"), ("D", "immigration")]


def test_an_old_page_does_not_take_back_what_was_corrected(importing, firm):
    old = importing.choose("title,practice area\nA,Maritime\nB,Maritime\nC,Odd\nD,Odd\n")
    importing.solve("“Maritime” is not a practice area.", by="business")
    importing.page = old
    page = importing.solve("“Odd” is not a practice area.", "leave_out")
    assert page.status_code == 409
    assert page.text.count('class="typed"') == 1
    assert "The rows have changed meanwhile, in another tab or by a colleague." in page.text
    assert "Nothing is open yet · 4 rows" in importing.browser.get(IMPORT).text
    importing.page = importing.browser.get(importing.address)
    assert importing.problems == ["“Odd” is not a practice area."] * 2


def test_columns_that_are_not_known_are_chosen(importing, firm):
    importing.choose(f"Akte{',' * 16_383}\nOne\n")
    assert importing.page.text.count('name="column"') == MOST_COLUMNS
    importing.choose("Akte,Gebiet,Mandant\nSilva v. Acme,Family law,Silva Ana\n")
    assert "The first row of the file is read as their names." in importing.page.text
    assert "<bdi>Silva v. Acme</bdi>" in importing.page.text
    importing.press("columns", column=["", "practice_area", ""], shown="9" * 5000)
    assert "Say what the columns are." in importing.page.text
    importing.press("columns", column=["title", "practice_area", "client"])
    assert "1 row is ready" in importing.page.text
    importing.press("columns", column=["title", "practice_area", ""])
    assert "Not read, because no column of a matter is called that: Mandant" in importing.page.text
    importing.press("open")
    [matter] = Matter.of(firm)
    assert (matter.title, matter.practice_area, matter.client_id) == ("Silva v. Acme", "family_law", None)
