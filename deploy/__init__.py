"""What installations are made with, beside the files of their platforms; needs nothing but Python."""
