-- What a search for two letters cannot find by the index of trigrams: texts with other letters than Latin ones.
-- Locks: none; the index is built beside the requests.
CREATE INDEX CONCURRENTLY clients_with_other_letters ON clients (firm_id)
    WHERE search_key !~ '^[a-z0-9àáâãäåæçèéêëìíîïðñòóôõöøùúûüýþÿāăąćĉċčďđēĕėęěĝğġģĥħĩīĭįıĳĵķĸĺļľŀłńņňŋōŏőœŕŗřśŝşšţťŧũūŭůűųŵŷźżž -/:-@\[-`{-~]*$' OR phone !~ '^[a-z0-9àáâãäåæçèéêëìíîïðñòóôõöøùúûüýþÿāăąćĉċčďđēĕėęěĝğġģĥħĩīĭįıĳĵķĸĺļľŀłńņňŋōŏőœŕŗřśŝşšţťŧũūŭůűųŵŷźżž -/:-@\[-`{-~]*$';
