/** Names of products are searched in memory; the table says what has changed since they were read. */
export const productChanges = `
DROP TRIGGER product_names_added;
DROP TRIGGER product_names_changed;
DROP TABLE product_names;

-- Of the newest change of what a list shows, sorts and searches: each is the store's highest when it is made.
ALTER TABLE products ADD COLUMN change INTEGER NOT NULL DEFAULT 0;
UPDATE products SET change = id;
CREATE INDEX products_by_change ON products (store_id, change);
CREATE TRIGGER products_added AFTER INSERT ON products BEGIN
  UPDATE products SET change = (SELECT max(change) FROM products WHERE store_id = new.store_id) + 1 WHERE id = new.id;
END;
CREATE TRIGGER products_changed AFTER UPDATE OF folded_name, update_time, delete_time ON products BEGIN
  UPDATE products SET change = (SELECT max(change) FROM products WHERE store_id = new.store_id) + 1 WHERE id = new.id;
END;
`;
