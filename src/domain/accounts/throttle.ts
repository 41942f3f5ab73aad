import { isIP } from 'node:net';
import type { Reader } from '../../db/reader.ts';
import type { WriteTx } from '../../db/write-tx.ts';
import { addressSubject } from '../channels/throttle.ts';
import { failuresAt } from '../failures.ts';
import { nameForm } from './accounts.ts';

/** Whose failures to sign in are counted together: `name NAME` or `address NETWORK`. */
export type Subject = `name ${string}` | `address ${string}`;

const LONGEST_NAME = 200; // what no account is called counts as one

const door = failuresAt<Subject>('sign_in');

const nameSubject = (name: string): Subject => `name ${nameForm(name).slice(0, LONGEST_NAME).toLowerCase()}`;

export const subjectsOf = ({ name, address }: { name: string; address: string }): Subject[] => [
  nameSubject(name),
  addressSubject(address),
];

/** Seconds until none of them is blocked; 0: none is. */
export const blockedFor = (db: Reader, subjects: readonly Subject[], now: number): number =>
  Math.max(0, Math.ceil((door.blockedUntil(db, subjects, now) - now) / 1_000));

/** Keeps a failure of each and blocks those that have failed too often. */
export const recordFailure = door.record;

/** Forgets the failures of a name, an address or a network, and lifts its block; false where there was none. */
export function unblockSignIn(tx: WriteTx, name: string): boolean {
  const address = name.replace(/::\/64$/, '::');
  return door.unblock(tx, isIP(address) ? addressSubject(address) : nameSubject(name));
}

/** A name, as it is counted, or an address or network that may not sign in for now. */
export interface SignInBlock {
  kind: 'name' | 'address';
  name: string;
  untilTime: number;
}

/** Who may not sign in now, the newest block first. */
export const currentSignInBlocks = (db: Reader, now: number): SignInBlock[] =>
  door.blocked(db, now).map(({ subject, untilTime }) => {
    const space = subject.indexOf(' ');
    return { kind: subject.slice(0, space) as SignInBlock['kind'], name: subject.slice(space + 1), untilTime };
  });

/** Lifts one of them. */
export const liftSignIn = (tx: WriteTx, { kind, name }: Pick<SignInBlock, 'kind' | 'name'>): boolean =>
  door.unblock(tx, `${kind} ${name}`);

/** Whether the block is of the account with this name. */
export const isBlockOf = ({ kind, name }: Pick<SignInBlock, 'kind' | 'name'>, account: string): boolean =>
  `${kind} ${name}` === nameSubject(account);

export const dropOldSignIns = door.dropOld;
