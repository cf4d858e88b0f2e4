"""The speed of Intake, compared with baselines in the same run: `make bench`.

    python -m bench                  everything, a few minutes
    python -m bench lists memory     only these
    python -m bench pages            the console's pages, as docs/console.md; needs Chromium
    python -m bench --quick          a tenth of the rows and shorter runs, to check that it works

It runs on the embedded services; with DATABASE_URL it uses a database of its own on that server instead, which it
drops at the end. A missed target is shown and does not fail the run, since machines differ.
"""
