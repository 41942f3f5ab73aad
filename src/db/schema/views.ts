/** Saved views of lists. */
export const views = `
-- Named filters and sort orders of lists. A search for persons is never saved, so the rows have no personal data.
CREATE TABLE saved_views (
  id INTEGER PRIMARY KEY AUTOINCREMENT, -- rows are deleted, and addresses of pages name their ids
  store_id INTEGER NOT NULL REFERENCES stores,
  account_id INTEGER REFERENCES accounts, -- null: shared by the store
  list TEXT NOT NULL CHECK (list IN ('orders', 'products', 'stock')),
  name TEXT NOT NULL,
  query TEXT NOT NULL, -- as in the address of the list
  create_time INTEGER NOT NULL
) STRICT;
-- Query: the views of a list.
CREATE INDEX saved_views_of_list ON saved_views (store_id, list);
`;
