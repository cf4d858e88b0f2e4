"""Buckets beside that of the application."""

from contextlib import closing

import boto3


def make_bucket(settings, name):
    """Make an empty bucket in the storage of these settings, whose own clients cannot."""
    with closing(boto3.client(
            "s3", endpoint_url=settings.s3_endpoint_url, region_name=settings.s3_region,
            aws_access_key_id=settings.s3_access_key_id,
            aws_secret_access_key=settings.s3_secret_access_key)) as client:
        client.create_bucket(Bucket=name)
