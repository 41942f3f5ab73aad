import { registerHooks } from 'node:module';

// Turns this process into the next release of raan, with one more migration. Import it first, and load src with `await
// import`, because static imports would be loaded before it runs.

/**
 * Adds a column and a table, fills the table with more than a small database has, and rebuilds a table without one of its
 * references.
 */
const NEXT_MIGRATION = `
  ALTER TABLE stores ADD COLUMN slogan TEXT;
  CREATE TABLE order_notes (order_id INTEGER PRIMARY KEY REFERENCES orders, note TEXT NOT NULL, scan BLOB) STRICT;
  INSERT INTO order_notes SELECT id, 'order ' || order_number, zeroblob(500000) FROM orders;
  UPDATE orders SET private_note = coalesce(private_note, 'none');
  CREATE TABLE slips (payment_id INTEGER PRIMARY KEY, hash BLOB NOT NULL, picture BLOB NOT NULL) STRICT;
  INSERT INTO slips SELECT payment_id, hash, picture FROM payment_slips;
  DROP TABLE payment_slips;
  ALTER TABLE slips RENAME TO payment_slips;
`;

registerHooks({
  load: (url, context, next) =>
    url.endsWith('/src/db/migrations.ts')
      ? {
          format: 'module',
          source: `import { MIGRATIONS as released } from '${url}?released';
            export const MIGRATIONS = [...released, ${JSON.stringify(NEXT_MIGRATION)}];`,
          shortCircuit: true,
        }
      : next(url, context),
});
