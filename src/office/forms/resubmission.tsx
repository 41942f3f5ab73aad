import { isNewKey, newKey } from '../../lib/secrets.ts';
import { fields, optionalText } from './fields.ts';
import type { Form } from './form.ts';

// The result page of these forms is shown once, e.g. a new secret. Reloading it resubmits the form, which must not
// repeat the work.

/** Idempotency key of the form: the same each time it is submitted. */
export function madeKey(form: Form<unknown>, kind: string): string {
  const sent = form.typed('key') ?? '';
  return isNewKey(kind, sent) ? sent : newKey(kind);
}

/** Carries the idempotency key. */
export const KeyField = ({ form, kind }: { form: Form<unknown>; kind: string }) => (
  <input type="hidden" name="key" value={madeKey(form, kind)} />
);

/** A form that replaces a secret names the current one, so that resubmitting it does nothing. */
export const markForm = fields({ mark: optionalText() });

export const MarkField = ({ mark }: { mark: string }) => <input type="hidden" name="mark" value={mark} />;
