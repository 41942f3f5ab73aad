import type * as v from 'valibot';
import { Form } from '../forms/form.ts';
import type { StoreContext } from '../request-context.ts';

/**
 * What the address asks for, as a form that was sent: what of it cannot be read is at fault beside its field.
 *
 * @param defaults what stands in fields that the address leaves out
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
