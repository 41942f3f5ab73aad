import { connect, type Socket } from 'node:net';
import { Readable } from 'node:stream';
import type SMTPConnection from 'nodemailer/lib/smtp-connection';
import { TargetError } from '../../lib/guarded-connection.ts';
import type { Message } from '../../lib/messages/catalogue.ts';
import { message } from '../../lib/messages/message.ts';
import { startTimer } from '../../lib/runtime.ts';
import type { AlertConnection } from './connection.ts';
import { excerpt } from './excerpt.ts';
import { type Claim, type Outcome, SENT } from './outcome.ts';
import type { EmailService } from './services.ts';

export interface Email {
  to: string;
  subject: string;
  text: string;
  /** Unique; the same in each attempt. */
  key: string;
  /** Unix milliseconds. */
  time: number;
}

const CONNECT_TIMEOUT = 10_000; // milliseconds
const ANSWER_TIMEOUT = 30_000; // of each command

/** A mail server, and how raan reaches it. */
export interface MailAccess {
  connection: AlertConnection;
  service: EmailService;
  /** The host name of this server, for the greeting. */
  name: string | undefined;
}

/** Sends the message once. Never rejects. */
export async function sendEmail(access: MailAccess, email: Email, claim: Claim): Promise<Outcome> {
  const { connection, service } = access;
  const sent = { isStarted: false };
  let socket: Socket | undefined;
  let smtp: SMTPConnection | undefined;
  try {
    const raw = await composed(service, email);
    socket = await openSocket(connection, service);
    smtp = await signedIn(access, socket);
    if (!(await claim())) return { is: 'unknown', reason: message('alert_not_wanted') };
    await transmit(smtp, { from: service.sender, to: email.to }, raw, sent);
    return SENT;
  } catch (error) {
    return outcomeOf(error as SmtpError, sent.isStarted, service);
  } finally {
    if (smtp) smtp.quit();
    else socket?.destroy();
  }
}

async function composed({ sender }: EmailService, { to, subject, text, key, time }: Email): Promise<Buffer> {
  const { default: MailComposer } = await import('nodemailer/lib/mail-composer');
  const domain = sender.slice(sender.lastIndexOf('@') + 1);
  const headers = { 'Auto-Submitted': 'auto-generated' };
  const messageId = `<${key}@${domain}>`;
  return new MailComposer({
    from: { name: 'raan', address: sender },
    to,
    subject,
    text,
    messageId,
    headers,
    date: new Date(time),
  })
    .compile()
    .build();
}

/** @throws TargetError if the address is forbidden */
function openSocket(connection: AlertConnection, service: EmailService): Promise<Socket> {
  const problem = connection.mailProblem(service);
  if (problem) return Promise.reject(new TargetError(problem));
  const { host, port } = service;
  return new Promise((resolve, reject) => {
    const socket = connect({ host, port, lookup: connection.mailLookup(service) });
    const timer = startTimer(() => socket.destroy(new TargetError(message('smtp_timed_out'))), CONNECT_TIMEOUT);
    socket.once('error', (error) => {
      timer.stop();
      reject(error);
    });
    socket.once('connect', () => {
      timer.stop();
      resolve(socket);
    });
  });
}

async function signedIn({ service, name }: MailAccess, socket: Socket): Promise<SMTPConnection> {
  const { host, port, security, user, password } = service;
  const { default: Smtp } = await import('nodemailer/lib/smtp-connection');
  const smtp = new Smtp({
    ...{ host, port, connection: socket, secure: security === 'tls', ...(name && { name }) },
    ...{ requireTLS: security === 'starttls', ignoreTLS: security === 'none' },
    ...{ connectionTimeout: CONNECT_TIMEOUT, greetingTimeout: ANSWER_TIMEOUT, socketTimeout: ANSWER_TIMEOUT },
  });
  await new Promise<void>((resolve, reject) => {
    smtp.on('error', reject); // later errors end the command in progress
    smtp.connect((error) => (error ? reject(error) : resolve()));
  });
  if (user !== undefined)
    await new Promise<void>((resolve, reject) => {
      smtp.login({ user, pass: password ?? '' } as never, (error) => (error ? reject(error) : resolve()));
    });
  return smtp;
}

interface Envelope {
  from: string;
  to: string;
}

/** @param sent is marked once the server has accepted the recipient and gets the message itself */
function transmit(smtp: SMTPConnection, { from, to }: Envelope, raw: Buffer, sent: { isStarted: boolean }) {
  const stream = Readable.from(
    (function* () {
      sent.isStarted = true;
      yield raw;
    })(),
  );
  return new Promise<void>((resolve, reject) => {
    smtp.once('error', reject);
    smtp.send({ from, to: [to], use8BitMime: false }, stream, (error) => (error ? reject(error) : resolve()));
  });
}

interface SmtpError extends Error {
  /** That of nodemailer, or of the system. */
  code?: string;
  /** That of TLS or of the system, if `code` is nodemailer's. */
  originalCode?: string;
  command?: string;
  responseCode?: number;
  response?: string;
  cause?: unknown;
}

/**
 * A rejection with a status is certain. Without one, a server that had begun to receive the message may have accepted
 * it.
 */
function outcomeOf(error: SmtpError, isStarted: boolean, service: EmailService): Outcome {
  const reason = problemOf(error, service);
  const { responseCode = 0, code } = error;
  if (responseCode >= 400) {
    const isFinal = responseCode >= 500 && code !== 'EAUTH';
    return isFinal ? { is: 'failed', reason } : { is: 'unsent', reason };
  }
  return isStarted ? { is: 'unknown', reason } : { is: 'unsent', reason };
}

/** Codes of a failed TLS handshake or a rejected certificate. */
const NOT_ENCRYPTED =
  /^(EPROTO|ERR_(TLS|SSL|OSSL)_\w+|\w*CERT\w*|UNABLE_TO_\w+|HOSTNAME_MISMATCH|INVALID_(CA|PURPOSE)|PATH_LENGTH_EXCEEDED)$/;

function problemOf(error: SmtpError, { host, port }: EmailService): Message {
  if (error instanceof TargetError) return error.problem;
  const { code = '', originalCode = code, command = '', response, responseCode } = error;
  if (code === 'EAUTH') return message('smtp_sign_in_refused', { answer: excerpt(response ?? error.message) });
  if (responseCode !== undefined) return message('smtp_refused', { command, answer: excerpt(response ?? '') });
  if (code === 'ETLS' || NOT_ENCRYPTED.test(originalCode))
    return message('smtp_not_encrypted', { why: excerpt(error.message) });
  if (code === 'ETIMEDOUT') return message('smtp_timed_out');
  return message('smtp_not_reached', { host, port, why: excerpt(originalCode || error.message) });
}
