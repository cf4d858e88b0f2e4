"""Writes a report to a file while its rows are read."""

from intake.core.clock import now
from intake.core.csv_lines import csv_lines
from intake.core.pdf_fonts import REGULAR, text_width
from intake.core.pdf_pages import QUIET, Column, PdfPages
from intake.web.formatting import format_date, format_moment

from .columns import Words, as_cell
from .names import FILTERS
from .states import CSV, INTAKE_FUNNEL

_BAR_HEIGHT, _BAR_GAP, _LABELS = 20, 10, 130
_BAR_COLOR = 0.12, 0.23, 0.37


def write_report(file, report, type, firm, rows):
    """Write the rows of a report of this `ReportType` to a binary file, in the report's format."""
    if report.format == CSV:
        names = [column.name for column in type.columns]
        for line in csv_lines(names, ([as_cell(row[name]) for name in names] for row in rows)):
            file.write(line)
    else:
        _write_pdf(file, report, type, firm, rows)


def _write_pdf(file, report, type, firm, rows):
    words = Words(report.language, firm.timezone)
    _, title = words.translate, words.translate(type.title)
    with PdfPages(file, firm.name, title, language=report.language, wide=report.type != INTAKE_FUNNEL,
                  translate=_, foot=format_moment(now(), firm.timezone, report.language)) as pages:
        pages.title(title, _about(report, words))
        if report.type == INTAKE_FUNNEL:
            rows = list(rows)
            _draw_funnel(pages, [(_format_cell(type.columns[0], row, words), row["links"]) for row in rows])
        columns = [Column(_(column.title), column.share, column.right) for column in type.shown]
        pages.table(columns, ([_format_cell(column, row, words) for column in type.shown] for row in rows))


def _format_cell(column, row, words):
    return column.written(words, row[column.name])


def _about(report, words):
    """Return the line with the report's days and filters."""
    days = [format_date(day, report.language) if day else "…" for day in (report.first_day, report.last_day)]
    period = [] if days == ["…", "…"] else [" – ".join(days)]
    filters = [f"{words.translate(label)}: {words.choice(report.filters[name])}"
               for name, label in FILTERS.items() if name in report.filters]
    return " · ".join([*period, *filters])


def _draw_funnel(pages, steps):
    """Draw a bar for each step, its length in proportion to the first one."""
    most, canvas = max(1, *(number for _, number in steps)), pages.canvas
    room = pages.width - _LABELS - 60
    for name, number in steps:
        pages.y -= _BAR_HEIGHT
        canvas.setFillColorRGB(*_BAR_COLOR)
        length = room * number / most
        canvas.rect(pages.left + _LABELS, pages.y, max(length, 1), _BAR_HEIGHT, stroke=0, fill=1)
        middle = pages.y + _BAR_HEIGHT / 2 - 3.5
        pages.write(pages.left + _LABELS - 8 - text_width(name, REGULAR, 10), middle, name)
        pages.write(pages.left + _LABELS + max(length, 1) + 6, middle, str(number), gray=QUIET)
        pages.space(_BAR_GAP)
    pages.space(_BAR_GAP)
