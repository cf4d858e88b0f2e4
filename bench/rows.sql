-- Gives each of some firms as many matters, with a client for every third of them and a document request for every one.
-- Rows go to the firms in turn, so that one firm's lie scattered over the table, as they do where firms work side by
-- side. Of ten matters nine are active. Names are drawn by hashing the row's number: every run has the same rows.

CREATE TEMP TABLE drawn ON COMMIT DROP AS
WITH words AS (
    SELECT ARRAY['Ana', 'Ben', 'Carla', 'David', 'Elif', 'Frank', 'Grace', 'Hugo', 'Ines', 'Jonas', 'Karin', 'Liam',
                 'Maria', 'Noah', 'Olga', 'Pablo', 'Rosa', 'Sven', 'Tara', 'Victor'] AS given,
           ARRAY['Alvarez', 'Brown', 'Chen', 'Dubois', 'Eriksen', 'Fischer', 'Garcia', 'Huber', 'Ivanov', 'Jansen',
                 'Keller', 'Lopez', 'Miller', 'Nguyen', 'Okafor', 'Pereira', 'Quinn', 'Rossi', 'Silva', 'Taylor',
                 'Ueda', 'Vargas', 'Weber', 'Young', 'Zimmermann'] AS family,
           ARRAY['custody', 'adoption', 'estate', 'visa', 'injury', 'lease', 'contract', 'appeal'] AS cause,
           ARRAY['personal_injury', 'estate_planning', 'family_law', 'immigration', 'criminal', 'business',
                 'real_estate', 'other'] AS area,
           ARRAY['Passport', 'Birth certificate', 'Tax return', 'Bank statement', 'Police report', 'Medical records',
                 'Custody order', 'Lease'] AS paper
)
SELECT lpad(upper(to_hex(%(first)s + n)), 26, '0') AS number,  -- hexadecimal digits are an identifier's digits too
       (%(firms)s::text[])[1 + n %% cardinality(%(firms)s)] AS firm_id,
       n / cardinality(%(firms)s) AS nth,
       given[1 + (hashint4(n) & 65535) %% 20] AS first_name,
       CASE n / cardinality(%(firms)s) WHEN %(each)s / 2 THEN 'Qzarski'
            ELSE family[1 + (hashint4(n + 1) & 65535) %% 25] END AS last_name,
       family[1 + (hashint4(n + 2) & 65535) %% 25] AS opponent,
       cause[1 + (hashint4(n + 3) & 65535) %% 8] AS cause,
       area[1 + (hashint4(n + 3) & 65535) %% 8] AS area,
       paper[1 + (hashint4(n + 4) & 65535) %% 8] AS paper,
       timestamptz '2024-01-01' + n * interval '5 minutes' AS created_at,
       timestamptz '2027-01-01' + (hashint4(n + 5) & 65535) * interval '10 minutes' AS updated_at
FROM words, generate_series(0, cardinality(%(firms)s) * %(each)s - 1) AS n;

INSERT INTO clients (id, firm_id, first_name, last_name, email, email_key, search_key, last_name_key, created_at,
                     updated_at)
SELECT 'cli_' || number, firm_id, first_name, last_name, email, email,
       lower(first_name || ' ' || last_name || ' ' || email), lower(last_name), created_at, updated_at
FROM (SELECT *, lower(first_name || '.' || last_name || nth || '@example.com') AS email FROM drawn WHERE nth %% 3 = 0)
    AS third;

-- The triggers' counts are made for all rows at once below.
ALTER TABLE matters DISABLE TRIGGER USER;
INSERT INTO matters (id, firm_id, title, title_key, status, practice_area, client_id, documents_count, created_at,
                     updated_at)
SELECT 'mat_' || number, firm_id, title, lower(title),
       CASE WHEN nth %% 10 < 9 THEN 'active' WHEN nth %% 20 < 10 THEN 'closed' ELSE 'archived' END, area,
       CASE nth %% 3 WHEN 0 THEN 'cli_' || number END, 1, created_at, updated_at
FROM (SELECT *, last_name || ' v. ' || opponent || ', ' || cause || ' ' || nth AS title FROM drawn) AS titled;
ALTER TABLE matters ENABLE TRIGGER USER;
INSERT INTO matter_counts (firm_id, status, practice_area, total)
SELECT firm_id, status, practice_area, count(*) FROM matters WHERE firm_id = ANY (%(firms)s) GROUP BY 1, 2, 3;
UPDATE clients SET matters_count = 1 WHERE firm_id = ANY (%(firms)s);

ALTER TABLE document_requests DISABLE TRIGGER document_requests_added;
INSERT INTO document_requests (id, firm_id, matter_id, name, name_key, status, created_at, updated_at)
SELECT 'doc_' || number, firm_id, 'mat_' || number, name, lower(name), 'pending', created_at, updated_at
FROM (SELECT *, paper || ' of ' || first_name || ' ' || last_name AS name FROM drawn) AS named;
ALTER TABLE document_requests ENABLE TRIGGER document_requests_added;
