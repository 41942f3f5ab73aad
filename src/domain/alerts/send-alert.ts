import type { Context } from '../../context.ts';
import { message } from '../../lib/messages/message.ts';
import { newUuid } from '../../lib/runtime.ts';
import { type Account, accountById } from '../accounts/accounts.ts';
import { webAddress } from '../web-address.ts';
import { messageTexts } from './alert-texts.ts';
import { type AlertConnection, alertConnection } from './connection.ts';
import { type AlertMessage, GIVE_UP_HOURS, isTooOld, type MessageFact } from './outbox.ts';
import type { Claim, Outcome } from './outcome.ts';
import { type Recipient, recipientById } from './recipients.ts';
import { type Rendered, render } from './render.ts';
import { type MailAccess, sendEmail } from './send-email.ts';
import { type LineApi, sendLine } from './send-line.ts';
import { sendPush } from './send-push.ts';
import { type EmailService, serviceOf } from './services.ts';

export const lineApi = ({ config }: Context, connection = connectionOf(config)): LineApi => ({
  connection,
  url: config.alerts.line_api,
});

const connections = new WeakMap<object, AlertConnection>();

/** Shared by all messages, so that connections are kept open. */
export function connectionOf(config: Context['config']): AlertConnection {
  const known = connections.get(config) ?? alertConnection(config.alerts.allow_networks);
  connections.set(config, known);
  return known;
}

/** Sends a message once. `claim` commits that it leaves. */
export async function sendMessage(ctx: Context, sent: AlertMessage, claim: Claim): Promise<Outcome> {
  if (isTooOld(sent, ctx.now())) return TOO_OLD;
  const recipient = recipientById(ctx.db, sent.recipientId);
  const account = accountById(ctx.db, sent.accountId);
  if (recipient?.accountId !== sent.accountId || recipient.way !== sent.way) return NOT_WANTED;
  if (!account || account.disabled) return NOT_WANTED;
  return sendTo(ctx, { recipient, account, ...sent }, claim);
}

const NOT_WANTED: Outcome = { is: 'failed', reason: message('alert_not_wanted') };
const TOO_OLD: Outcome = { is: 'failed', reason: message('alert_waited_too_long', { hours: GIVE_UP_HOURS }) };

/** Sends a test message immediately, so that the page can show an error. */
export function sendTest(ctx: Context, account: Account, recipient: Recipient): Promise<Outcome> {
  const createTime = ctx.now();
  return sendTo(ctx, { recipient, account, key: newUuid(), facts: [{ kind: 'test' }], createTime }, async () => true);
}

interface Sending {
  recipient: Recipient;
  account: Account;
  key: string;
  facts: readonly MessageFact[];
  createTime: number;
}

async function sendTo(ctx: Context, sending: Sending, claim: Claim): Promise<Outcome> {
  const { recipient, account, facts } = sending;
  const rendered = await render(ctx, account, facts);
  if (!rendered) return NOT_WANTED;
  const outcome = await SENDERS[recipient.way](ctx, { ...sending, rendered }, claim);
  return outcome ?? { is: 'unsent', reason: message('alert_service_missing') };
}

type Ready = Sending & { rendered: Rendered };

/** Undefined if the service is not set up. */
type Send = (ctx: Context, ready: Ready, claim: Claim) => Promise<Outcome | undefined>;

const SENDERS: Record<Recipient['way'], Send> = {
  email: async (ctx, { recipient, account, rendered, key, createTime }, claim) => {
    const service = serviceOf(ctx.db, 'email');
    if (!service) return undefined;
    const text = [...linesOf(rendered), ...footOf(ctx, account)].join('\n');
    const email = { to: recipient.address, subject: rendered.title, text, key, time: createTime };
    return sendEmail(mailAccess(ctx, service), email, claim);
  },
  line: async (ctx, { recipient, rendered, key }, claim) => {
    const service = serviceOf(ctx.db, 'line');
    if (!service) return undefined;
    if (!(await claim())) return NOT_WANTED;
    const text = [rendered.title, ...linesOf(rendered)].join('\n');
    return sendLine(lineApi(ctx), service, { retryKey: key, to: recipient.address, text });
  },
  push: async (ctx, { recipient, rendered, key }, claim) => {
    const keys = serviceOf(ctx.db, 'push');
    if (!keys) return undefined;
    const { title, lines, path } = rendered;
    const payload = { title, body: cut(lines.join('\n')), url: path };
    const pushed = { topic: key.replaceAll('-', ''), payload, contact: contactOf(ctx) };
    return sendPush({ connection: connectionOf(ctx.config), keys, recipient }, pushed, claim);
  },
};

export const mailAccess = (ctx: Context, service: EmailService): MailAccess => ({
  connection: connectionOf(ctx.config),
  service,
  name: hostOf(ctx),
});

const linesOf = ({ lines, url }: Rendered): string[] => [...lines, ...(url === undefined ? [] : [url])];

function footOf(ctx: Context, { language }: Account): string[] {
  const base = webAddress(ctx);
  return base === undefined ? [] : ['', `${messageTexts(language ?? 'th').emailFoot} ${base}/office/me/alerts`];
}

const MAX_BODY = 800; // characters; a push message has 3,993 bytes

const cut = (text: string): string => [...text].slice(0, MAX_BODY).join('');

/** The name of this server in the greeting to a mail server. */
const hostOf = (ctx: Context): string | undefined => URL.parse(webAddress(ctx) ?? '')?.hostname;

/** Whom the operator of a push service may write to about this server. */
function contactOf(ctx: Context): string {
  const base = webAddress(ctx);
  if (base?.startsWith('https:')) return base;
  return `mailto:${serviceOf(ctx.db, 'email')?.sender ?? 'raan@localhost'}`;
}
