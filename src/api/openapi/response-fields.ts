import * as v from 'valibot';
import { withDescription } from '../../lib/field-schemas.ts';

// Field schemas of responses (docs/partner-api.md#conventions).

export const idField = (description: string, example: string) =>
  withDescription(v.pipe(v.string(), v.regex(/^[0-9]+$/)), description, example);

export const moneyField = (description: string, example: string) =>
  withDescription(v.pipe(v.string(), v.regex(/^-?[0-9]+(\.[0-9]+)?$/)), description, example);

export const timeField = (description: string) =>
  withDescription(v.pipe(v.number(), v.integer(), v.metadata({ format: 'int64' })), description, 1_794_373_200_000);

export const integerField = (description: string, example: number) =>
  withDescription(v.pipe(v.number(), v.integer()), description, example);

export const textField = (description: string, ...examples: string[]) =>
  withDescription(v.string(), description, ...examples);

export const booleanField = (description: string, example: boolean) =>
  withDescription(v.boolean(), description, example);

export const uriField = (description: string, example: string) =>
  withDescription(v.pipe(v.string(), v.metadata({ format: 'uri' })), description, example);

/** An enum of the keys of `table`. */
export const enumField = (table: Readonly<Record<string, unknown>>, description: string, example: string) =>
  withDescription(v.picklist(Object.keys(table)), description, example);
