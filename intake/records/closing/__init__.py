"""Leaving: a firm is read-only for 30 days, and then erased (docs/exports.md)."""
