import * as v from 'valibot';
import { emailAddress } from '../../../lib/field-schemas.ts';
import { message } from '../../../lib/messages/message.ts';
import { checked, text } from '../../forms/fields.ts';

/** An email address. */
export const emailField = checked(text(254), (typed) =>
  v.safeParse(emailAddress, typed).success ? undefined : message('not_an_email'),
);
