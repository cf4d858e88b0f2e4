"""What people ask about the data that a firm has of them: access, correction, deletion, portability (docs/privacy.md).
"""
