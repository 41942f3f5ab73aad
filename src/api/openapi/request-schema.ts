import type { JsonSchema } from '@valibot/to-json-schema';

type Schema = JsonSchema & { default?: unknown };

/**
 * The documented schema of a strict object: optional fields accept null, and their default is in the description,
 * because type generators treat a field with `default` as required.
 */
export function requestSchema(schema: JsonSchema): JsonSchema {
  if (schema.additionalProperties !== false) return schema;
  const required = new Set(schema.required);
  const fields = Object.entries(schema.properties ?? {}).map(([name, field]) => [
    name,
    required.has(name) ? field : optional(field as Schema),
  ]);
  return { ...schema, properties: Object.fromEntries(fields) };
}

function optional({ default: whenAbsent, ...field }: Schema): JsonSchema {
  if (whenAbsent === undefined) return nullable(field);
  return nullable({ ...field, description: `${field.description} Default: \`${whenAbsent}\`.` });
}

function nullable({ $ref, ...field }: JsonSchema): JsonSchema {
  const absent: JsonSchema = { type: 'null' };
  if ($ref !== undefined) return { ...field, anyOf: [{ $ref }, absent] };
  if (field.anyOf) return { ...field, anyOf: [...field.anyOf, absent] };
  return {
    ...field,
    type: [field.type, 'null'] as JsonSchema['type'],
    ...(field.enum && { enum: [...field.enum, null] }),
  } as JsonSchema;
}
