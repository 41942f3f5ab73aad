import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { promisify } from 'node:util';
import { Ajv2020 } from 'ajv/dist/2020.js';
import fc from 'fast-check';
import { typesOf } from '../build/sdk/schema.ts';
import { openApiDocument } from '../src/api/openapi/document.ts';
import { type Json, temporaryFolder } from './support.ts';

// A partner's program that was written against the released document must work with this version.

const RELEASED: Json = JSON.parse(readFileSync(path.join(import.meta.dirname, 'released', 'openapi.json'), 'utf8'));
const CURRENT: Json = openApiDocument({ shipping_types: [], channels: [] }, 'https://shop.example');

const nameOf = ({ $ref }: { $ref: string }): string => $ref.replace('#/components/schemas/', '');

const jsonOf = (content: Json): Json => Object.values<Json>(content)[0].schema;

const distinct = (names: readonly string[]): string[] => [...new Set(names)];

/** The names of the schemas of all bodies that a client sends, and of those that it receives. */
function bodiesOf(document: Json): { sent: string[]; received: string[] } {
  const calls = Object.values<Json>(document.paths).flatMap(({ post }) => post ?? []);
  const events = Object.values<Json>(document.webhooks);
  return {
    sent: distinct(calls.map(({ requestBody }) => nameOf(jsonOf(requestBody.content)))),
    received: distinct([
      ...calls.map(({ responses }) => nameOf(jsonOf(responses[200].content))),
      ...events.map(({ post }) => nameOf(jsonOf(post.requestBody.content))),
    ]),
  };
}

function validator(document: Json): (name: string, value: unknown) => string | undefined {
  const ajv = new Ajv2020({ strict: false, validateFormats: false, validateSchema: false });
  ajv.addSchema({ $id: 'document', components: { schemas: document.components.schemas } });
  return (name, value) => {
    const check = ajv.getSchema(`document#/components/schemas/${name}`);
    assert.ok(check, name);
    return check(value) ? undefined : ajv.errorsText(check.errors);
  };
}

const MANY_ARRAY_ELEMENTS = 3;

/** Values that fit a schema, except for its rules over several fields. */
function valuesOf(document: Json, schema: Json): fc.Arbitrary<unknown> {
  const of = (inner: Json) => valuesOf(document, inner);
  if (schema.$ref) return of(document.components.schemas[nameOf(schema)]);
  if (schema.const !== undefined) return fc.constant(schema.const);
  if (schema.enum) return fc.constantFrom(...schema.enum);
  if (schema.anyOf) return fc.oneof(...schema.anyOf.map(of));
  if (Array.isArray(schema.type)) return fc.oneof(...schema.type.map((type: string) => of({ ...schema, type })));
  switch (schema.type) {
    case 'null':
      return fc.constant(null);
    case 'object': {
      const fields = Object.entries<Json>(schema.properties).map(([name, field]) => [name, of(field)] as const);
      return fc.record(Object.fromEntries(fields), { requiredKeys: schema.required ?? [], noNullPrototype: true });
    }
    case 'array':
      return fc.array(of(schema.items), { minLength: schema.minItems ?? 0, maxLength: MANY_ARRAY_ELEMENTS });
    case 'string':
      if (schema.pattern) return fc.stringMatching(new RegExp(schema.pattern));
      return fc.string({ minLength: schema.minLength ?? 0, maxLength: Math.min(schema.maxLength ?? 20, 20) });
    case 'integer':
      return fc.integer({ min: schema.minimum ?? 0, max: Math.min(schema.maximum ?? 2 ** 31, 10 ** 14) });
    case 'number':
      return fc.integer({ min: schema.minimum ?? 0, max: 1_000_000 });
    default:
      assert.equal(schema.type, 'boolean', JSON.stringify(schema));
      return fc.boolean();
  }
}

const fitsReleased = validator(RELEASED);
const fitsCurrent = validator(CURRENT);

for (const [kind, names] of Object.entries(bodiesOf(RELEASED)))
  for (const name of names)
    test(`every ${kind} ${name} of the released document fits the current one`, () => {
      const values = valuesOf(RELEASED, RELEASED.components.schemas[name]).filter(
        (value) => fitsReleased(name, value) === undefined,
      );
      fc.assert(
        fc.property(values, (value) => assert.equal(fitsCurrent(name, value), undefined)),
        { numRuns: 100 },
      );
    });

test('a body that the current document no longer accepts is detected', () => {
  const schemas = { ...CURRENT.components.schemas };
  const { limit: _limit, ...properties } = schemas.ProductListRequest.properties;
  schemas.ProductListRequest = { ...schemas.ProductListRequest, properties };
  const fitsBroken = validator({ components: { schemas } });
  assert.equal(fitsCurrent('ProductListRequest', { limit: 5 }), undefined);
  assert.match(fitsBroken('ProductListRequest', { limit: 5 }) ?? '', /additional properties/);
});

/** What a client sends must have the old type, and what it receives must be usable as the old type. */
const CHECKS = ({ sent, received }: ReturnType<typeof bodiesOf>) => `
import type { components as Released } from './released.d.ts';
import type { components as Current } from './current.d.ts';
type Old = Released['schemas'];
type New = Current['schemas'];
${sent.map((name) => `export const send${name} = (body: Old['${name}']): New['${name}'] => body;`).join('\n')}
${received.map((name) => `export const receive${name} = (body: New['${name}']): Old['${name}'] => body;`).join('\n')}
`;

test('a program with the types of the released document compiles with the current ones', async () => {
  const folder = temporaryFolder();
  const write = (name: string, text: string) => writeFileSync(path.join(folder, name), text);
  write('released.d.ts', await typesOf(RELEASED));
  write('current.d.ts', await typesOf(CURRENT));
  write('checks.ts', CHECKS(bodiesOf(RELEASED)));
  const compiler = path.join(import.meta.dirname, '..', 'node_modules', 'typescript', 'bin', 'tsc');
  const compile = promisify(execFile);
  const flags = ['--noEmit', '--strict', '--allowImportingTsExtensions', '--module', 'NodeNext', '--target', 'ES2024'];
  const ownFiles = ['--types', '', '--skipDefaultLibCheck'];
  const { stdout } = await compile(process.execPath, [compiler, ...flags, ...ownFiles, 'checks.ts'], {
    cwd: folder,
  }).catch((error) => error);
  assert.equal(stdout, '');
});
