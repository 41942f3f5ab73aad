import { type ConversionConfig, type JsonSchema, toJsonSchemaDefs } from '@valibot/to-json-schema';
import type * as v from 'valibot';

export type Schemas = Record<string, v.GenericSchema>;

const config: ConversionConfig = {
  target: 'draft-2020-12',
  // The JSON Schema of a field is in its metadata; rules over several fields are in the descriptions.
  ignoreActions: ['raw_transform', 'raw_check', 'transform', 'check'],
  overrideRef: ({ referenceId }) => `#/components/schemas/${referenceId}`,
};

/** Converts the schemas to JSON Schemas that refer to each other by name. */
export const componentSchemas = (named: Schemas): Record<string, JsonSchema> =>
  toJsonSchemaDefs(named as Parameters<typeof toJsonSchemaDefs>[0], config);
