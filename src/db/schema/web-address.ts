/** The address in links. */
export const webAddress = `
-- The public address of all stores that was set in the office; the config file overrides it. At most one row.
CREATE TABLE web_address (
  one INTEGER PRIMARY KEY CHECK (one = 1),
  address TEXT NOT NULL -- such as https://shop.example, without a slash at its end
) STRICT;
`;
