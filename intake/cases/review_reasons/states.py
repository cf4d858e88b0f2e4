"""The reasons that every firm begins with, and the length of one."""

TEXT_LENGTH = 500

BUILT_IN = {
    "cut_off": {
        "en": "Part of the page is cut off. Please send it again with all four edges visible.",
        "es": "Una parte de la página está cortada. Envíela de nuevo con los cuatro bordes visibles."},
    "blurred": {
        "en": "The picture is blurred. Please take it again in good light, holding the camera still.",
        "es": "La imagen está borrosa. Tómela de nuevo con buena luz y sin mover la cámara."},
    "wrong_document": {
        "en": "This is not the document that we asked for. Please send the right one.",
        "es": "Este no es el documento que pedimos. Envíe el correcto, por favor."},
    "pages_missing": {
        "en": "Pages are missing. Please send all of them.",
        "es": "Faltan páginas. Envíelas todas."},
    "out_of_date": {
        "en": "This document is out of date. Please send the current one.",
        "es": "Este documento no está vigente. Envíe el actual."},
    "not_readable": {
        "en": "The file cannot be read. Please send it again, as a PDF or a photo.",
        "es": "No se puede leer el archivo. Envíelo de nuevo, como PDF o foto."},
}
"""Texts by language, by the name of the reason."""
