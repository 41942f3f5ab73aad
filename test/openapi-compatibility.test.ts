import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Ajv2020 } from 'ajv/dist/2020.js';
import fc from 'fast-check';
import { CURRENT, changedDocument, RELEASED } from './api-documents.ts';
import type { Json } from './support.ts';

// Bodies valid in the released document are valid in the current one, including rules over several fields.

const nameOf = ({ $ref }: { $ref: string }): string => $ref.split('/').at(-1) ?? '';

/** The schemas of all bodies, by their places. */
function bodiesOf(document: Json): Map<string, string> {
  const bodies = new Map<string, string>();
  const add = (place: string, { content = {} }: Json) => {
    for (const [type, { schema }] of Object.entries<Json>(content))
      if (schema) bodies.set(`${place} ${type}`, nameOf(schema));
  };
  const items = Object.entries<Json>({ ...document.paths, ...document.webhooks });
  for (const [name, { post, get }] of items) {
    const { requestBody = {}, responses } = post ?? get;
    add(`${name} request`, requestBody);
    for (const [status, response] of Object.entries<Json>(responses))
      add(`${name} ${status}`, response.$ref ? document.components.responses[nameOf(response)] : response);
  }
  return bodies;
}

/** The schemas that bodies have in the released and in the current document, each pair once. */
function schemaPairs(): Iterable<readonly [released: string, current: string]> {
  const current = bodiesOf(CURRENT);
  const pairs = [...bodiesOf(RELEASED)].map(([place, name]) => [name, current.get(place) ?? `none: ${place}`] as const);
  return new Map(pairs.map((pair) => [pair.join(), pair])).values();
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

const MAX_ARRAY_LENGTH = 3;

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
      return fc.array(of(schema.items), { minLength: schema.minItems ?? 0, maxLength: MAX_ARRAY_LENGTH });
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

/** Random bodies that fit a schema of the released document. */
const releasedBodies = (name: string): fc.Arbitrary<unknown> =>
  valuesOf(RELEASED, RELEASED.components.schemas[name]).filter((value) => fitsReleased(name, value) === undefined);

for (const [released, current] of schemaPairs())
  test(`every ${released} of the released document fits the current one`, () => {
    fc.assert(
      fc.property(releasedBodies(released), (body) => assert.equal(fitsCurrent(current, body), undefined)),
      { numRuns: 100 },
    );
  });

/** The first error of released bodies in a changed document. */
function errorAfter(name: string, change: (schema: Json) => unknown): string {
  const fits = validator(changedDocument(({ components }) => change(components.schemas[name])));
  const errors = fc.sample(releasedBodies(name), { numRuns: 30, seed: 1 }).map((body) => fits(name, body));
  return errors.find((error) => error !== undefined) ?? '';
}

test('a request field that is no longer accepted is detected', () => {
  const error = errorAfter('ProductListRequest', ({ properties }) => delete properties.limit);
  assert.match(error, /must NOT have additional properties/);
});

test('a new rule over several request fields is detected', () => {
  const error = errorAfter('PaymentNotifyRequest', (schema) => schema.else.required.push('note'));
  assert.match(error, /must have required property 'note'/);
});

test('a response field that becomes required is detected', () => {
  const error = errorAfter('Variant', ({ required }) => required.push('cost'));
  assert.match(error, /must have required property 'cost'/);
});
