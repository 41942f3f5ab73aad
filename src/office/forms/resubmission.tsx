import { isNewKey, newKey } from '../../lib/secrets.ts';
import { fields, optionalText } from './fields.ts';
import type { Form } from './form.ts';

// Forms whose answer is a page that is there once. Loading it anew sends them again, which must not do their work twice.

/** Names what the form makes: the same each time that it is sent. */
export function madeKey(form: Form<unknown>, kind: string): string {
  const sent = form.typed('key') ?? '';
  return isNewKey(kind, sent) ? sent : newKey(kind);
}

/** `madeKey` of the form, from its page on. */
export const KeyField = ({ form, kind }: { form: Form<unknown>; kind: string }) => (
  <input type="hidden" name="key" value={madeKey(form, kind)} />
);

/** A form that replaces a secret says which one. */
export const markForm = fields({ mark: optionalText() });

export const MarkField = ({ mark }: { mark: string }) => <input type="hidden" name="mark" value={mark} />;
