import { message } from '../../../lib/messages/message.ts';
import type { CourierConnection } from './connection.ts';
import { post } from './post.ts';
import { type ShippopResponse, shippopResponse } from './shippop-responses.ts';

export interface ShippopSettings {
  connection: CourierConnection;
  /** The base address, such as `https://mkpservice.shippop.com`. */
  url: string;
  /** Email of the SHIPPOP account. */
  email: string;
  /** The API key. Without it no requests are sent. */
  apiKey: string | undefined;
  /** SHIPPOP's code of the courier that carries the parcels. */
  courierCode: string;
  /** Width, length and height in centimeters, such as `20x15x10`. */
  parcelSize?: string | undefined;
  now: () => number;
  /** Milliseconds. */
  timeout?: number | undefined;
}

/** The format of each request as documented. Tracking is public and gets no API key. */
const FORMATS = {
  '/booking/': 'json',
  '/confirm/': 'form',
  '/tracking_purchase/': 'form',
  '/cancel/': 'json',
  '/tracking/': 'json',
} as const;

const CONFIRM_TIMEOUT = 45_000; // milliseconds; SHIPPOP waits for the courier

export async function askShippop(
  { connection, url, apiKey, timeout }: ShippopSettings,
  path: keyof typeof FORMATS,
  fields: Record<string, unknown>,
): Promise<ShippopResponse> {
  if (!apiKey) return { is: 'unsent', reason: message('courier_lacks_secret') };
  const all = path === '/tracking/' ? fields : { api_key: apiKey, ...fields };
  const isForm = FORMATS[path] === 'form';
  const response = await post({
    connection,
    url: url.replace(/\/+$/, '') + path,
    headers: {
      'Content-Type': isForm ? 'application/x-www-form-urlencoded' : 'application/json',
      Accept: 'application/json',
    },
    body: isForm ? new URLSearchParams(all as Record<string, string>).toString() : JSON.stringify(all),
    timeout: timeout ?? (path === '/confirm/' ? CONFIRM_TIMEOUT : undefined),
  });
  return shippopResponse(response);
}
