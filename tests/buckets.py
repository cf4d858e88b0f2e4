"""Buckets other than the application's."""

from contextlib import closing

import boto3


def make_bucket(settings, name):
    """Create an empty bucket in the storage of these settings, which the application's client cannot."""
    with closing(boto3.client(
            "s3", endpoint_url=settings.s3_endpoint_url, region_name=settings.s3_region,
            aws_access_key_id=settings.s3_access_key_id,
            aws_secret_access_key=settings.s3_secret_access_key)) as client:
        client.create_bucket(Bucket=name)
