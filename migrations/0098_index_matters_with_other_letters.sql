-- What a search for two letters cannot find by the index of trigrams: texts with other letters than Latin ones.
-- Locks: none; the index is built beside the requests.
CREATE INDEX CONCURRENTLY matters_with_other_letters ON matters (firm_id)
    WHERE title_key !~ '^[a-z0-9àáâãäåæçèéêëìíîïðñòóôõöøùúûüýþÿāăąćĉċčďđēĕėęěĝğġģĥħĩīĭįıĳĵķĸĺļľŀłńņňŋōŏőœŕŗřśŝşšţťŧũūŭůűųŵŷźżž -/:-@\[-`{-~]*$';
