"""The pages on which a letter is signed: agreeing to that, reading to the end, signing or declining."""
