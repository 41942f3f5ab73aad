import type { IncomingMessage } from 'node:http';
import * as v from 'valibot';
import { sessionKey } from '../../domain/accounts/sessions.ts';
import { storesAndSandboxes } from '../../domain/stores.ts';
import { AppError } from '../../lib/errors.ts';
import { type Id, idText, parseId } from '../../lib/ids.ts';
import type { FormInput } from '../forms/form.ts';
import type { OfficeRequest } from '../request-context.ts';
import { csrfKeyOf, isCsrfToken } from './csrf.ts';
import { MAX_GUEST_FORM_BYTES, readGuestForm } from './read-guest-form.ts';

// A form submitted after its session expired is not lost: the sign-in page carries its fields and submits them together
// with the name and password. The server stores nothing.

/** Bytes of a form that the sign-in page carries, as received and as the sign-in form sends it. */
const MAX_BYTES = 65_536;
const MAX_FIELDS = 500;
/** Bytes of a sign-in form that carries another form. */
export const MAX_SIGN_IN_BYTES = MAX_BYTES + MAX_GUEST_FORM_BYTES;

/** Fields that are never sent back to the browser. */
const SECRET_FIELDS = new Set([
  'csrf',
  'password',
  'confirm_password',
  'confirm_code',
  'confirm_passkey',
  'current',
  'again',
  'secret',
  'token',
]);

export interface PendingForm {
  /** Below `/office`, with its query. */
  path: string;
  texts: FormInput['texts'];
  /** The store selected when the page of the form was rendered, if known. */
  store: Id | undefined;
  /** The form had files; they must be chosen again. */
  hadFiles: boolean;
}

/** The submitted form of a request without a valid session, as JSON; undefined if it is too large or malformed. */
export async function readPendingForm(
  incoming: IncomingMessage,
  request: OfficeRequest,
  token = '',
): Promise<string | undefined> {
  try {
    const { texts, hadFiles } = await readGuestForm(incoming, { maxBytes: MAX_BYTES, maxFields: MAX_FIELDS });
    const text = pendingFormText({
      path: request.path + request.url.search,
      texts: Object.fromEntries(Object.entries(texts).filter(([name]) => !SECRET_FIELDS.has(name))),
      store: storeOf(request, token, texts.csrf?.[0] ?? ''),
      hadFiles,
    });
    return new URLSearchParams({ text }).toString().length <= MAX_BYTES ? text : undefined;
  } catch (error) {
    if (error instanceof AppError) return undefined;
    throw error;
  }
}

/** The store whose pages issued this CSRF token. */
const storeOf = ({ app }: OfficeRequest, token: string, csrf: string): Id | undefined =>
  storesAndSandboxes(app.db).find(({ id }) => isCsrfToken(csrfKeyOf({ key: sessionKey(token), storeId: id }), csrf))
    ?.id;

const pendingFormText = ({ store, ...pending }: PendingForm): string =>
  JSON.stringify({ ...pending, store: store === undefined ? '' : idText(store) });

/** Whether a path below `/office` is well-formed, so that a redirect to it cannot lead to another site. */
export const isOfficePath = (path: string): boolean => /^\/[a-z0-9?]/.test(path) && !/[\\\s]/.test(path);

const pendingFormSchema = v.object({
  path: v.pipe(v.string(), v.check(isOfficePath)),
  texts: v.pipe(
    v.record(v.string(), v.array(v.string())),
    v.check((texts) => Object.values(texts).flat().length <= MAX_FIELDS),
  ),
  store: v.pipe(v.string(), v.transform(parseId)),
  hadFiles: v.boolean(),
});

/** Parses `pendingFormText`; undefined if the text is anything else. */
export function parsePendingForm(text: string): PendingForm | undefined {
  try {
    const parsed = v.safeParse(pendingFormSchema, JSON.parse(text));
    return parsed.success ? parsed.output : undefined;
  } catch {
    return undefined; // not JSON
  }
}
