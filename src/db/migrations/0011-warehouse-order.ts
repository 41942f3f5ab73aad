/** The store's order of its warehouses; what a store takes out of its warehouses and addresses, with a way back. */
export const warehouseOrder = `
ALTER TABLE warehouses ADD COLUMN position INTEGER NOT NULL DEFAULT 0; -- the lowest supplies first
ALTER TABLE warehouses ADD COLUMN remove_time INTEGER;
UPDATE warehouses SET position = id;

ALTER TABLE addresses ADD COLUMN is_removed INTEGER NOT NULL DEFAULT 0; -- of the store's own: hidden from this version on
`;
