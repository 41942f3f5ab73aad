import * as v from 'valibot';
import { invalidRequest } from '../../lib/errors.ts';
import { message } from '../../lib/messages/message.ts';
import type { AlertConnection } from './connection.ts';
import { excerpt } from './excerpt.ts';
import { type Outcome, SENT } from './outcome.ts';
import { request, retryAfter, type ServiceResponse } from './service-request.ts';
import type { LineService } from './services.ts';

// LINE's Messaging API.

/** Where LINE is reached, and how. */
export interface LineApi {
  connection: AlertConnection;
  /** `https://api.line.me` */
  url: string;
}

interface LineMessage {
  /** LINE accepts it once within 24 hours, however often it is sent. */
  retryKey: string;
  /** The id of a user or a group. */
  to: string;
  text: string;
}

const MAX_TEXT = 5_000; // UTF-16 units

/** A repeated message with the same key is sent once, so an attempt may be repeated whatever became of it. */
export async function sendLine(api: LineApi, { token }: LineService, line: LineMessage): Promise<Outcome> {
  const response = await request(api.connection, {
    url: `${api.url}/v2/bot/message/push`,
    headers: {
      Authorization: `Bearer ${token}`,
      'Content-Type': 'application/json',
      'X-Line-Retry-Key': line.retryKey,
    },
    body: JSON.stringify({
      to: line.to,
      messages: [{ type: 'text', text: line.text.slice(0, MAX_TEXT).toWellFormed() }],
    }),
  });
  return response.is === 'received' ? outcomeOf(response) : { is: 'unsent', reason: response.reason };
}

function outcomeOf({ status, headers, text }: Extract<ServiceResponse, { is: 'received' }>): Outcome {
  if ((status >= 200 && status < 300) || status === 409) return SENT; // 409: accepted before
  const reason = lineProblem(status, text);
  const isTemporary = status === 401 || status === 429 || status >= 500;
  return isTemporary ? { is: 'unsent', reason, after: retryAfter(headers) } : { is: 'failed', reason };
}

const errorBody = v.object({ message: v.string() });

function lineProblem(status: number, body: string) {
  if (status === 401) return message('line_token_refused');
  const parsed = v.safeParse(errorBody, parseJson(body));
  const text = parsed.success ? excerpt(parsed.output.message) : '';
  return message('line_answered', { status, text });
}

/** Undefined if it is not JSON: then LINE's status is all that is known. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const botInfo = v.object({ basicId: v.string(), displayName: v.string() });

/** Name and id of the official account that the token belongs to. @throws AppError invalid_request at `token` */
export async function lineAccount(api: LineApi, token: string): Promise<Pick<LineService, 'name' | 'basic_id'>> {
  const response = await request(api.connection, {
    ...{ url: `${api.url}/v2/bot/info`, method: 'GET' },
    headers: { Authorization: `Bearer ${token}` },
  });
  if (response.is !== 'received') throw invalidRequest(response.reason);
  if (response.status === 401) throw invalidRequest('line_token_refused', { path: 'token' });
  const info = v.safeParse(botInfo, response.status === 200 ? parseJson(response.text) : undefined);
  if (!info.success) throw invalidRequest(lineProblem(response.status, response.text));
  return { name: info.output.displayName, basic_id: info.output.basicId };
}
