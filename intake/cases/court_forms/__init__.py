"""Court forms: a catalogue of official ones, and a firm's own PDFs, filled in with what a matter has."""
