import type { Way } from '../../../domain/alerts/kinds.ts';
import type { Form } from '../../forms/form.ts';

export const MY_ALERTS = '/me/alerts';
export const ALERT_SETTINGS = '/settings/alerts';

/** A form of the page of the settings with its errors. `test`: one without fields, whose error is shown above. */
export interface SubmittedForm {
  name: 'contents' | 'test' | Way;
  form: Form<unknown>;
}

/** The submitted form of the page of an account. */
export interface OwnForm {
  name: 'choices' | 'email' | 'code' | 'line' | 'push' | 'test';
  form: Form<unknown>;
  /** A new code for LINE, which is shown once. */
  code?: string;
}
