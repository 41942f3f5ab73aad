import * as v from 'valibot';
import { isJsonObject } from './json-object.ts';
import type { Message } from './messages/catalogue.ts';
import { message } from './messages/message.ts';
import { pathParts } from './messages/path.ts';
import { invalid, issueText, problem } from './validation.ts';

/**
 * An object with exactly these keys: null means absent for a known key, and an unknown key is an error even if null
 * (docs/partner-api.md#strict-requests-lenient-responses). Unlike valibot's own strictObject it reports every unknown key.
 */
export function strictObject<Entries extends v.ObjectEntries>(
  entries: Entries,
): v.StrictObjectSchema<Entries, undefined> {
  const schema = v.strictObject(entries);
  const known = Object.entries(entries).map(([key, entry]) => knownField(key, entry as Entry));
  const run = (dataset: Dataset, config: v.Config<v.BaseIssue<unknown>>): Dataset => {
    const input = dataset.value as Record<string, unknown> | null;
    if (typeof input !== 'object' || input === null || Array.isArray(input)) {
      v._addIssue(schema, 'type', dataset as never, config);
      return dataset;
    }
    const values: Record<string, unknown> = {};
    const result: Dataset = { value: values, typed: true };
    let found = 0;
    for (const { key, entry, isInherited, mayBeAbsent, whenAbsent } of known) {
      const given = isInherited && !Object.hasOwn(input, key) ? undefined : input[key];
      if (given !== undefined) found += 1;
      const value = given ?? undefined;
      if (value === undefined && mayBeAbsent) {
        if (whenAbsent !== undefined) values[key] = whenAbsent;
        continue;
      }
      const field = entry['~run']({ value }, config);
      if (field.issues) adopt(result, field.issues, { key } as v.IssuePathItem);
      values[key] = field.value;
      if (field.issues && config.abortEarly) return result;
    }
    const keys = Object.keys(input);
    if (keys.length === found) return result;
    for (const key of keys) {
      if (Object.hasOwn(entries, key)) continue;
      const path = [{ key }] as never;
      v._addIssue(schema, 'key', result as never, config, { input: key, expected: 'never', path });
      if (config.abortEarly) return result;
    }
    return result;
  };
  return { ...schema, '~run': run as never };
}

type Issue = v.BaseIssue<unknown> & { path?: v.IssuePathItem[] };

interface Dataset {
  value: unknown;
  typed?: boolean;
  issues?: Issue[];
}

type Run = (dataset: Dataset, config: v.Config<v.BaseIssue<unknown>>) => Dataset;

interface Entry {
  type: string;
  default?: unknown;
  '~run': Run;
}

/** Computed once per schema: requests leave out most fields. */
function knownField(key: string, entry: Entry) {
  const mayBeAbsent = entry.type === 'optional' && !/object|function/.test(typeof entry.default);
  return {
    key,
    entry,
    isInherited: key in Object.prototype,
    mayBeAbsent,
    whenAbsent: mayBeAbsent ? entry['~run']({ value: undefined }, {}).value : undefined,
  };
}

function adopt(result: Dataset, issues: Issue[], place: v.IssuePathItem): void {
  for (const issue of issues) {
    if (issue.path) issue.path.unshift(place);
    else issue.path = [place];
  }
  result.typed = false;
  result.issues = [...(result.issues ?? []), ...issues];
}

/** An object with arbitrary keys, `__proto__` included, as a map. */
export const mapOf = <Name extends v.GenericSchema<unknown, string>, Value extends v.GenericSchema>(
  name: Name,
  value: Value,
) =>
  v.pipe(
    v.custom<Readonly<Record<string, v.InferInput<Value>>>>(isJsonObject, invalid('not_an_object')),
    v.rawTransform<Readonly<Record<string, v.InferInput<Value>>>, ReadonlyMap<string, v.InferOutput<Value>>>(
      ({ dataset, addIssue }) => {
        const read = Object.entries(dataset.value).map(([key, entry]) => {
          const parsed = [v.safeParse(name, key), v.safeParse(value, entry)] as const;
          for (const issue of parsed.flatMap(({ issues }) => issues ?? []))
            addIssue({ message: issueText(problem(issue)), path: [{ key }, ...(issue.path ?? [])] as never });
          return [key, parsed[1].output] as const;
        });
        return new Map(read);
      },
    ),
  );

/** Adds a rule over several fields. `check` returns the problem, whose path is a field of the object. */
export const withRule = <Schema extends v.GenericSchema>(
  schema: Schema,
  check: (value: v.InferOutput<Schema>) => Message | undefined,
) =>
  v.pipe(
    schema,
    v.rawCheck<v.InferOutput<Schema>>(({ dataset, addIssue }) => {
      const broken = dataset.typed ? check(dataset.value) : undefined;
      if (!broken) return;
      const path = broken.path === undefined ? undefined : (pathParts(broken.path).map((key) => ({ key })) as never);
      addIssue({ message: issueText(broken), path });
    }),
  );

/** Adds metadata for the OpenAPI document. */
export const withMetadata = <Schema extends v.GenericSchema>(schema: Schema, metadata: Record<string, unknown>) =>
  v.pipe(schema, v.metadata(metadata));

type JsonSchema = Record<string, unknown>;

/** A JSON Schema of an object that has these fields, and none of them null. */
export const present = (...names: string[]): JsonSchema => ({
  required: names,
  properties: Object.fromEntries(names.map((name) => [name, { not: { type: 'null' } }])),
});

/** A JSON Schema of an object that has none of these fields, except as null. */
const absent = (...names: string[]): JsonSchema => ({
  properties: Object.fromEntries(names.map((name) => [name, { type: 'null' }])),
});

/** A JSON Schema that requires `then` of what fits `condition`, and `otherwise` of the rest. */
export const when = (condition: JsonSchema, then: JsonSchema, otherwise?: JsonSchema): JsonSchema => ({
  if: condition,
  then,
  ...(otherwise && { else: otherwise }),
});

export const exactlyOne = <Schema extends v.GenericSchema>(
  schema: Schema,
  one: keyof v.InferOutput<Schema> & string,
  other: keyof v.InferOutput<Schema> & string,
) =>
  withMetadata(
    withRule(schema, (value) =>
      (value[one] === undefined) === (value[other] === undefined)
        ? message('not_exactly_one_of', { one, other })
        : undefined,
    ),
    when(present(one), absent(other), present(other)),
  );
