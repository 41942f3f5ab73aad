import type { Context } from '../../context.ts';
import type { Reader } from '../../db/reader.ts';
import type { WriteTx } from '../../db/write-tx.ts';
import { invalidRequest } from '../../lib/errors.ts';
import type { Account } from './accounts.ts';
import { isChallenge, newChallenge, takeChallenge } from './passkey-challenges.ts';
import { creationOptions } from './passkey-options.ts';
import { parseCreated } from './passkey-response.ts';
import { type RelyingParty, verifyCreated } from './passkey-verification.ts';
import { addPasskey, listPasskeys } from './passkeys.ts';
import { recoveryCodesFor } from './second-factor.ts';

const PURPOSE = 'add';

/** @param boundTo a secret of the session; only this session can answer the challenge */
export const newPasskeyOptions = (
  db: Reader,
  account: Account,
  { host, boundTo, now }: { host: string; boundTo: string; now: number },
) =>
  creationOptions(account, {
    host,
    challenge: newChallenge({ purpose: PURPOSE, boundTo }, now),
    existing: listPasskeys(db, account.id),
  });

export interface NewPasskey {
  name: string;
  /** The response of the browser, as JSON. */
  answer: string;
  /** Undefined: passkeys do not work at this address. */
  relyingParty: RelyingParty | undefined;
  boundTo: string;
}

/**
 * Adds the passkey that the browser has created.
 *
 * @param also a step of the same transaction, with the recovery codes
 * @returns new recovery codes, unless the account has some
 * @throws AppError invalid_request if the answer is not valid or too late; slow_down
 */
export async function addNewPasskey(
  ctx: Context,
  account: Account,
  { name, answer, relyingParty, boundTo }: NewPasskey,
  also?: (tx: WriteTx, codes: readonly string[]) => void,
): Promise<string[]> {
  const parsed = parseCreated(answer);
  const isCurrent = parsed && isChallenge(parsed.challenge, { purpose: PURPOSE, boundTo }, ctx.steadyNow());
  if (!parsed || !relyingParty || !isCurrent) throw invalidRequest('passkey_refused');
  const credential = await verifyCreated({ answer: parsed, relyingParty });
  if (!credential) throw invalidRequest('passkey_refused');
  return ctx.write((tx) => {
    if (!takeChallenge(tx, parsed.challenge, ctx.steadyNow())) throw invalidRequest('passkey_refused');
    addPasskey(tx, account, { ...credential, host: relyingParty.host, name }, ctx.now());
    const codes = recoveryCodesFor(tx, account.id);
    also?.(tx, codes);
    return codes;
  });
}
