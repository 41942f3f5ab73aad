/** Orders that the store keys in itself, customers by telephone, and variants by any part of what they are called. */
export const orderEntry = `
-- Which orders an account keyed in. A form that is posted twice has the same key.
CREATE TABLE keyed_orders (
  order_id INTEGER PRIMARY KEY REFERENCES orders,
  store_id INTEGER NOT NULL REFERENCES stores,
  form_key TEXT NOT NULL,
  user_id INTEGER NOT NULL,
  price_tier_id INTEGER REFERENCES price_tiers,
  UNIQUE (store_id, form_key)
) STRICT;

-- The digits of the first number in telephone, +66 as 0.
ALTER TABLE addresses ADD COLUMN telephone_key TEXT;
UPDATE addresses SET telephone_key = digits
  FROM (SELECT version AS known, replace(replace(replace(replace(replace(replace(
      telephone, ' ', ''), '-', ''), '.', ''), '(', ''), ')', ''), '+66', '0') AS digits FROM addresses)
  WHERE version = known AND length(digits) BETWEEN 9 AND 10 AND digits NOT GLOB '*[^0-9]*';
CREATE INDEX addresses_by_telephone ON addresses (store_id, telephone_key) WHERE telephone_key IS NOT NULL;
CREATE INDEX orders_by_recipient ON orders (recipient_address);

-- SKU, product and name of each variant, for a search of any part of them; rowid is the variant.
CREATE VIRTUAL TABLE variant_words USING fts5 (
  words, content = '', contentless_delete = 1, tokenize = 'trigram case_sensitive 0'
);
INSERT INTO variant_words (rowid, words)
  SELECT v.id, concat_ws(char(10), v.sku, p.folded_name, v.name) FROM variants v JOIN products p ON p.id = v.product_id;
CREATE TRIGGER variant_words_added AFTER INSERT ON variants BEGIN
  INSERT INTO variant_words (rowid, words)
    SELECT new.id, concat_ws(char(10), new.sku, p.folded_name, new.name) FROM products p WHERE p.id = new.product_id;
END;
CREATE TRIGGER variant_words_changed AFTER UPDATE OF sku, name ON variants
  WHEN new.sku IS NOT old.sku OR new.name IS NOT old.name BEGIN
  UPDATE variant_words SET words =
    (SELECT concat_ws(char(10), new.sku, p.folded_name, new.name) FROM products p WHERE p.id = new.product_id)
    WHERE rowid = new.id;
END;
CREATE TRIGGER variant_words_of_product AFTER UPDATE OF folded_name ON products
  WHEN new.folded_name IS NOT old.folded_name BEGIN
  UPDATE variant_words SET words = (SELECT concat_ws(char(10), v.sku, new.folded_name, v.name) FROM variants v WHERE v.id = variant_words.rowid)
    WHERE rowid IN (SELECT id FROM variants WHERE product_id = new.id);
END;
`;
