import { type ConversionConfig, type JsonSchema, toJsonSchemaDefs } from '@valibot/to-json-schema';
import type * as v from 'valibot';

export type Schemas = Record<string, v.GenericSchema>;

const config: ConversionConfig = {
  target: 'draft-2020-12',
  // A field's form stands before what reads it, and what several fields must fulfil together is said in words.
  ignoreActions: ['raw_transform', 'raw_check', 'transform', 'check'],
  overrideRef: ({ referenceId }) => `#/components/schemas/${referenceId}`,
};

/** The schemas as JSON Schemas; where one holds another it refers to it by its name. */
export const componentSchemas = (named: Schemas): Record<string, JsonSchema> =>
  toJsonSchemaDefs(named as Parameters<typeof toJsonSchemaDefs>[0], config);
