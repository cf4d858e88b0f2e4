-- What is written on the pages of uploaded files, where the file says it.

-- `lines` are [x, y, width, height, text], in thousandths of the page's width.
CREATE TABLE page_texts (
    firm_id   text NOT NULL REFERENCES firms,
    upload_id text NOT NULL,
    number    integer NOT NULL,
    lines     jsonb NOT NULL,
    PRIMARY KEY (firm_id, upload_id, number),
    FOREIGN KEY (firm_id, upload_id) REFERENCES uploads (firm_id, id) ON DELETE CASCADE
);
