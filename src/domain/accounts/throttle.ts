import { isIP } from 'node:net';
import type { Database } from '../../db/database.ts';
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
export const blockedFor = (db: Database, subjects: readonly Subject[], now: number): number =>
  Math.max(0, Math.ceil((door.blockedUntil(db, subjects, now) - now) / 1_000));

/** Keeps a failure of each and blocks those that have failed too often. */
export const recordFailure = door.record;

/** Forgets the failures of a name, or an address, and lifts its block; false where there was none. */
export const unblockSignIn = (db: Database, name: string): boolean =>
  door.unblock(db, isIP(name) ? addressSubject(name) : nameSubject(name));

export const dropOldSignIns = door.dropOld;
