"""The floor: what a bare Flask view needs for the same list. No key, no limit, no checks, no log, no ORM.

    /matters            the statements that Intake sends for its list: the rows, and the total from the kept counts
    /matters?count=1    the total by count(*) instead, which is what one would write first

It runs under gunicorn as Intake does: as many processes and threads.
"""

import json
import os
import threading

import psycopg2
from flask import Flask, Response, request

_ROWS = """
SELECT id, title, status, practice_area, client_id, documents_count, created_at FROM matters
WHERE firm_id = %s AND status = %s ORDER BY created_at DESC, id DESC LIMIT 20
"""
_KEPT = "SELECT coalesce(sum(total), 0) FROM matter_counts WHERE firm_id = %s AND status = %s"
_COUNTED = "SELECT count(*) FROM matters WHERE firm_id = %s AND status = %s"

app = Flask(__name__)
_mine = threading.local()


@app.get("/matters")
def matters():
    wanted = request.args["firm"], request.args["status"]
    with _connection().cursor() as cursor:
        cursor.execute(_ROWS, wanted)
        columns = [column.name for column in cursor.description]
        rows = [dict(zip(columns, row, strict=True)) for row in cursor.fetchall()]
        cursor.execute(_COUNTED if "count" in request.args else _KEPT, wanted)
        total = cursor.fetchone()[0]
    pagination = {"page": 1, "per_page": 20, "total": total, "has_more": total > 20}
    return Response(json.dumps({"data": rows, "pagination": pagination}, default=str), mimetype="application/json")


def _connection():
    """This thread's connection, as Intake has one for each of its threads."""
    if not hasattr(_mine, "connection"):
        _mine.connection = psycopg2.connect(os.environ["DATABASE_URL"])
        _mine.connection.autocommit = True
    return _mine.connection
