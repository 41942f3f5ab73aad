import * as v from 'valibot';
import { withDescription } from '../../lib/fields.ts';

// The kinds of fields that answers have (docs/partner-api.md#conventions).

export const idField = (words: string, example: string) =>
  withDescription(v.pipe(v.string(), v.regex(/^[0-9]+$/)), words, example);

export const moneyField = (words: string, example: string) =>
  withDescription(v.pipe(v.string(), v.regex(/^-?[0-9]+(\.[0-9]+)?$/)), words, example);

export const timeField = (words: string) =>
  withDescription(v.pipe(v.number(), v.integer(), v.metadata({ format: 'int64' })), words, 1_794_373_200_000);

export const wholeField = (words: string, example: number) =>
  withDescription(v.pipe(v.number(), v.integer()), words, example);

export const textField = (words: string, ...examples: string[]) => withDescription(v.string(), words, ...examples);

export const flagField = (words: string, example: boolean) => withDescription(v.boolean(), words, example);

export const uriField = (words: string, example: string) =>
  withDescription(v.pipe(v.string(), v.metadata({ format: 'uri' })), words, example);

/** One of the keys of a table. */
export const keyField = (table: Readonly<Record<string, unknown>>, words: string, example: string) =>
  withDescription(v.picklist(Object.keys(table)), words, example);
