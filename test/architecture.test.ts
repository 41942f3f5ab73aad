import assert from 'node:assert/strict';
import path from 'node:path';
import { test } from 'node:test';
import type { Context } from '../src/context.ts';
import { CURRENT_STOCK, TABLES, type Table } from '../src/db/tables.ts';
import { compareTables, DEFERRED } from './declared-tables.ts';
import { type Source, sources } from './sources.ts';
import { sql } from './sql.ts';
import { openShop } from './support.ts';

// Checks docs/architecture.md#layers on the imports of the source.

const known = new Set(sources.map(({ file }) => file));

/** `api`, `db`, …, or the file name for a file at the top. */
const part = (file: string) => file.split('/')[0] as string;

/** Inside the domain: `orders`, `stock`, …, or the file name. */
const subject = (file: string) => (file.startsWith('domain/') ? (file.split('/')[1] as string) : undefined);

/** Every forbidden import, as `one.ts → other.ts`. */
const breaks = (of: (source: Source) => boolean, allowed: (imported: string, source: Source) => boolean): string[] =>
  sources
    .filter(of)
    .flatMap((source) =>
      source.imports.filter((imported) => !allowed(imported, source)).map((imported) => `${source.file} → ${imported}`),
    );

const within = (...parts: string[]) => {
  const list = new Set(parts);
  return (file: string) => list.has(part(file)) || list.has(file);
};

test('the import scanner sees every import of the composition root', () => {
  const main = sources.find(({ file }) => file === 'main.ts');
  assert.deepEqual(main?.imports, [
    'cli/openapi.ts',
    'cli/operate/serve.ts',
    'lib/open-files.ts',
    'lib/runtime.ts',
    'cli/program.ts',
    'lib/log.ts',
    'serve.ts',
    'api/openapi/document.ts',
  ]);
  const writer = sources.find(({ file }) => file === 'domain/webhooks/deliver.ts');
  assert.ok(writer?.imports.includes('context.ts'));
  assert.ok(writer?.imports.includes('domain/webhooks/deliveries.ts'));
  for (const { file, imports } of sources)
    for (const imported of imports) assert.ok(known.has(imported), `${file} imports ${imported}, which is not there`);
});

// The layers. A layer that may import the context may import the config as well.

const LAYERS: Record<string, string[]> = {
  lib: [],
  'docs-pages': ['lib'],
  db: ['lib'],
  domain: ['db', 'lib', 'context.ts', 'config.ts'],
  api: ['domain', 'docs-pages', 'lib', 'context.ts', 'config.ts'],
  office: ['domain', 'lib', 'context.ts', 'config.ts'],
  cli: ['domain', 'docs-pages', 'lib', 'context.ts', 'config.ts'],
  monitoring: ['domain', 'lib', 'context.ts', 'config.ts'],
  sdk: [],
};

for (const [layer, allowed] of Object.entries(LAYERS))
  test(`${layer} imports ${allowed.length ? `only ${allowed.join(', ')}` : 'no other layer'}`, () => {
    const mayUse = within(layer, ...allowed);
    assert.deepEqual(
      breaks(({ file }) => part(file) === layer, mayUse),
      [],
    );
  });

test('context and config import no edge and no domain', () => {
  assert.deepEqual(
    breaks(({ file }) => file === 'config.ts', within('lib')),
    [],
  );
  assert.deepEqual(
    breaks(({ file }) => file === 'context.ts', within('config.ts', 'db', 'lib')),
    [],
  );
});

test('only the composition root imports the composition root', () => {
  const wiring = ['app.ts', 'connections.ts', 'jobs.ts', 'serve.ts', 'main.ts', 'parser-errors.ts'];
  assert.deepEqual(
    breaks(
      ({ file }) => !wiring.includes(file),
      (imported) => !wiring.includes(imported),
    ),
    [],
  );
});

test('only the composition root is outside the layers', () => {
  const top = sources.map(({ file }) => file).filter((file) => !file.includes('/'));
  assert.deepEqual(top, [
    'app.ts',
    'config.ts',
    'connections.ts',
    'context.ts',
    'jobs.ts',
    'main.ts',
    'parser-errors.ts',
    'serve.ts',
  ]);
});

test('there are no import cycles', () => {
  const imports = new Map(sources.map((source) => [source.file, source.imports]));
  const done = new Set<string>();
  const cycles: string[] = [];
  const visit = (file: string, way: string[]): void => {
    if (way.includes(file)) cycles.push([...way.slice(way.indexOf(file)), file].join(' → '));
    if (done.has(file) || way.includes(file)) return;
    for (const next of imports.get(file) ?? []) visit(next, [...way, file]);
    done.add(file);
  };
  for (const { file } of sources) visit(file, []);
  assert.deepEqual(cycles, []);
});

/** A published package has one entry point. */
const PACKAGE_ENTRY = 'sdk/typescript/index.ts';

test('there are no barrels', () => {
  const barrels = sources.filter(
    ({ file, text }) =>
      path.basename(file) === 'index.ts' || /^\s*export\s+(\*|\{[^}]*\}|type\s+\{[^}]*\})\s*from\b/m.test(text),
  );
  assert.deepEqual(
    barrels.map(({ file }) => file),
    [PACKAGE_ENTRY],
  );
});

test('exports are named', () => {
  const unnamed = sources.filter(({ text }) => /^export default\b/m.test(text));
  assert.deepEqual(
    unnamed.map(({ file }) => file),
    [],
  );
});

// Libraries

const using = (allowed: (file: string) => boolean, uses: (source: Source) => boolean) =>
  sources.filter((source) => uses(source) && !allowed(source.file)).map(({ file }) => file);

test('only api, office, app and the composition root of the server import Hono', () => {
  const isHono = (name: string) => name === 'hono' || name.startsWith('hono/') || name.startsWith('@hono/');
  assert.deepEqual(
    using(within('api', 'office', 'app.ts', 'serve.ts', 'parser-errors.ts'), ({ packages }) => packages.some(isHono)),
    [],
  );
});

test('only db imports the SQLite library', () => {
  assert.deepEqual(
    using(within('db'), ({ packages }) => packages.includes('better-sqlite3')),
    [],
  );
});

test('only cli imports the command-line library, and only main ends the process', () => {
  assert.deepEqual(
    using(within('cli'), ({ packages }) => packages.includes('commander')),
    [],
  );
  assert.deepEqual(
    using(within('main.ts'), ({ text }) => /\bprocess\.exit\(/.test(text)),
    [],
  );
});

test('only the documentation renderer imports the Markdown library', () => {
  assert.deepEqual(
    using(within('docs-pages/markdown.ts'), ({ packages }) => packages.includes('marked')),
    [],
  );
});

test('one file imports the PDF library, one the barcode library, and one the picture library', () => {
  const knowing = (library: string) =>
    sources
      .filter(({ packages }) => packages.some((name) => name === library || name.startsWith(`${library}/`)))
      .map(({ file }) => file);
  assert.deepEqual(knowing('pdfkit'), ['domain/print/paper/paper.ts']);
  assert.deepEqual(knowing('bwip-js'), ['domain/print/paper/codes.ts']);
  assert.deepEqual(knowing('sharp'), ['domain/pictures/library.ts']);
});

const STATEMENT =
  /\b(SELECT\s[\s\S]{0,400}?\bFROM\s+\w|INSERT\s+(OR\s+\w+\s+)?INTO\s+\w|REPLACE\s+INTO\s|UPDATE\s+(OR\s+\w+\s+)?\w+\s+SET\b|DELETE\s+FROM\s+\w|PRAGMA\s+\w|BEGIN\s+IMMEDIATE|SAVEPOINT\s)/;

test('only db and domain contain SQL', () => {
  assert.deepEqual(
    using(within('db', 'domain'), ({ text }) => STATEMENT.test(text)),
    [],
  );
});

test('the edges run no SQL of their own', () => {
  assert.deepEqual(
    using(within('db', 'domain'), ({ text }) => /\b(db|tx)\.(run|runReturning|get|all|insert|takeUntil)\b/.test(text)),
    [],
  );
});

test('handlers and the domain get no connection: their context has none, and they open no other', () => {
  const noConnection: 'connection' extends keyof Context ? false : true = true;
  assert.ok(noConnection);
  assert.deepEqual(
    using(within('db', 'context.ts', 'jobs.ts', 'serve.ts', 'cli'), ({ text }) =>
      /\b(ServerContext|openContext|openCopy|openDatabase)\b/.test(text),
    ),
    [],
  );
  assert.deepEqual(
    breaks(
      ({ file }) => !within('db', 'context.ts')(file),
      (imported) => imported !== 'db/connection.ts',
    ),
    [],
  );
});

test('domain, api, db and office read no environment variables and no arguments', () => {
  assert.deepEqual(
    using(
      (file) => !['domain', 'api', 'db', 'office'].includes(part(file)),
      ({ text }) => /\bprocess\.(env|argv)\b/.test(text),
    ),
    [],
  );
});

// Writers of tables

test('each table is written by exactly one file', async () => {
  const shop = await openShop();
  const tables = shop.ctx.db
    .all(
      sql<{ name: string }>(
        `SELECT name FROM pragma_table_list WHERE schema = 'main' AND type = 'table' AND name NOT LIKE 'sqlite_%'`,
      ),
    )
    .map(({ name }) => name);
  const writers = Object.fromEntries(
    tables.map((table) => {
      const writes = new RegExp(
        `\\b(INTO|UPDATE(\\s+OR\\s+\\w+)?|DELETE\\s+FROM)\\s+${table}\\b(?!_)|\\b(batchInsert|insertion)\\(\\{\\s*table: '${table}'`,
      );
      const files = sources.filter(({ file, text }) => !file.startsWith('db/schema/') && writes.test(text));
      return [table, files.map(({ file }) => file)];
    }),
  );
  const several = Object.entries(writers).filter(([, files]) => files.length > 1);
  assert.deepEqual(Object.fromEntries(several), {});
  assert.deepEqual(writers.stock, ['domain/stock/ledger.ts']);
  assert.deepEqual(writers.stock_ledger, ['domain/stock/ledger.ts']);
  assert.deepEqual(writers.available_changes, ['domain/webhooks/changes.ts']);
});

test('statements are checked for exactly the tables with pending writes', () => {
  const deferred = sources.flatMap(({ text }) =>
    [...text.matchAll(/\.deferUpdate\('(\w+)'|batchInsert\(\{\s*table: '(\w+)'/g)].map(
      ([, updated, added]) => updated ?? added,
    ),
  );
  assert.deepEqual([...new Set(deferred)].sort(), DEFERRED);
});

test('the check of declared tables sees what views, virtual tables, foreign keys and triggers open', () => {
  const compare = (sql: string, ...tables: Table[]) => compareTables({ sql, tables });
  const ofView = 'SELECT on_hand FROM current_stock WHERE variant_id = ?';
  assert.deepEqual(compare(ofView, 'stock').missing.sort(), ['count_lines', 'stock_documents']);
  assert.deepEqual(compare(ofView, ...CURRENT_STOCK), { missing: [], extra: [] });
  assert.deepEqual(compare('DELETE FROM order_search WHERE rowid = @id', 'orders'), {
    missing: ['order_search'],
    extra: ['orders'],
  });
  assert.deepEqual(compare('DELETE FROM sessions').missing, ['sessions']);
  assert.deepEqual(compare('DELETE FROM apps WHERE id = ?', 'apps').missing, ['webhook_deliveries']);
  assert.deepEqual(compare('UPDATE products SET folded_name = ?', 'products'), { missing: [], extra: [] }); // its trigger writes variant_words, which is never deferred
});

test('the list of tables matches the schema', async () => {
  const { ctx } = await openShop();
  const names = ctx.db.all(
    sql<{ name: string }>(
      `SELECT name FROM pragma_table_list
       WHERE schema = 'main' AND type IN ('table', 'virtual') AND name NOT LIKE 'sqlite_%' ORDER BY name`,
    ),
  );
  assert.deepEqual(
    names.map(({ name }) => name),
    TABLES,
  );
});

// Subjects of the domain

/** What each subject may import besides itself and the audit log: a subject, or one of its files. Others may import nothing. */
const DOMAIN: Record<string, string[]> = {
  setup: ['*'], // the first run creates a store
  storefile: ['*'],
  sandbox: ['*'], // copies a store and plays its owner
  demo: ['*'], // plays everybody
  'check-database.ts': ['*'],
  privacy: ['*'], // a customer's data is in many tables
  monitoring: ['*'],
  secrets: [
    'alerts/services.ts',
    'webhooks',
    'couriers',
    'orders/buyer-links.ts',
    'accounts/authenticator-app.ts',
    'orders/payments/verification/slip-verifiers.ts',
  ], // seals theirs again
  backups: ['check-database.ts', 'feeds.ts', 'stock', 'privacy/erased-list.ts'],
  figures: ['couriers', 'stock', 'variants.ts'],
  'barcodes.ts': ['variants.ts'],
  print: [
    'orders',
    'couriers',
    'addresses.ts',
    'address-fields.ts',
    'barcodes.ts',
    'catalogue/price-tiers.ts',
    'stores.ts',
    'variants.ts',
  ],
  orders: [
    'bank-accounts.ts',
    'feeds.ts',
    'pictures',
    'webhooks',
    'stock',
    'catalogue',
    'channels',
    'addresses.ts',
    'address-fields.ts',
    'stores.ts',
    'couriers',
    'barcodes.ts',
    'tags.ts',
    'variants.ts',
  ],
  webhooks: ['demo-mark.ts', 'feeds.ts', 'stores.ts'],
  alerts: [
    'accounts',
    'backups/schedule.ts',
    'figures',
    'orders/list/order-page.ts',
    'stock',
    'stores.ts',
    'variants.ts',
  ],
  accounts: ['channels/throttle.ts', 'failed-attempts.ts'],
  channels: ['failed-attempts.ts', 'webhooks/recording.ts', 'webhooks/order-positions.ts'], // what a channel follows
  partners: ['channels', 'webhooks', 'catalogue', 'stock', 'variants.ts'],
  couriers: ['address-fields.ts', 'stores.ts'],
  'store-addresses.ts': ['addresses.ts', 'address-fields.ts'],
  'addresses.ts': ['address-fields.ts'],
  catalogue: ['stock', 'webhooks', 'pictures', 'barcodes.ts', 'tags.ts', 'variants.ts', 'stores.ts'], // product detail shows stock, and deletion releases it
  stock: ['webhooks/changes.ts', 'barcodes.ts', 'variants.ts', 'stores.ts'],
};

test('inside the domain imports go in one direction', () => {
  const found = breaks(
    ({ file }) => part(file) === 'domain',
    (imported, { file }) => {
      const [from, to] = [subject(file) as string, subject(imported)];
      if (to === undefined || from === to) return true; // covered by the layers
      const allowed = [...(DOMAIN[from] ?? []), 'audit'];
      return allowed.includes('*') || allowed.includes(to) || allowed.includes(imported.slice('domain/'.length));
    },
  );
  assert.deepEqual(found, []);
});

// Size

test('no file is longer than 320 lines', () => {
  const isExempt = (file: string) => file.startsWith('db/schema/') || file.endsWith('.d.ts'); // generated
  const long = sources.filter(({ file, text }) => !isExempt(file) && text.split('\n').length > 320);
  assert.deepEqual(
    long.map(({ file }) => file),
    [],
  );
});
