"""The baseline: Flask, psycopg2 and orjson, without key, rate limit, validation, event, log or ORM.

    GET /matters            a page of matters, and their number by count(*)
    GET /matters?stored=1   their number from the counts that Intake stores
    GET /matters?search=…   those with a word in their titles, counted up to 10,000
    POST /matters           a new row, committed

It runs under gunicorn with as many processes and threads as Intake.
"""

import os
import threading
from uuid import uuid4

import orjson
import psycopg2
from flask import Flask, Response, request

_ROWS = """
SELECT id, title, status, practice_area, client_id, documents_count, created_at FROM matters
WHERE firm_id = %s AND status = %s ORDER BY created_at DESC, id DESC LIMIT 20
"""
_STORED = "SELECT coalesce(sum(total), 0) FROM matter_counts WHERE firm_id = %s AND status = %s"
_INSERTED = """
INSERT INTO matters (id, firm_id, title, title_key, status, practice_area, created_at, updated_at)
VALUES (%s, %s, %s, %s, 'active', 'business', now(), now()) RETURNING id, created_at
"""
_FOUND = """
SELECT id, title, status, practice_area, client_id, documents_count, created_at FROM matters
WHERE firm_id = %s AND title_key LIKE %s ORDER BY created_at DESC, id DESC LIMIT 20
"""
_MATCHES = "SELECT count(*) FROM (SELECT FROM matters WHERE firm_id = %s AND title_key LIKE %s LIMIT 10001) AS found"
_COUNTED = "SELECT count(*) FROM matters WHERE firm_id = %s AND status = %s"

app = Flask(__name__)
_local = threading.local()


@app.get("/matters")
def matters():
    if "search" in request.args:
        return _answer(_FOUND, _MATCHES, (request.args["firm"], f"%{request.args['search']}%"))
    return _answer(_ROWS, _STORED if "stored" in request.args else _COUNTED,
                   (request.args["firm"], request.args["status"]))


def _answer(rows, total, parameters):
    with _connection().cursor() as cursor:
        cursor.execute(rows, parameters)
        columns = [column.name for column in cursor.description]
        rows = [dict(zip(columns, row, strict=True)) for row in cursor.fetchall()]
        cursor.execute(total, parameters)
        total = cursor.fetchone()[0]
    pagination = {"page": 1, "per_page": 20, "total": total, "has_more": total > 20}
    return _json({"data": rows, "pagination": pagination})


@app.post("/matters")
def create():
    body = request.get_json()
    with _connection().cursor() as cursor:
        cursor.execute(_INSERTED, (f"mat_{uuid4().hex}", body["firm"], body["title"], body["title"].lower()))
        id, created_at = cursor.fetchone()
    return _json({"data": {"id": id, "created_at": created_at}}, 201)


def _json(body, status=200):
    return Response(orjson.dumps(body), status, mimetype="application/json")


def _connection():
    """Return this thread's connection; Intake also has one per thread."""
    if not hasattr(_local, "connection"):
        _local.connection = psycopg2.connect(os.environ["DATABASE_URL"])
        _local.connection.autocommit = True
    return _local.connection
