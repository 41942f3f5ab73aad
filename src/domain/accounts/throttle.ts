import { isIP } from 'node:net';
import type { Reader } from '../../db/reader.ts';
import type { WriteTx } from '../../db/write-tx.ts';
import { notFound } from '../../lib/errors.ts';
import type { Id } from '../../lib/ids.ts';
import { addressSubject } from '../channels/throttle.ts';
import { type Block, failedAttempts } from '../failed-attempts.ts';
import { type Account, hasAllStores, listAccounts, mayChange, normalizeName } from './accounts.ts';

/** The key of a failure count: `name NAME` or `address NETWORK`. */
export type Subject = `name ${string}` | `address ${string}`;

const MAX_NAME_LENGTH = 200; // longer names are truncated

const failures = failedAttempts<'name' | 'address'>('sign_in');

const nameSubject = (name: string): Subject => `name ${normalizeName(name).slice(0, MAX_NAME_LENGTH).toLowerCase()}`;

export const subjectsOf = ({ name, address }: { name: string; address: string }): Subject[] => [
  nameSubject(name),
  addressSubject(address),
];

/** Seconds until no subject is blocked. */
export const blockedFor = (db: Reader, subjects: readonly Subject[], now: number): number =>
  Math.max(0, Math.ceil((failures.blockedUntil(db, subjects, now) - now) / 1_000));

export const recordFailure = failures.record;

/** Lifts the block of a name, address or network; false if there was none. */
export function unblockSignIn(tx: WriteTx, name: string): boolean {
  const address = name.replace(/::\/64$/, '::');
  return failures.unblock(tx, isIP(address) ? addressSubject(address) : nameSubject(name));
}

/** A name, address or network that cannot sign in for now. */
export type SignInBlock = Block<'name' | 'address'>;

/** Newest first. */
export const currentSignInBlocks = failures.blocked;

export const liftSignIn = (tx: WriteTx, { kind, name }: Pick<SignInBlock, 'kind' | 'name'>): boolean =>
  failures.unblock(tx, `${kind} ${name}`);

export const isBlockOf = ({ kind, name }: Pick<SignInBlock, 'kind' | 'name'>, account: string): boolean =>
  `${kind} ${name}` === nameSubject(account);

export const dropOldSignIns = failures.dropOld;

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
}
