/** The flag of a database that `raan demo` created. */
export const demo = `
-- One row in a demo, none in a real database.
CREATE TABLE demo (
  one INTEGER PRIMARY KEY CHECK (one = 1),
  store_id INTEGER NOT NULL REFERENCES stores,
  seed INTEGER NOT NULL, -- of the generated history
  create_time INTEGER NOT NULL, -- end of the generated history
  is_kept INTEGER NOT NULL CHECK (is_kept IN (0, 1)), -- 0: its folder is deleted when the demo stops
  is_tour_closed INTEGER NOT NULL DEFAULT 0 CHECK (is_tour_closed IN (0, 1))
) STRICT;
`;
