import type * as v from 'valibot';
import { Form } from '../forms/form.ts';
import type { StoreContext } from '../request-context.ts';

/**
 * The query string as a submitted form, so that invalid values show an error at their field.
 *
 * @param defaults values of fields that the query string leaves out
 */
export function queryForm<Schema extends v.GenericSchema>(
  { request: { url }, language }: StoreContext,
  schema: Schema,
  defaults: Readonly<Record<string, string>> = {},
): Form<v.InferOutput<Schema>> {
  const typed = { ...defaults, ...Object.fromEntries([...url.searchParams].filter(([, text]) => text !== '')) };
  const texts = Object.fromEntries(Object.entries(typed).map(([name, text]) => [name, [text]]));
  return new Form(schema, { texts, files: {} }, language);
}
