import assert from 'node:assert/strict';
import { assertDescribed } from './openapi-checks.ts';
import type { ApiResponse } from './support.ts';

// A partner of a server in another process.

export interface Credentials {
  client_id: string;
  client_secret: string;
}

/** The response of the token endpoint. */
export async function token(address: string, { client_id, client_secret }: Credentials): Promise<ApiResponse> {
  const body = new URLSearchParams({ grant_type: 'client_credentials', client_id, client_secret });
  return readResponse(await fetch(`${address}/oauth/token`, { method: 'POST', body }));
}

/** A partner that makes `/v1` calls with its token. */
export async function openPartner(address: string, credentials: Credentials) {
  const { body } = await token(address, credentials);
  assert.ok(body.access_token, JSON.stringify(body));
  const headers = { Authorization: `Bearer ${body.access_token}`, 'Content-Type': 'application/json' };
  return {
    token: body.access_token as string,
    call: async (path: string, given: object = {}, at = address): Promise<ApiResponse> =>
      readResponse(await fetch(at + path, { method: 'POST', headers, body: JSON.stringify(given) })),
  };
}

async function readResponse(response: Response): Promise<ApiResponse> {
  const { status, headers } = response;
  const body = await response.json();
  await assertDescribed({ method: 'POST', path: new URL(response.url).pathname, status, headers, body });
  return { status, headers, body };
}
