import assert from 'node:assert/strict';
import path from 'node:path';
import { test } from 'node:test';
import type { Context } from '../src/context.ts';
import { breaks, part } from './import-rules.ts';
import { type Source, sources } from './sources.ts';

// Checks docs/architecture.md#layers on the imports of the source.

const known = new Set(sources.map(({ file }) => file));

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
  const writer = sources.find(({ file }) => file === 'domain/webhooks/delivery-worker.ts');
  assert.ok(writer?.imports.includes('context.ts'));
  assert.ok(writer?.imports.includes('domain/webhooks/deliveries.ts'));
  for (const { file, imports } of sources)
    for (const imported of imports) assert.ok(known.has(imported), `${file} imports ${imported}, which does not exist`);
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
  const visit = (file: string, chain: string[]): void => {
    if (chain.includes(file)) cycles.push([...chain.slice(chain.indexOf(file)), file].join(' → '));
    if (done.has(file) || chain.includes(file)) return;
    for (const next of imports.get(file) ?? []) visit(next, [...chain, file]);
    done.add(file);
  };
  for (const { file } of sources) visit(file, []);
  assert.deepEqual(cycles, []);
});

/** A published package has one entry point. */
const PACKAGE_ENTRY = 'sdk/typescript/index.ts';

test('there are no barrel files', () => {
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
  const importersOf = (library: string) =>
    sources
      .filter(({ packages }) => packages.some((name) => name === library || name.startsWith(`${library}/`)))
      .map(({ file }) => file);
  assert.deepEqual(importersOf('pdfkit'), ['domain/print/paper/paper.ts']);
  assert.deepEqual(importersOf('bwip-js'), ['domain/print/paper/barcode-encoders.ts']);
  assert.deepEqual(importersOf('sharp'), ['domain/pictures/library.ts']);
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

// Size

const MAX_LINES = 300;
const MAX_LINES_OF_DB = 200;

const GENERATED = 'sdk/typescript/schema.d.ts';

test(`no file has more than ${MAX_LINES} lines, in db ${MAX_LINES_OF_DB}`, () => {
  const long = sources
    .map(({ file, text }) => ({ file, lines: text.trimEnd().split('\n').length }))
    .filter(({ file, lines }) => file !== GENERATED && lines > (part(file) === 'db' ? MAX_LINES_OF_DB : MAX_LINES));
  assert.deepEqual(long, []);
});
