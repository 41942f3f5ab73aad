/**
 * Indexes by order that end with the row's id held it twice, since each entry of an index ends with it anyway. What is
 * in parcels is found by their order, which few parcels have. The SKUs of variants can be searched apart from the names.
 */
export const leanIndexes = `
DROP INDEX order_lines_of_order;
CREATE INDEX order_lines_of_order ON order_lines (order_id);
DROP INDEX payments_of_order;
CREATE INDEX payments_of_order ON payments (order_id);
DROP INDEX shipments_of_order;
CREATE INDEX shipments_of_order ON shipments (order_id);
DROP INDEX order_history_of_order;
CREATE INDEX order_history_of_order ON order_history (order_id);
DROP INDEX shipment_items_of_line;

DROP TRIGGER variant_words_added;
DROP TRIGGER variant_words_changed;
DROP TRIGGER variant_words_of_product;
DROP TABLE variant_words;
-- Of each variant, whose id is rowid: its SKU, and what its product and it itself are called.
CREATE VIRTUAL TABLE variant_words USING fts5 (
  sku, names, content = '', contentless_delete = 1, tokenize = 'trigram case_sensitive 0'
);
INSERT INTO variant_words (rowid, sku, names)
  SELECT v.id, v.sku, p.folded_name || char(10) || v.name FROM variants v JOIN products p ON p.id = v.product_id;
CREATE TRIGGER variant_words_added AFTER INSERT ON variants BEGIN
  INSERT INTO variant_words (rowid, sku, names)
    SELECT new.id, new.sku, p.folded_name || char(10) || new.name FROM products p WHERE p.id = new.product_id;
END;
CREATE TRIGGER variant_words_changed AFTER UPDATE OF sku, name ON variants
  WHEN new.sku IS NOT old.sku OR new.name IS NOT old.name BEGIN
  UPDATE variant_words SET sku = new.sku,
    names = (SELECT p.folded_name || char(10) || new.name FROM products p WHERE p.id = new.product_id)
    WHERE rowid = new.id;
END;
CREATE TRIGGER variant_words_of_product AFTER UPDATE OF folded_name ON products
  WHEN new.folded_name IS NOT old.folded_name BEGIN
  UPDATE variant_words SET sku = (SELECT sku FROM variants WHERE id = variant_words.rowid),
    names = (SELECT new.folded_name || char(10) || name FROM variants WHERE id = variant_words.rowid)
    WHERE rowid IN (SELECT id FROM variants WHERE product_id = new.id);
END;
`;
