import { invalidRequest } from '../../lib/errors.ts';
import { isTelephone } from '../../lib/telephone.ts';
import type { Form } from './form.ts';

/** Adds an error if the text is not a phone number. @param known the stored one, which may be older than this check */
export function checkTelephone(form: Form<unknown>, typed: string | undefined, known: string | undefined): void {
  if (typed === undefined || typed === known || isTelephone(typed)) return;
  form.check(() => {
    throw invalidRequest('input_not_a_telephone', { path: 'telephone' });
  });
}
