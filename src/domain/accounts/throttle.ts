import { isIP } from 'node:net';
import type { Reader } from '../../db/reader.ts';
import type { WriteTx } from '../../db/write-tx.ts';
import { notFound } from '../../lib/errors.ts';
import type { Id } from '../../lib/ids.ts';
import { audit } from '../audit/audit-log.ts';
import { addressSubject } from '../channels/throttle.ts';
import { type Block, failedAttempts } from '../failed-attempts.ts';
import { type Account, findAccount, hasAllStores, listAccounts, mayChange, normalizeName } from './accounts.ts';
import { browserMarksOf, knownBrowserMark } from './known-browsers.ts';

/** Names are counted together for all unknown browsers, and separately for each known browser. */
type Kind = 'name' | 'browser' | 'address';

/** The key of a failure count. */
export type Subject = `${Kind} ${string}`;

const MAX_NAME_LENGTH = 200; // longer names are truncated

/** The end of a subject's name that names the browser. */
const MARK = / \([0-9a-f]{8}\)$/;

const failures = failedAttempts<Kind>('sign_in');

const nameSubject = (name: string): Subject => `name ${normalizeName(name).slice(0, MAX_NAME_LENGTH).toLowerCase()}`;

const browserSubject = ({ name }: Account, mark: string): Subject =>
  `browser ${normalizeName(name).toLowerCase()} (${mark})`;

/**
 * The counters of a sign-in's failures. A known browser has only its own, so failures of other clients at its address do
 * not block it. Any other browser counts for the name and for the address.
 *
 * @param account of the name, if there is one
 */
export function subjectsOf(
  db: Reader,
  { name, browser, address }: { name: string; browser?: string | undefined; address: string },
  account: Account | undefined,
): readonly [own: Subject, ...others: Subject[]] {
  const mark = account && browser !== undefined ? knownBrowserMark(db, account.id, browser) : undefined;
  return account && mark !== undefined ? [browserSubject(account, mark)] : [nameSubject(name), addressSubject(address)];
}

/** Seconds until no subject is blocked. */
export const blockedFor = (db: Reader, subjects: readonly Subject[], now: number): number =>
  Math.max(0, Math.ceil((failures.blockedUntil(db, subjects, now) - now) / 1_000));

export const recordFailure = failures.record;

/** Forgets the failures of a subject that has signed in. */
export const forgetFailures = failures.unblock;

/** Lifts the blocks of a name, also in its known browsers, or of an address or network; false if there was none. */
export function unblockSignIn(tx: WriteTx, name: string): boolean {
  const address = name.replace(/::\/64$/, '::');
  const account = findAccount(tx, name);
  const browsers = account ? browserMarksOf(tx, account.id).map((mark) => browserSubject(account, mark)) : [];
  const subjects = isIP(address) ? [addressSubject(address)] : [nameSubject(name), ...browsers];
  const lifted = subjects.map((subject) => failures.unblock(tx, subject)).includes(true);
  const kind = isIP(address) ? 'address' : 'name';
  if (lifted) audit(tx, 'sign_in_unblocked', { storeId: null, subjectId: account?.id, detail: { kind } });
  return lifted;
}

/** A name, known browser, address or network that cannot sign in for now. */
export type SignInBlock = Block<Kind>;

/** Newest first. */
export const currentSignInBlocks = failures.blocked;

export const liftSignIn = (tx: WriteTx, { kind, name }: Pick<SignInBlock, 'kind' | 'name'>): boolean =>
  failures.unblock(tx, `${kind} ${name}`);

export const isBlockOf = ({ kind, name }: Pick<SignInBlock, 'kind' | 'name'>, account: string): boolean =>
  `name ${kind === 'browser' ? name.replace(MARK, '') : name}` === nameSubject(account) && kind !== 'address';

export const deleteOldSignIns = failures.deleteOld;

/** The blocks that an owner sees: addresses, and names of accounts that the owner may change. */
export function signInBlocksFor(db: Reader, owner: Account, storeId: Id, now: number): SignInBlock[] {
  const blocks = currentSignInBlocks(db, now);
  if (hasAllStores(owner)) return blocks;
  const accounts = listAccounts(db, storeId).filter((account) => mayChange(owner, account));
  return blocks.filter((block) => block.kind === 'address' || accounts.some(({ name }) => isBlockOf(block, name)));
}

/** @throws AppError not_found if the block has ended or `signInBlocksFor` does not show it */
export function liftSignInBlock(
  tx: WriteTx,
  owner: Account,
  { storeId, kind, name }: Pick<SignInBlock, 'kind' | 'name'> & { storeId: Id },
  now: number,
): void {
  const block = signInBlocksFor(tx, owner, storeId, now).find(
    (candidate) => candidate.kind === kind && candidate.name === name,
  );
  if (!block) throw notFound('not_blocked', { name });
  liftSignIn(tx, block);
  const accounts = kind === 'address' ? [] : listAccounts(tx, storeId);
  const account = accounts.find((candidate) => isBlockOf(block, candidate.name));
  audit(tx, 'sign_in_unblocked', { storeId, subjectId: account?.id, detail: { kind } });
}
