import assert from 'node:assert/strict';
import type { Json } from './support.ts';

// Compares two OpenAPI documents of the partner API. Rules over several fields (`if`, `dependentSchemas`) are left to
// test/openapi-compatibility.test.ts, which validates random bodies.

/**
 * The changes that break programs of partners, as `PLACE: CHANGE`. Places of fields start with the name of their schema.
 * See docs/decisions.md#compatible-changes.
 */
export function breakingChanges(released: Json, current: Json): string[] {
  const comparison = new Comparison(released, current);
  comparison.operations('paths', 'sent');
  comparison.operations('webhooks', 'received');
  comparison.components();
  return [...comparison.changes];
}

/** Whether the program of the partner sends a value or receives it. */
type Direction = 'sent' | 'received';

const OPPOSITE: Record<Direction, Direction> = { sent: 'received', received: 'sent' };

const LOWER_LIMITS = ['minimum', 'exclusiveMinimum', 'minLength', 'minItems'];
const UPPER_LIMITS = ['maximum', 'exclusiveMaximum', 'maxLength', 'maxItems'];
const OTHER_LIMITS = ['pattern', 'format', 'contentEncoding', 'additionalProperties'];
const LIMITS = [...LOWER_LIMITS, ...UPPER_LIMITS, ...OTHER_LIMITS];
const COMPARED = ['$ref', 'anyOf', 'type', 'const', 'enum', 'properties', 'required', 'items', ...LIMITS];
const KNOWN = new Set([...COMPARED, 'if', 'then', 'else', 'dependentSchemas', 'title', 'description', 'examples']);

const ANYTHING = 'anything';

class Comparison {
  readonly changes = new Set<string>();
  readonly #released: Json;
  readonly #current: Json;
  /** References that are compared already; schemas may refer to themselves. */
  readonly #compared = new Set<string>();

  constructor(released: Json, current: Json) {
    this.#released = released;
    this.#current = current;
  }

  /** @param direction of the request */
  operations(section: 'paths' | 'webhooks', direction: Direction): void {
    this.#each(this.#released[section], this.#current[section], '', (item, newItem, path) => {
      for (const [method, operation] of Object.entries<Json>(item)) {
        const place = `${method.toUpperCase()} ${path}`;
        if (newItem[method]) this.#operation(operation, newItem[method], place, direction);
        else this.#add(place, 'removed');
      }
    });
  }

  /** Generated types have the names of all components. */
  components(): void {
    for (const [section, named] of Object.entries<Json>(this.#released.components))
      this.#each(named, this.#current.components[section], `components.${section}.`, (before, after, place) => {
        if (section === 'securitySchemes' && (before.type !== after.type || before.scheme !== after.scheme))
          this.#add(place, 'type changed');
      });
  }

  #operation(before: Json, after: Json, place: string, direction: Direction): void {
    if (before.operationId !== after.operationId) this.#add(place, 'operationId changed');
    this.#security(before.security ?? this.#released.security, after.security ?? this.#current.security, place);
    this.#parameters(before.parameters, after.parameters, place, direction);
    this.#required(before.requestBody?.required, after.requestBody?.required, `${place} request`, direction);
    this.#content(before.requestBody?.content, after.requestBody?.content, `${place} request`, direction);
    this.#each(before.responses, after.responses, `${place} `, (response, newResponse, at) => {
      this.#each(response.headers, newResponse.headers, `${at} header `, (header, newHeader, at) =>
        this.#parameter(header, newHeader, at, OPPOSITE[direction]),
      );
      this.#content(response.content, newResponse.content, at, OPPOSITE[direction]);
    });
  }

  #security(before: Json[], after: Json[], place: string): void {
    if (after.length === 0) return;
    if (before.length === 0) this.#add(place, 'now needs authentication');
    const kept = new Set(after.flatMap(Object.keys));
    for (const scheme of before.flatMap(Object.keys))
      if (!kept.has(scheme)) this.#add(place, `no longer accepts ${scheme}`);
  }

  #parameters(before: Json[], after: Json[], place: string, direction: Direction): void {
    const old = byName(this.#released, before);
    const current = byName(this.#current, after);
    this.#each(old, current, `${place} `, (parameter, newParameter, at) =>
      this.#parameter(parameter, newParameter, at, direction),
    );
    for (const [name, { required }] of Object.entries(current))
      if (direction === 'sent' && required && !old[name]) this.#add(`${place} ${name}`, 'new and required');
  }

  #parameter(before: Json, after: Json, place: string, direction: Direction): void {
    this.#required(before.required, after.required, place, direction);
    this.#schema(before.schema, after.schema, place, direction);
  }

  #required(before: boolean | undefined, after: boolean | undefined, place: string, direction: Direction): void {
    if (direction === 'sent' && !before && after) this.#add(place, 'now required');
    if (direction === 'received' && before && !after) this.#add(place, 'may now be absent');
  }

  #content(before: Json, after: Json, place: string, direction: Direction): void {
    this.#each(before, after, `${place} `, (media, newMedia, at) =>
      this.#schema(media.schema, newMedia.schema, at, direction),
    );
  }

  #schema(before: Json = {}, after: Json = {}, place: string, direction: Direction): void {
    const old = alternatives(this.#released, before);
    const current = alternatives(this.#current, after);
    for (const [type, schema] of Object.entries(old)) {
      const same = current[type] ?? (direction === 'sent' && type === 'integer' ? current.number : undefined);
      if (same) this.#alternative(schema, same, place, direction);
      else if (!(direction === 'sent' && current[ANYTHING])) this.#add(place, `can no longer be ${type}`);
    }
    for (const type of Object.keys(current))
      if (direction === 'received' && !old[type]) this.#add(place, `may now be ${type}`);
  }

  /** Compares schemas of the same type. */
  #alternative(before: Json, after: Json, place: string, direction: Direction): void {
    if (before.$ref) {
      const pair = [before.$ref, after.$ref ?? place, direction].join();
      if (this.#compared.has(pair)) return;
      this.#compared.add(pair);
    }
    const name = before.$ref?.split('/').at(-1) ?? place;
    const [old, current] = [resolve(this.#released, before), resolve(this.#current, after)];
    for (const keyword of Object.keys({ ...old, ...current }))
      if (!KNOWN.has(keyword)) this.#add(name, `has ${keyword}, which cannot be compared`);
    this.#values(old, current, name, direction);
    for (const limit of LIMITS) {
      const isBreaking = direction === 'sent' ? isNarrower(limit, old, current) : old[limit] !== current[limit];
      if (isBreaking) this.#add(name, `${limit} changed from ${old[limit]} to ${current[limit]}`);
    }
    this.#fields(old, current, name, direction);
    if (old.items) this.#schema(old.items, current.items, `${name}[]`, direction);
  }

  #values(before: Json, after: Json, place: string, direction: Direction): void {
    const [old, current] = [valuesOf(before), valuesOf(after)];
    if (!old && current) this.#add(place, 'now has fixed values');
    if (old && !current && direction === 'received') this.#add(place, 'no longer has fixed values');
    if (!old || !current) return;
    for (const value of old) if (!current.includes(value)) this.#add(place, `value ${value} removed`);
    for (const value of current)
      if (direction === 'received' && !old.includes(value)) this.#add(place, `value ${value} added`);
  }

  #fields(before: Json, after: Json, place: string, direction: Direction): void {
    this.#each(before.properties, after.properties, `${place}.`, (field, newField, at, name) => {
      this.#required(before.required?.includes(name), after.required?.includes(name), at, direction);
      this.#schema(field, newField, at, direction);
    });
    for (const name of after.required ?? [])
      if (direction === 'sent' && !before.properties?.[name]) this.#add(`${place}.${name}`, 'new and required');
  }

  /** Compares what both objects have. Reports what the second lacks. */
  #each(
    before: Record<string, Json> = {},
    after: Record<string, Json> = {},
    prefix: string,
    compare: (before: Json, after: Json, place: string, name: string) => void,
  ): void {
    for (const [name, value] of Object.entries(before))
      if (after[name] === undefined) this.#add(prefix + name, 'removed');
      else if (value.$ref?.startsWith('#/components/schemas/')) compare(value, after[name], prefix + name, name);
      else compare(resolve(this.#released, value), resolve(this.#current, after[name]), prefix + name, name);
  }

  #add(place: string, change: string): void {
    this.changes.add(`${place}: ${change}`);
  }
}

function resolve(document: Json, value: Json): Json {
  if (!value.$ref) return value;
  return value.$ref
    .replace('#/', '')
    .split('/')
    .reduce((inner: Json, key: string) => inner[key], document);
}

/** Headers, path and query parameters, for example as `header X-Request-Id`. Names of headers ignore case. */
const byName = (document: Json, parameters: Json[] = []): Record<string, Json> =>
  Object.fromEntries(
    parameters.map((parameter) => {
      const resolved = resolve(document, parameter);
      return [`${resolved.in} ${resolved.name}`, resolved];
    }),
  );

/** The schemas of a value by its JSON types. */
function alternatives(document: Json, schema: Json): Record<string, Json> {
  const inner = resolve(document, schema);
  if (!inner.anyOf) {
    const types: string[] = [inner.type ?? (inner.const === undefined ? ANYTHING : typeof inner.const)].flat();
    return Object.fromEntries(types.map((type) => [type, schema]));
  }
  const entries = inner.anyOf.flatMap((one: Json) => Object.entries(alternatives(document, one)));
  const byType = Object.fromEntries(entries);
  assert.equal(Object.keys(byType).length, entries.length, `two alternatives of one type: ${JSON.stringify(schema)}`);
  return byType;
}

/** The possible values, except null, which is a type; undefined if there is no list. */
function valuesOf(schema: Json): unknown[] | undefined {
  const values: unknown[] | undefined = schema.const === undefined ? schema.enum : [schema.const];
  return values?.filter((value) => value !== null);
}

/** Whether the new schema refuses values that the old one accepts. */
function isNarrower(limit: string, { [limit]: before }: Json, { [limit]: after }: Json): boolean {
  if (after === undefined || after === before) return false;
  if (LOWER_LIMITS.includes(limit)) return before === undefined || after > before;
  if (UPPER_LIMITS.includes(limit)) return before === undefined || after < before;
  return true;
}
