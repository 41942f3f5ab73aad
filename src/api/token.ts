import { Hono } from 'hono';
import type { Context } from '../context.ts';
import { authenticateClient, channelIdOfClient } from '../domain/channels/authenticate.ts';
import { auditChannel } from '../domain/channels/channel-audit.ts';
import {
  addressSubject,
  clientSubject,
  type RequestLimits,
  recordFailure,
  type Subject,
  throwIfBlocked,
} from '../domain/channels/throttle.ts';
import { issueToken } from '../domain/channels/tokens.ts';
import { clientAddress } from '../lib/client-address.ts';
import { AppError, invalidRequest } from '../lib/errors.ts';
import { oneOf, text, withDescription } from '../lib/field-schemas.ts';
import { formFields } from '../lib/form-fields.ts';
import type { Id } from '../lib/ids.ts';
import { networks } from '../lib/networks.ts';
import type { Bindings } from '../lib/request-bindings.ts';
import { strictObject } from '../lib/schema-builders.ts';
import { shorten } from '../lib/text.ts';
import type { ApiContext } from './call-log.ts';
import { type ApiCall, reply } from './reply.ts';
import { checkContentType, checkEncoding, readBody } from './request-body.ts';

/** The fields of the form. The endpoint validates them itself, because their errors have their own codes. */
export const tokenForm = strictObject({
  grant_type: withDescription(oneOf(['client_credentials']), 'The only supported grant.', 'client_credentials'),
  client_id: withDescription(text, 'The channel’s client id.', 'mNs0DZz0QTqZ9xKc'),
  client_secret: withDescription(text, 'The secret of the channel, which is shown once when it is created.', 'jR3…'),
});

type FieldName = keyof typeof tokenForm.entries;
const FIELDS = Object.keys(tokenForm.entries) as FieldName[];
type Form = Partial<Record<FieldName, string>>;

/** See docs/partner-api.md#get-a-token and docs/decisions.md#token-endpoint. */
export function tokenEndpoint(ctx: ApiContext, limits: RequestLimits): Hono<{ Bindings: Bindings }> {
  const trusted = networks(ctx.config.listen.trusted_proxies);
  return new Hono<{ Bindings: Bindings }>().post('/', async (c) => {
    const form = await readForm(c);
    const address = clientAddress(c.env.incoming, trusted);
    const subjects: Subject[] = [addressSubject(address)];
    if (!(form instanceof AppError) && form.client_id) {
      subjects.push(clientSubject(form.client_id));
      const channelId = channelIdOfClient(ctx.db, form.client_id);
      if (channelId !== undefined) c.env.channelId = channelId;
    }
    throwIfBlocked(ctx.db, subjects, ctx.steadyNow());
    limits.count(subjects);
    if (form instanceof AppError) throw form;
    if (form.grant_type !== 'client_credentials')
      throw new AppError('unsupported_grant_type', 'unsupported_grant_type', { path: 'grant_type' });
    const granted = await authenticate(ctx, form, { subjects, address, channelId: c.env.channelId });
    if ('failureReason' in granted) {
      if (ctx.config.log.failed_sign_ins) ctx.log.warn({ event: 'token_refused', address }, 'token request refused');
      c.env.failureReason = granted.failureReason;
      throw invalidClient(form);
    }
    ctx.logCall(c.env, c.req.path, 200);
    return reply(c, { access_token: granted.token, token_type: 'Bearer', expires_in: granted.lifetime }, 200);
  });
}

/**
 * Reports a missing field. Otherwise the error is the same for every cause, so that credentials cannot be guessed step
 * by step.
 */
function invalidClient(form: Form): AppError {
  const missing = (['client_id', 'client_secret'] as const).find((name) => !form[name]);
  return missing
    ? new AppError('invalid_client', 'client_credential_missing', { path: missing })
    : new AppError('invalid_client', 'client_credentials_rejected');
}

interface Caller {
  subjects: Subject[];
  address: string;
  /** Undefined for an unknown client id. */
  channelId: Id | undefined;
}

/** Returns a new token, or the reason why the credentials fail. Records a failure. */
const authenticate = (
  ctx: Context,
  { client_id = '', client_secret = '' }: Form,
  { subjects, address, channelId }: Caller,
) =>
  ctx.write(
    (tx) => {
      const now = ctx.steadyNow();
      throwIfBlocked(tx, subjects, now); // concurrent requests may have caused the block in the meantime
      const result = authenticateClient(tx, { clientId: client_id, clientSecret: client_secret }, now);
      if ('grant' in result) return issueToken(tx, result.grant, now);
      recordFailure(tx, subjects, now);
      auditChannel(tx, 'token_refused', channelId);
      return result;
    },
    { actor: { kind: 'visitor', address }, time: ctx.now() },
  );

/** Returns errors instead of throwing them, because an invalid form also counts toward the rate limit of its IP address. */
async function readForm(c: ApiCall): Promise<Form | AppError> {
  try {
    const bytes = await readBody(c.env.incoming);
    checkEncoding(c.env.incoming);
    checkContentType(c.env.incoming, 'application/x-www-form-urlencoded');
    return parseForm(bytes);
  } catch (error) {
    if (error instanceof AppError) return error;
    throw error;
  }
}

function parseForm(bytes: Buffer): Form {
  const form: Form = {};
  for (const [name, [value, ...more]] of formFields(bytes, FIELDS.length + 1)) {
    const field = FIELDS.find((known) => known === name);
    if (!field) throw invalidRequest('unknown_form_field', { path: shorten(name) || '""', known: FIELDS });
    if (more.length > 0) throw invalidRequest('repeated_form_field', { path: field });
    form[field] = value;
  }
  return form;
}
