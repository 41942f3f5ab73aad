import { isIP } from 'node:net';
import type { Reader } from '../../db/reader.ts';
import type { WriteTx } from '../../db/write-tx.ts';
import { notFound } from '../../lib/errors.ts';
import type { Id } from '../../lib/ids.ts';
import { addressSubject } from '../channels/throttle.ts';
import { type Block, failuresAt } from '../failures.ts';
import { type Account, listAccounts, mayChange, nameForm, reachesEvery } from './accounts.ts';

/** Whose failures to sign in are counted together: `name NAME` or `address NETWORK`. */
export type Subject = `name ${string}` | `address ${string}`;

const LONGEST_NAME = 200; // what no account is called counts as one

const failures = failuresAt<'name' | 'address'>('sign_in');

const nameSubject = (name: string): Subject => `name ${nameForm(name).slice(0, LONGEST_NAME).toLowerCase()}`;

export const subjectsOf = ({ name, address }: { name: string; address: string }): Subject[] => [
  nameSubject(name),
  addressSubject(address),
];

/** Seconds until none of them is blocked; 0: none is. */
export const blockedFor = (db: Reader, subjects: readonly Subject[], now: number): number =>
  Math.max(0, Math.ceil((failures.blockedUntil(db, subjects, now) - now) / 1_000));

/** Keeps a failure of each and blocks those that have failed too often. */
export const recordFailure = failures.record;

/** Forgets the failures of a name, an address or a network, and lifts its block; false where there was none. */
export function unblockSignIn(tx: WriteTx, name: string): boolean {
  const address = name.replace(/::\/64$/, '::');
  return failures.unblock(tx, isIP(address) ? addressSubject(address) : nameSubject(name));
}

/** A name, as it is counted, or an address or network that may not sign in for now. */
export type SignInBlock = Block<'name' | 'address'>;

/** Who may not sign in now, the newest block first. */
export const currentSignInBlocks = failures.blocked;

/** Lifts one of them. */
export const liftSignIn = (tx: WriteTx, { kind, name }: Pick<SignInBlock, 'kind' | 'name'>): boolean =>
  failures.unblock(tx, `${kind} ${name}`);

/** Whether the block is of the account with this name. */
export const isBlockOf = ({ kind, name }: Pick<SignInBlock, 'kind' | 'name'>, account: string): boolean =>
  `${kind} ${name}` === nameSubject(account);

export const dropOldSignIns = failures.dropOld;

/** What an owner who looks at a store sees of the blocks: addresses, and names; of one store only those he may change. */
export function signInBlocksFor(db: Reader, owner: Account, storeId: Id, now: number): SignInBlock[] {
  const blocks = currentSignInBlocks(db, now);
  if (reachesEvery(owner)) return blocks;
  const accounts = listAccounts(db, storeId).filter((account) => mayChange(owner, account));
  return blocks.filter((block) => block.kind === 'address' || accounts.some(({ name }) => isBlockOf(block, name)));
}

/** Lifts a block that `signInBlocksFor` shows. @throws AppError not_found where it has ended, or is not shown */
export function liftSignInBlock(
  tx: WriteTx,
  owner: Account,
  { storeId, kind, name }: Pick<SignInBlock, 'kind' | 'name'> & { storeId: Id },
  now: number,
): void {
  const block = signInBlocksFor(tx, owner, storeId, now).find((one) => one.kind === kind && one.name === name);
  if (!block) throw notFound('not_blocked', { name });
  liftSignIn(tx, block);
}
