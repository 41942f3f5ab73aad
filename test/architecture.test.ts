import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { openShop } from './support.ts';

// Keeps the rules of docs/architecture.md#layers by reading the source: which part may import which.

const SRC = path.join(import.meta.dirname, '..', 'src');

interface Source {
  /** As in `domain/orders/create.ts`. */
  file: string;
  text: string;
  /** Files of ours, in the same form. */
  imports: string[];
  packages: string[];
}

const IMPORT = /(?:^|\n)\s*(?:import|export)\s[^'"`;]*?from\s*['"]([^'"]+)['"]|\bimport\s*\(?\s*['"]([^'"]+)['"]/g;

function read(file: string): Source {
  const text = readFileSync(path.join(SRC, file), 'utf8');
  const wanted = [...text.matchAll(IMPORT)].map(([, from, bare]) => from ?? bare ?? '');
  const ours = wanted.filter((name) => name.startsWith('.'));
  return {
    file,
    text,
    imports: ours.map((name) => path.posix.join(path.posix.dirname(file), name)).filter((name) => /\.tsx?$/.test(name)),
    packages: wanted.filter((name) => !name.startsWith('.')),
  };
}

const sources = readdirSync(SRC, { recursive: true, encoding: 'utf8' })
  .filter((file) => /\.tsx?$/.test(file))
  .sort()
  .map(read);

const known = new Set(sources.map(({ file }) => file));

/** `api`, `db`, …, or the file itself where it lies at the top. */
const part = (file: string) => file.split('/')[0] as string;

/** Inside the domain: `orders`, `stock`, …, or the file itself. */
const subject = (file: string) => (file.startsWith('domain/') ? (file.split('/')[1] as string) : undefined);

/** Every import that `allowed` does not allow, as `one.ts → other.ts`. */
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

test('the reader of imports sees every import of the wiring', () => {
  const main = sources.find(({ file }) => file === 'main.ts');
  assert.deepEqual(main?.imports, ['cli/openapi.ts', 'cli/program.ts', 'serve.ts', 'api/openapi/document.ts']);
  const writer = sources.find(({ file }) => file === 'domain/webhooks/deliver.ts');
  assert.ok(writer?.imports.includes('context.ts'));
  assert.ok(writer?.imports.includes('domain/webhooks/deliveries.ts'));
  for (const { file, imports } of sources)
    for (const imported of imports) assert.ok(known.has(imported), `${file} imports ${imported}, which is not there`);
});

// The layers. Whoever may use the context may use the config that is in it.

const LAYERS: Record<string, string[]> = {
  lib: [],
  'docs-pages': ['lib'],
  db: ['lib'],
  domain: ['db', 'lib', 'context.ts', 'config.ts'],
  api: ['domain', 'docs-pages', 'lib', 'context.ts', 'config.ts'],
  office: ['domain', 'lib', 'context.ts', 'config.ts'],
  cli: ['domain', 'docs-pages', 'lib', 'context.ts', 'config.ts'],
  monitoring: ['domain', 'lib', 'context.ts', 'config.ts'],
};

for (const [layer, allowed] of Object.entries(LAYERS))
  test(`${layer} imports ${allowed.length ? `only ${allowed.join(', ')}` : 'nothing of ours'}`, () => {
    const mayUse = within(layer, ...allowed);
    assert.deepEqual(
      breaks(({ file }) => part(file) === layer, mayUse),
      [],
    );
  });

test('context and config know no edge and no domain', () => {
  assert.deepEqual(
    breaks(({ file }) => file === 'config.ts', within('lib')),
    [],
  );
  assert.deepEqual(
    breaks(({ file }) => file === 'context.ts', within('config.ts', 'db', 'lib')),
    [],
  );
});

test('nothing imports the wiring but the wiring', () => {
  const wiring = ['app.ts', 'connections.ts', 'jobs.ts', 'serve.ts', 'main.ts', 'parser-errors.ts'];
  assert.deepEqual(
    breaks(
      ({ file }) => !wiring.includes(file),
      (imported) => !wiring.includes(imported),
    ),
    [],
  );
});

test('only what wires the process is outside of the layers', () => {
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

test('there are no barrels', () => {
  const barrels = sources.filter(
    ({ file, text }) =>
      path.basename(file) === 'index.ts' || /^\s*export\s+(\*|\{[^}]*\}|type\s+\{[^}]*\})\s*from\b/m.test(text),
  );
  assert.deepEqual(
    barrels.map(({ file }) => file),
    [],
  );
});

test('names are exported by name', () => {
  const unnamed = sources.filter(({ text }) => /^export default\b/m.test(text));
  assert.deepEqual(
    unnamed.map(({ file }) => file),
    [],
  );
});

// Who knows what

const using = (allowed: (file: string) => boolean, uses: (source: Source) => boolean) =>
  sources.filter((source) => uses(source) && !allowed(source.file)).map(({ file }) => file);

test('only api, office, app and what wires the server know Hono', () => {
  const isHono = (name: string) => name === 'hono' || name.startsWith('hono/') || name.startsWith('@hono/');
  assert.deepEqual(
    using(within('api', 'office', 'app.ts', 'serve.ts', 'parser-errors.ts'), ({ packages }) => packages.some(isHono)),
    [],
  );
});

test('only db knows SQLite’s library', () => {
  assert.deepEqual(
    using(within('db'), ({ packages }) => packages.includes('better-sqlite3')),
    [],
  );
});

test('only cli knows the command line’s library, and only main ends the process', () => {
  assert.deepEqual(
    using(within('cli'), ({ packages }) => packages.includes('commander')),
    [],
  );
  assert.deepEqual(
    using(within('main.ts'), ({ text }) => /\bprocess\.exit\(/.test(text)),
    [],
  );
});

test('only the renderer of the documentation knows the Markdown library', () => {
  assert.deepEqual(
    using(within('docs-pages/markdown.ts'), ({ packages }) => packages.includes('marked')),
    [],
  );
});

test('only one file knows the PDF library, only one the codes’ and only one the pictures’', () => {
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

test('the edges never run a statement of their own', () => {
  assert.deepEqual(
    using(within('db', 'domain'), ({ text }) => /\bdb\.(run|get|all|insert|exec)\b/.test(text)),
    [],
  );
});

test('the clock, the network and randomness reach domain and api through the context or lib', () => {
  const ambient = /\bDate\.now\(|\bnew Date\(\)|\bMath\.random\(|\bprocess\.(env|argv)\b/;
  assert.deepEqual(
    using(
      (file) => !['domain', 'api', 'db', 'office'].includes(part(file)),
      ({ text }) => ambient.test(text),
    ),
    [],
  );
});

// One writer a table

test('each table has exactly one file that writes it', async () => {
  const shop = await openShop();
  const tables = shop.ctx.db
    .all<{ name: string }>(
      `SELECT name FROM pragma_table_list WHERE schema = 'main' AND type = 'table' AND name NOT LIKE 'sqlite_%'`,
    )
    .map(({ name }) => name);
  const writers = Object.fromEntries(
    tables.map((table) => {
      const writes = new RegExp(`\\b(INTO|UPDATE(\\s+OR\\s+\\w+)?|DELETE\\s+FROM)\\s+${table}\\b(?!_)`);
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

/** The tables of which writes are put off to the end of their group, each with what finds the statements that name it. */
const putOff = new Map(
  sources.flatMap(({ text }) =>
    [...text.matchAll(/\.putOff\(\w+, (\w+),/g)].map(([, named]) => {
      const pattern = new RegExp(`const ${named} = /(.+)/;`).exec(text)?.[1] ?? '';
      const [table = ''] = /(?<=\\b|\)\?)\w+(?=\\b)/.exec(pattern) ?? []; // `stock` of /\bstock\b/ and of /\b(current_)?stock\b/
      return [table, new RegExp(pattern)] as const;
    }),
  ),
);

const names = (sql: string, table: string) => new RegExp(`(?<![a-z])${table}\\b`).test(sql);

test('no trigger knows of a table of which rows are held or their writes put off', async () => {
  const { ctx } = await openShop();
  assert.deepEqual([...putOff.keys()], ['stock', 'store_counters']);
  const triggers = ctx.db.all<{ sql: string }>(`SELECT sql FROM sqlite_schema WHERE type = 'trigger'`);
  assert.ok(triggers.length > 5);
  for (const table of [...putOff.keys(), 'available_changes'])
    assert.deepEqual(
      triggers.filter(({ sql }) => names(sql, table)),
      [],
    );
});

test('what names a table of which writes are put off, or a view of it, is found to', async () => {
  const { ctx } = await openShop();
  const views = ctx.db.all<{ name: string; sql: string }>(`SELECT name, sql FROM sqlite_schema WHERE type = 'view'`);
  const viewsOf = (table: string): string[] =>
    views
      .filter(({ name, sql }) => name !== table && names(sql, table))
      .flatMap(({ name }) => [name, ...viewsOf(name)]);
  assert.deepEqual(viewsOf('stock'), ['current_stock']);
  for (const [table, named] of putOff)
    for (const name of [table, ...viewsOf(table)])
      assert.ok(named.test(`SELECT 1 FROM ${name} WHERE`), `${named} and ${name}`);
});

/** The tables whose new rows wait for others of theirs, each with what finds the statements that are to see them. */
const batched = sources.flatMap(({ text }) =>
  [...text.matchAll(/batchedTable\(\{\s+insert: .INSERT INTO (\w+) [^;]*?\bnamed: \/(.+)\/,/g)].map(
    ([, table = '', named = '']) => ({ table, named: new RegExp(named) }),
  ),
);

test('what is to see rows that wait is known: it names their table, refers to it, or has a trigger that reads it', async () => {
  const { ctx } = await openShop();
  assert.deepEqual(batched.map(({ table }) => table).sort(), [
    'available_changes',
    'order_lines',
    'reservations',
    'stock_ledger',
    'webhook_deliveries',
  ]);
  const objects = ctx.db.all<{ type: string; name: string; sql: string }>(
    `SELECT type, name, sql FROM sqlite_schema WHERE type IN ('table', 'trigger', 'view')`,
  );
  for (const { table, named } of batched)
    for (const { type, name, sql } of objects.filter((one) => names(one.sql, table))) {
      const [, event = '', of = ''] = /(?:AFTER|BEFORE) (\w+)(?: OF [\w, ]+)? ON (\w+)/.exec(sql) ?? [];
      const statement = type === 'trigger' ? `${event} ${of} SET` : `INSERT INTO ${name} VALUES`;
      assert.match(statement, named, `${table} and the ${type} ${name}`);
    }
});

// Inside the domain, one way

/** What a subject may use besides itself: a subject, or one file of it. What is not listed may use nothing. */
const DOMAIN: Record<string, string[]> = {
  setup: ['*'], // the first run: a store out of nothing
  storefile: ['*'],
  'check.ts': ['*'],
  watch: ['*'], // what an operator should know of everything
  backups: ['check.ts', 'stock'],
  figures: ['couriers', 'stock'],
  print: ['orders', 'couriers', 'addresses.ts', 'stores.ts', 'variants.ts'],
  orders: ['stock', 'catalogue', 'channels', 'addresses.ts', 'stores.ts', 'couriers', 'variants.ts'],
  accounts: ['channels/throttle.ts', 'failures.ts'],
  channels: ['failures.ts'],
  partners: ['channels', 'webhooks', 'catalogue', 'stock', 'variants.ts'],
  couriers: ['addresses.ts'],
  'store-addresses.ts': ['addresses.ts'],
  catalogue: ['stock', 'pictures', 'variants.ts'], // a product's detail shows its stock, and its deletion takes it from others
  stock: ['webhooks/changes.ts', 'variants.ts', 'stores.ts'],
};

test('inside the domain imports go one way', () => {
  const found = breaks(
    ({ file }) => part(file) === 'domain',
    (imported, { file }) => {
      const [from, to] = [subject(file) as string, subject(imported)];
      if (to === undefined || from === to) return true; // lib, db and context are the layers' business
      const allowed = DOMAIN[from] ?? [];
      return allowed.includes('*') || allowed.includes(to) || allowed.includes(imported.slice('domain/'.length));
    },
  );
  assert.deepEqual(found, []);
});

// Size

test('no file is longer than 320 lines', () => {
  const long = sources.filter(({ file, text }) => !file.startsWith('db/schema/') && text.split('\n').length > 320);
  assert.deepEqual(
    long.map(({ file }) => file),
    [],
  );
});
