import type { Way } from '../../../domain/alerts/kinds.ts';
import type { Form } from '../../forms/form.ts';

export const MY_ALERTS = '/me/alerts';
export const ALERT_SETTINGS = '/settings/alerts';

/** A submitted form of the alert settings of a store, with its errors. `test` is the form that sends a test alert. */
export interface SubmittedForm {
  name: 'contents' | 'test' | Way;
  form: Form<unknown>;
}

/** A submitted form of the alerts of an account, with its errors. */
export interface OwnForm {
  name: 'choices' | 'email' | 'code' | 'line' | 'push' | 'test';
  form: Form<unknown>;
  /** A new code for LINE, which is shown once. */
  code?: string;
}
