import type { Context } from '../../context.ts';
import type { Reader } from '../../db/reader.ts';
import type { WriteTx } from '../../db/write-tx.ts';
import { idText } from '../../lib/ids.ts';
import { audit } from '../audit/audit-log.ts';
import { addressSubject } from '../channels/throttle.ts';
import { type Account, accountById } from './accounts.ts';
import { type ChallengeUse, isChallenge, takeChallenge } from './passkey-challenges.ts';
import { namesAccount } from './passkey-options.ts';
import { type ParsedResponse, parseSigned, type SignedChallenge } from './passkey-response.ts';
import { type RelyingParty, verifySigned } from './passkey-verification.ts';
import { findPasskey, markPasskeyUsed, type Passkey } from './passkeys.ts';
import { blockedFor, recordFailure, type Subject, subjectsOf } from './throttle.ts';

export interface PasskeyCheck extends ChallengeUse {
  /** The response of the browser, as JSON. */
  answer: string;
  /** Undefined: passkeys do not work at this address. */
  relyingParty: RelyingParty | undefined;
  browser: string | undefined;
  address: string;
  /** The account that must have the passkey, if it is known. */
  account?: Account | undefined;
}

export type PasskeyResult<Accepted> =
  | Accepted
  /** `copied`: its count has gone back, so the passkey may exist twice. `over`: a new challenge is needed. */
  | { refused: 'wrong' | 'copied' | 'over' }
  | { refused: 'blocked'; seconds: number };

/**
 * Checks the answer of a passkey. Wrong answers count and block like wrong passwords.
 *
 * @param accept runs in the transaction that uses the challenge up
 * @throws AppError slow_down if too many checks are in progress
 */
export async function checkPasskey<Accepted>(
  ctx: Context,
  check: PasskeyCheck,
  accept: (tx: WriteTx, account: Account, subjects: Subjects) => Accepted,
): Promise<PasskeyResult<Accepted>> {
  const attempt = attemptOf(ctx.db, check);
  const { parsed, subjects } = attempt;
  const seconds = blockedFor(ctx.db, subjects, ctx.steadyNow());
  if (seconds > 0) return { refused: 'blocked', seconds };
  if (parsed && !isChallenge(parsed.challenge, check, ctx.steadyNow())) return { refused: 'over' };
  const signCount = await verifiedCount(check, attempt);
  return ctx.write((tx) => {
    const now = ctx.steadyNow();
    const blocked = blockedFor(tx, subjects, now); // concurrent attempts may have caused the block
    if (blocked > 0) return { refused: 'blocked', seconds: blocked };
    if (parsed && !takeChallenge(tx, parsed.challenge, now)) return { refused: 'over' };
    const used = signCount === undefined ? 'wrong' : usePasskey(tx, attempt, { signCount, now: ctx.now() });
    if (typeof used !== 'string') return accept(tx, used, subjects);
    recordFailure(tx, subjects, now);
    const { owner } = attempt;
    audit(tx, 'sign_in_failed', { storeId: owner?.storeId ?? null, subjectId: owner?.id });
    return { refused: used };
  });
}

/** The subjects whose failures are counted: the account, if it is known, and the address. */
type Subjects = readonly Subject[];

interface Attempt {
  parsed: ParsedResponse<SignedChallenge> | undefined;
  passkey: Passkey | undefined;
  owner: Account | undefined;
  subjects: Subjects;
}

function attemptOf(db: Reader, { account, answer, browser, address }: PasskeyCheck): Attempt {
  const parsed = parseSigned(answer);
  const passkey = parsed && findPasskey(db, Buffer.from(parsed.response.id, 'base64url'));
  const owner = account ?? (passkey && accountById(db, passkey.accountId));
  const subjects = owner ? subjectsOf(db, { name: owner.name, browser, address }, owner) : [addressSubject(address)];
  return { parsed, passkey, owner, subjects };
}

/** The signature count of a valid answer. */
async function verifiedCount(
  { relyingParty, purpose }: PasskeyCheck,
  { parsed, passkey, owner }: Attempt,
): Promise<number | undefined> {
  if (!parsed || !passkey || !owner || !relyingParty) return undefined;
  if (passkey.accountId !== owner.id || passkey.host !== relyingParty.host) return undefined;
  if (!namesAccount(parsed.response.userHandle ?? undefined, owner)) return undefined;
  const { publicKey } = passkey;
  const verified = await verifySigned({
    answer: parsed,
    relyingParty,
    publicKey,
    verifiesUser: purpose !== 'second_step',
  });
  return verified?.signCount;
}

/** @returns the account; else why the passkey cannot be used */
function usePasskey(
  tx: WriteTx,
  { passkey, owner }: Attempt,
  { signCount, now }: { signCount: number; now: number },
): Account | 'wrong' | 'copied' {
  const current = passkey && findPasskey(tx, passkey.credentialId); // it may have been removed in the meantime
  const account = owner && accountById(tx, owner.id);
  if (!current || current.id !== passkey.id || !account || account.disabled) return 'wrong';
  if (hasGoneBack(current, signCount)) {
    const detail = { passkey: idText(current.id) };
    audit(tx, 'passkey_copied', { storeId: account.storeId, subjectId: account.id, detail });
    return 'copied';
  }
  markPasskeyUsed(tx, current.id, { signCount, now });
  return account;
}

/** Authenticators that count increase the count with each signature (WebAuthn Level 3, section 6.1.1). */
const hasGoneBack = ({ signCount }: Passkey, signed: number): boolean =>
  (signed > 0 || signCount > 0) && signed <= signCount;
