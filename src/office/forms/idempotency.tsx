import { isNewKey, newKey } from '../../lib/secrets.ts';
import { fields, optionalText } from './fields.ts';
import type { Form } from './form.ts';

// The result page of these forms is shown once, e.g. a new secret. Reloading it resubmits the form, which must not
// repeat the work.

/** Idempotency key of the form: the same each time it is submitted. */
export function idempotencyKey(form: Form<unknown>, kind: string): string {
  const submitted = form.typed('key') ?? '';
  return isNewKey(kind, submitted) ? submitted : newKey(kind);
}

/** Carries the idempotency key. */
export const IdempotencyKeyField = ({ form, kind }: { form: Form<unknown>; kind: string }) => (
  <input type="hidden" name="key" value={idempotencyKey(form, kind)} />
);

/** A form that replaces a secret contains the version of the current one, so that resubmitting it does nothing. */
export const secretVersionForm = fields({ version: optionalText() });

export const SecretVersionField = ({ version }: { version: string }) => (
  <input type="hidden" name="version" value={version} />
);
