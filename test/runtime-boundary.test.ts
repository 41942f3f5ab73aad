import assert from 'node:assert/strict';
import crypto from 'node:crypto';
import { test } from 'node:test';
import zlib from 'node:zlib';
import ts from 'typescript-5';
import { sources } from './sources.ts';

// Checks docs/architecture.md#runtime: only src/lib/runtime.ts uses time, randomness, threads, other processes and
// the network, and work in the thread pool is only done in its `inThreadPool`.

const RUNTIME = 'lib/runtime.ts';

/** Code that runs in browsers or in programs of partners. */
const NOT_ON_SERVER = /^(office\/browser|api\/docs\/browser|api\/docs\/samples|sdk)\//;

/** Allowed uses outside the runtime, each with its reason. */
const EXCEPTIONS: Record<string, string[]> = {
  'cli/operate/doctor.ts': ['child_process.execFileSync'], // timedatectl, in a command: whether the clock is synchronized
  'db/inode-lock.ts': ['listen'], // a lock on the file of the database; nothing connects to it
  'domain/alerts/send-email.ts': ['net.connect'], // SMTP, which only the mail library speaks
  'domain/webhooks/send-webhook.ts': ['net.connect'], // the connection of an outboundRequest
  'lib/guarded-connection.ts': ['dns/promises.lookup'], // for the connections of outboundFetch and outboundRequest
  'lib/guarded-fetch.ts': ['undici'], // the connections of outboundFetch
  'lib/service-manager.ts': ['child_process.spawn'], // systemd-notify: Node has no unix datagram sockets
  'lib/spreadsheet/zip.ts': ['zlib.createInflateRaw'], // a stream; each of its parts is awaited inThreadPool
};

const GLOBALS = new Set([
  ...['setTimeout', 'setInterval', 'setImmediate', 'clearTimeout', 'clearInterval', 'clearImmediate'],
  ...['performance', 'crypto', 'fetch', 'WebSocket', 'EventSource', 'globalThis', 'global', 'require'],
  ...['queueMicrotask', 'CompressionStream', 'DecompressionStream'],
]);

const MEMBERS = new Set([
  'AbortSignal.timeout',
  'Date.now',
  'Math.random',
  'process.getBuiltinModule',
  'process.hrtime',
  'process.nextTick',
]);

/** Functions with a synchronous variant run in the thread pool of Node. They are allowed inside `inThreadPool`. */
const namesWithSync = (module: object): string[] => Object.keys(module).filter((name) => `${name}Sync` in module);
const POOLED: Record<string, Set<string>> = {
  crypto: new Set(namesWithSync(crypto)),
  zlib: new Set(namesWithSync(zlib)),
};

/** Methods that run a pipeline of sharp, allowed inside `inThreadPool`. The others only build it. */
const SHARP = new Set(['metadata', 'stats', 'toBuffer', 'toFile', 'toUint8Array']);

/** Forbidden imports by module; undefined forbids the whole module. */
const IMPORTS: Record<string, Set<string> | undefined> = {
  child_process: undefined,
  cluster: undefined,
  crypto: new Set([
    ...['randomBytes', 'randomFill', 'randomFillSync', 'randomInt', 'randomUUID', 'getRandomValues', 'webcrypto'],
    ...['generateKey', 'generateKeySync', 'generateKeyPair', 'generateKeyPairSync', 'default', '*'],
  ]),
  dgram: undefined,
  dns: undefined,
  'dns/promises': undefined,
  http: new Set(['Agent', 'ClientRequest', 'get', 'globalAgent', 'request', 'default', '*']),
  http2: undefined,
  https: new Set(['Agent', 'get', 'globalAgent', 'request', 'default', '*']),
  net: new Set(['connect', 'createConnection', 'Socket', 'default', '*']),
  perf_hooks: undefined,
  process: undefined,
  timers: undefined,
  'timers/promises': undefined,
  tls: new Set(['connect', 'default', '*']),
  undici: undefined,
  worker_threads: new Set(['Worker', 'default', '*']),
  zlib: new Set([...Object.keys(zlib).filter((name) => /^(create|[A-Z])/.test(name)), 'default', '*']), // streams
};

const nameOf = (specifier: string): string => specifier.replace(/^node:/, '');

interface Import {
  from: string;
  name: string;
  /** The name in the importing file. */
  local: string;
}

/** The imported values; types are ignored. */
function namesIn(node: ts.ImportDeclaration): Import[] {
  const from = nameOf((node.moduleSpecifier as ts.StringLiteral).text);
  const { importClause: clause } = node;
  if (!clause || clause.isTypeOnly) return [];
  const { name: whole, namedBindings: bindings } = clause;
  return [
    ...(whole ? [{ from, name: 'default', local: whole.text }] : []),
    ...(bindings && ts.isNamespaceImport(bindings) ? [{ from, name: '*', local: bindings.name.text }] : []),
    ...(bindings && ts.isNamedImports(bindings)
      ? bindings.elements
          .filter(({ isTypeOnly }) => !isTypeOnly)
          .map(({ name, propertyName = name }) => ({ from, name: propertyName.text, local: name.text }))
      : []),
  ];
}

const importsOf = (node: ts.ImportDeclaration): string[] =>
  namesIn(node)
    .filter(({ from, name }) => from in IMPORTS && (IMPORTS[from]?.has(name) ?? true))
    .map(({ from, name }) => `${from}.${name}`);

/** Whether the identifier is the name of a member or declaration. */
function isName(node: ts.Identifier): boolean {
  const { parent } = node as { parent: ts.Node & { name?: ts.Node; propertyName?: ts.Node } };
  if (ts.isShorthandPropertyAssignment(parent)) return false;
  return parent.name === node || parent.propertyName === node;
}

/** Whether the node is inside the callback of `inThreadPool`. */
function isInThreadPool(node: ts.Node): boolean {
  const { parent } = node;
  if (!parent) return false;
  if (ts.isCallExpression(parent) && parent.expression.getText() === 'inThreadPool') return ts.isArrowFunction(node);
  return isInThreadPool(parent);
}

/** Calls that run in the thread pool of Node or of sharp. */
function pooledUseIn(node: ts.Node, pooled: ReadonlyMap<string, string>): string[] {
  if (ts.isIdentifier(node)) return isName(node) ? [] : [pooled.get(node.text) ?? []].flat();
  if (!ts.isCallExpression(node) || !ts.isPropertyAccessExpression(node.expression)) return [];
  const { expression: object, name } = node.expression;
  const isOfSharp = SHARP.has(name.text) && object.getText() !== 'v'; // the validation library has `metadata` too
  return isOfSharp ? [`sharp.${name.text}`] : [];
}

/** The members of objects that an expression or a declaration names: `Date.now`, `Date['now']`, `{ now } = Date`. */
function membersIn(node: ts.Node): string[] {
  if (ts.isPropertyAccessExpression(node)) return [`${node.expression.getText()}.${node.name.text}`];
  if (ts.isElementAccessExpression(node) && ts.isStringLiteralLike(node.argumentExpression))
    return [`${node.expression.getText()}.${node.argumentExpression.text}`];
  if (!ts.isVariableDeclaration(node) || !ts.isObjectBindingPattern(node.name) || !node.initializer) return [];
  const object = node.initializer.getText();
  return node.name.elements.map(({ name, propertyName = name }) => `${object}.${propertyName.getText()}`);
}

function useIn(node: ts.Node): string[] {
  if (ts.isImportDeclaration(node)) return importsOf(node);
  if (ts.isIdentifier(node)) return GLOBALS.has(node.text) && !isName(node) ? [node.text] : [];
  const members = membersIn(node).filter((member) => MEMBERS.has(member));
  if (members.length > 0) return members;
  if (ts.isNewExpression(node) && node.expression.getText() === 'Date' && !node.arguments?.length)
    return ['new Date()'];
  if (!ts.isCallExpression(node)) return [];
  const {
    expression: called,
    arguments: [first],
  } = node;
  if (called.kind === ts.SyntaxKind.ImportKeyword && first && ts.isStringLiteral(first))
    return nameOf(first.text) in IMPORTS ? [nameOf(first.text)] : [];
  if (called.getText() === 'Date') return ['Date()'];
  return ts.isPropertyAccessExpression(called) && called.name.text === 'listen' ? ['listen'] : [];
}

/** Matches a word of every restricted use. Files without a match are not parsed, which is slow. */
const OBJECTS = [...MEMBERS].map((member) => member.slice(0, member.indexOf('.')));
const ANY_USE = new RegExp(
  `\\b(${[...GLOBALS, ...OBJECTS, ...Object.keys(IMPORTS), ...SHARP, 'listen'].join('|')})\\b`,
);

/** The restricted APIs that a file uses, ignoring types, comments and strings. */
function usesOf(file: string, text: string): string[] {
  if (!ANY_USE.test(text)) return [];
  const found: string[] = [];
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
  const imported = source.statements.filter(ts.isImportDeclaration).flatMap(namesIn);
  const pooled = new Map(
    imported
      .filter(({ from, name }) => POOLED[from]?.has(name))
      .map(({ from, name, local }) => [local, `${from}.${name}`]),
  );
  const visit = (node: ts.Node): void => {
    if (ts.isTypeNode(node) && !ts.isExpressionWithTypeArguments(node)) return;
    found.push(...useIn(node));
    const uses = pooledUseIn(node, pooled);
    if (uses.length > 0 && !isInThreadPool(node)) found.push(...uses);
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

test('only the runtime uses clocks, timers, randomness, threads, processes and the network', () => {
  const uses = sources
    .filter(({ file }) => file !== RUNTIME && !NOT_ON_SERVER.test(file))
    .map(({ file, text }) => [file, usesOf(file, text)] as const)
    .filter(([, found]) => found.length > 0);
  assert.deepEqual(Object.fromEntries(uses), EXCEPTIONS);
});

test('the scanner finds each kind of use', () => {
  const program = `
    import { hash, randomBytes as bytes } from 'node:crypto';
    import http, { createServer, type ClientRequest } from 'node:http';
    import * as threads from 'worker_threads';
    import { setTimeout as pause } from 'node:timers/promises';
    const loaded = await import('node:dns');
    setTimeout(run, 5);
    const started = performance.now(), options = { now: Date.now, fetch };
    const times = [new Date(), new Date, Date(), Math.random()];
    server.listen(80);
    globalThis.fetch('https://shop.example');
    const signal = AbortSignal.timeout(5);
    const { now: clock } = Date, later = [Math['random'](), process.nextTick(run), queueMicrotask(run)];
    import { spawn } from 'node:child_process';`;
  assert.deepEqual(usesOf('program.ts', program), [
    'crypto.randomBytes',
    'http.default',
    'worker_threads.*',
    'timers/promises.setTimeout',
    'dns',
    'setTimeout',
    'performance',
    'Date.now',
    'fetch',
    'new Date()',
    'new Date()',
    'Date()',
    'Math.random',
    'listen',
    'globalThis',
    'AbortSignal.timeout',
    'Date.now',
    'Math.random',
    'process.nextTick',
    'queueMicrotask',
    'child_process.spawn',
  ]);
});

test('the scanner ignores types, members of other objects, comments and strings', () => {
  const program = `
    import { createHash, type randomBytes } from 'node:crypto';
    import type { Worker } from 'node:worker_threads';
    import { type IncomingMessage, createServer } from 'node:http';
    // setTimeout(run, 5), Date.now()
    const text = 'new Date() ' + \`Math.random() fetch()\`;
    const answer = (app: { fetch: typeof fetch }) => app.fetch(request);
    let timer: ReturnType<typeof setTimeout>;
    const day = new Date(time), { fetch: handle } = app, { now } = context;`;
  assert.deepEqual(usesOf('program.ts', program), []);
});

test('the scanner finds thread-pool work outside of inThreadPool', () => {
  const program = `
    import { scrypt } from 'node:crypto';
    import { createGzip, gzip, gunzip as unpack } from 'node:zlib';
    import * as all from 'zlib';
    const packed = await promisify(gzip)(bytes);
    unpack(bytes, callback);
    const key = await inThreadPool(promisify(scrypt));
    const { width } = await sharp(bytes).metadata();
    const small = await inThreadPool(() => picture.jpeg().toBuffer()).then(() => picture.stats());
    const stream = new CompressionStream('gzip');`;
  assert.deepEqual(usesOf('program.ts', program), [
    'zlib.createGzip',
    'zlib.*',
    'zlib.gzip',
    'zlib.gunzip',
    'crypto.scrypt',
    'sharp.metadata',
    'sharp.stats',
    'CompressionStream',
  ]);
});

test('the scanner allows thread-pool work in inThreadPool, and synchronous work anywhere', () => {
  const program = `
    import { scryptSync } from 'node:crypto';
    import { constants, crc32, gzip, gzipSync } from 'node:zlib';
    const packed = await inThreadPool(() => promisify(gzip)(bytes, { level: constants.Z_BEST_SPEED }));
    const small = await inThreadPool(() => sharp(bytes).resize(100).toBuffer());
    const sized = sharp(bytes).resize(100), checksum = crc32(gzipSync(bytes)), key = scryptSync(text, salt, 32);
    const encodings = { gzip: packed };
    const schema = v.pipe(v.string(), v.metadata({ format: 'uri' }));`;
  assert.deepEqual(usesOf('program.ts', program), []);
});
