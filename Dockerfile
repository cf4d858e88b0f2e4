# syntax=docker/dockerfile:1
# One image for web server, worker and commands. docs/deploying.md describes how it is run.
ARG PYTHON=3.11

FROM python:${PYTHON}-slim-trixie AS build
# requirements-billing.txt for an installation that charges its firms
ARG REQUIREMENTS=requirements.txt
WORKDIR /build
COPY requirements*.txt ./
# Of the descriptions of Amazon's 400 services (28 MB) those of storage and roles are used.
RUN python -m venv --without-pip /venv \
    && python -m pip --python /venv/bin/python install --no-cache-dir --only-binary=:all: -r "$REQUIREMENTS" \
    && find /venv/lib/python*/site-packages/botocore/data -mindepth 1 -maxdepth 1 -type d ! -name s3 ! -name sts \
        -exec rm -r {} +

FROM python:${PYTHON}-slim-trixie
ENV PATH=/venv/bin:$PATH PYTHONUNBUFFERED=1
WORKDIR /app
# The folder becomes a volume, which takes its owner from here.
RUN install -d -o 10001 -g 10001 /etc/intake
COPY --from=build /venv /venv
COPY . .
RUN python -m compileall -q .
USER 10001:10001
EXPOSE 8000
HEALTHCHECK --interval=15s --timeout=5s --start-period=60s CMD ["python", "-m", "deploy.is_ready"]
CMD ["gunicorn", "--config", "config/gunicorn.py", "wsgi:app"]
