/** Products with their variants, prices and pictures, and the indexes that search them. */
export const catalogue = `
-- What the store sorts its products into. A product is in one or in none.
CREATE TABLE categories (
  id INTEGER PRIMARY KEY AUTOINCREMENT, -- rows are deleted, and addresses of pages name their ids
  store_id INTEGER NOT NULL REFERENCES stores,
  name TEXT NOT NULL,
  folded_name TEXT NOT NULL, -- composed and lower-cased: names differ in more than case
  collation_key TEXT NOT NULL, -- sorts as the name does in a dictionary
  UNIQUE (store_id, folded_name)
) STRICT;
-- Query: one page of a store's categories by name.
CREATE INDEX categories_by_name ON categories (store_id, collation_key, folded_name);

-- A product groups variants. A pulled product follows a product of another store and sells its stock.
CREATE TABLE products (
  id INTEGER PRIMARY KEY,
  store_id INTEGER NOT NULL REFERENCES stores,
  key TEXT NOT NULL,
  name TEXT NOT NULL,
  folded_name TEXT NOT NULL, -- composed and lower-cased, for search
  collation_key TEXT NOT NULL, -- sorts as the name does in a dictionary
  description TEXT NOT NULL,
  shipping_rates TEXT NOT NULL CHECK (json_valid(shipping_rates)),
  min INTEGER, max INTEGER,
  create_time INTEGER NOT NULL,
  update_time INTEGER NOT NULL,
  delete_time INTEGER,
  parent_id INTEGER REFERENCES products, -- of a pulled product: the product it follows
  category_id INTEGER REFERENCES categories,
  change INTEGER NOT NULL DEFAULT 0, -- the highest of the store when the product last changed; a trigger sets it
  UNIQUE (store_id, key)
) STRICT;
-- Query: one page of the product list by time of the last update.
CREATE INDEX products_by_update ON products (store_id, update_time) WHERE delete_time IS NULL;
-- Query: one page of the product list by time of creation.
CREATE INDEX products_by_create ON products (store_id, create_time) WHERE delete_time IS NULL;
-- Queries: one page of the product list by name; how many names contain a text.
CREATE INDEX products_by_name ON products (store_id, collation_key, folded_name) WHERE delete_time IS NULL;
-- Query: one page of the product list by id.
CREATE INDEX products_by_id ON products (store_id) WHERE delete_time IS NULL;
-- Query: the products that follow a product.
CREATE INDEX products_pulled ON products (parent_id) WHERE parent_id IS NOT NULL;
-- Queries: the live products of a category, and how many there are.
CREATE INDEX products_by_category ON products (category_id, delete_time) WHERE category_id IS NOT NULL;
-- Query: what changed in the store since a certain change.
CREATE INDEX products_by_change ON products (store_id, change);
-- Sets the change of a new product.
CREATE TRIGGER products_added AFTER INSERT ON products BEGIN
  UPDATE products SET change = (SELECT max(change) FROM products WHERE store_id = new.store_id) + 1 WHERE id = new.id;
END;
-- Sets a new change when a product is renamed, updated, deleted or restored.
CREATE TRIGGER products_changed AFTER UPDATE OF folded_name, update_time, delete_time ON products
WHEN (new.folded_name, new.update_time, new.delete_time) IS NOT (old.folded_name, old.update_time, old.delete_time) BEGIN
  UPDATE products SET change = (SELECT max(change) FROM products WHERE store_id = new.store_id) + 1 WHERE id = new.id;
END;

-- Tags of products, as the store spells them.
CREATE TABLE product_tags (
  product_id INTEGER NOT NULL REFERENCES products,
  store_id INTEGER NOT NULL,
  tag TEXT NOT NULL,
  folded_tag TEXT NOT NULL, -- composed and lower-cased: tags of a store differ in more than case
  PRIMARY KEY (product_id, tag)
) STRICT, WITHOUT ROWID;
-- Queries: the products with a tag; the tags of a store.
CREATE INDEX product_tags_by_tag ON product_tags (store_id, tag, product_id);
-- Query: how the store spells a tag.
CREATE INDEX product_tags_by_folded_tag ON product_tags (store_id, folded_tag);

-- Pictures of a product in the order they are shown.
CREATE TABLE product_images (
  product_id INTEGER NOT NULL REFERENCES products,
  position INTEGER NOT NULL,
  url TEXT NOT NULL,
  thumbnail_url TEXT NOT NULL,
  tiny_url TEXT NOT NULL,
  PRIMARY KEY (product_id, position)
) STRICT, WITHOUT ROWID;
-- Query: whether an uploaded picture is still shown.
CREATE INDEX product_images_by_url ON product_images (url);

-- Uploaded pictures as JPEG in three sizes; the small ones first, so that reading them does not pass through the large one.
CREATE TABLE pictures (
  name TEXT PRIMARY KEY, -- hash of the full size
  create_time INTEGER NOT NULL,
  tiny BLOB NOT NULL,
  thumbnail BLOB NOT NULL,
  full_size BLOB NOT NULL
) STRICT;

-- What is sold: stock, price and SKU belong to a variant.
CREATE TABLE variants (
  id INTEGER PRIMARY KEY,
  store_id INTEGER NOT NULL REFERENCES stores,
  product_id INTEGER NOT NULL REFERENCES products,
  key TEXT NOT NULL,
  name TEXT NOT NULL,
  sku TEXT CHECK (sku <> ''),
  folded_name TEXT NOT NULL, -- composed and lower-cased, for search
  folded_sku TEXT,
  image_url TEXT,
  cost INTEGER, -- average of the units on hand; cost_changes has its history
  weight REAL, -- grams
  create_time INTEGER NOT NULL,
  update_time INTEGER NOT NULL,
  delete_time INTEGER,
  pulled_from_variant_id INTEGER REFERENCES variants, -- whose stock it shows and sells
  is_bundle INTEGER NOT NULL DEFAULT 0 CHECK (is_bundle = 0 OR (is_bundle = 1 AND pulled_from_variant_id IS NULL)),
  low_stock_threshold INTEGER CHECK (low_stock_threshold >= 0),
  shelf_location TEXT CHECK (length(shelf_location) BETWEEN 1 AND 20), -- where it is stored, such as A-03-2
  UNIQUE (store_id, key)
) STRICT;
-- Query: the variants of a product.
CREATE INDEX variants_of_product ON variants (product_id);
-- Query: the variants that have an SKU.
CREATE INDEX variants_by_sku ON variants (store_id, sku) WHERE sku IS NOT NULL AND delete_time IS NULL;
-- Query: the variants that follow a variant. Constraint: one per product.
CREATE UNIQUE INDEX variants_pulled ON variants (pulled_from_variant_id, product_id)
  WHERE pulled_from_variant_id IS NOT NULL;
-- Query: whether an uploaded picture is still shown.
CREATE INDEX variants_by_image ON variants (image_url) WHERE image_url IS NOT NULL;
-- Query: variants whose stock is low. Others are not read.
CREATE INDEX variants_watched ON variants (store_id) WHERE low_stock_threshold IS NOT NULL;

-- The cost per unit of a variant from a time on. Rows are only added.
CREATE TABLE cost_changes (
  variant_id INTEGER NOT NULL REFERENCES variants,
  time INTEGER NOT NULL, -- strictly increasing per variant, even if the clock steps back
  cost INTEGER, -- null: none
  document_id INTEGER REFERENCES stock_documents, -- the goods that changed the average; null: entered, or an undone handover
  user_id INTEGER,
  PRIMARY KEY (variant_id, time)
) STRICT, WITHOUT ROWID;

-- Components of a variant. A bundle is sold as its components; any other variant is assembled from them beforehand.
CREATE TABLE variant_parts (
  variant_id INTEGER NOT NULL REFERENCES variants,
  part_id INTEGER NOT NULL REFERENCES variants,
  qty INTEGER NOT NULL CHECK (qty > 0),
  PRIMARY KEY (variant_id, part_id),
  CHECK (variant_id <> part_id)
) STRICT, WITHOUT ROWID;
-- Query: what contains a variant.
CREATE INDEX variant_parts_by_part ON variant_parts (part_id);

-- Barcodes of a store's own variants. A code names one variant of the store; the first of a variant is printed.
CREATE TABLE barcodes (
  code TEXT NOT NULL,
  store_id INTEGER NOT NULL REFERENCES stores,
  variant_id INTEGER NOT NULL REFERENCES variants,
  position INTEGER NOT NULL,
  PRIMARY KEY (code, store_id)
) STRICT, WITHOUT ROWID;
-- Query: the codes of a variant.
CREATE INDEX barcodes_of_variant ON barcodes (variant_id, position);

-- The price of a variant in a price tier.
CREATE TABLE prices (
  id INTEGER PRIMARY KEY AUTOINCREMENT, -- rows are deleted, and their ids must not be used again
  variant_id INTEGER NOT NULL REFERENCES variants,
  price_tier_id INTEGER NOT NULL REFERENCES price_tiers,
  price INTEGER NOT NULL CHECK (price >= 0),
  UNIQUE (variant_id, price_tier_id)
) STRICT;
-- Query: how many prices a price tier has.
CREATE INDEX prices_by_tier ON prices (price_tier_id);

-- Substring search over SKU and names; rowid is the variant's id. Triggers keep it current.
CREATE VIRTUAL TABLE variant_words USING fts5 (
  sku, names, content = '', contentless_delete = 1, tokenize = 'trigram case_sensitive 0'
);
-- Adds a new variant to the search.
CREATE TRIGGER variant_words_added AFTER INSERT ON variants BEGIN
  INSERT INTO variant_words (rowid, sku, names)
    SELECT new.id, new.folded_sku, p.folded_name || char(10) || new.folded_name FROM products p WHERE p.id = new.product_id;
END;
-- Keeps the search current when the SKU or the name of a variant changes.
CREATE TRIGGER variant_words_changed AFTER UPDATE OF folded_sku, folded_name ON variants
  WHEN new.folded_sku IS NOT old.folded_sku OR new.folded_name IS NOT old.folded_name BEGIN
  UPDATE variant_words SET sku = new.folded_sku,
    names = (SELECT p.folded_name || char(10) || new.folded_name FROM products p WHERE p.id = new.product_id)
    WHERE rowid = new.id;
END;
-- Keeps the search current when a product is renamed: its variants are found by its name too.
CREATE TRIGGER variant_words_of_product AFTER UPDATE OF folded_name ON products
  WHEN new.folded_name IS NOT old.folded_name BEGIN
  UPDATE variant_words SET sku = (SELECT folded_sku FROM variants WHERE id = variant_words.rowid),
    names = (SELECT new.folded_name || char(10) || folded_name FROM variants WHERE id = variant_words.rowid)
    WHERE rowid IN (SELECT id FROM variants WHERE product_id = new.id);
END;
`;
