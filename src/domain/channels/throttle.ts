import { isIP } from 'node:net';
import type { Reader } from '../../db/reader.ts';
import type { WriteTx } from '../../db/write-tx.ts';
import { AppError, notFound } from '../../lib/errors.ts';
import type { Id } from '../../lib/ids.ts';
import { audit } from '../audit/audit-log.ts';
import { type Block as BlockOf, failedAttempts } from '../failed-attempts.ts';
import { type Channel, listChannels } from './channels.ts';

/** The key of a request count: `client ID` or `address NETWORK`. */
export type Subject = `client ${string}` | `address ${string}`;

const MINUTE = 60_000;
const REQUESTS_PER_MINUTE = { client: 10, address: 60 };
const MAX_ID_LENGTH = 200; // longer ids are truncated

const failures = failedAttempts<'client' | 'address'>('auth');

export const clientSubject = (clientId: string): Subject => `client ${clientId.slice(0, MAX_ID_LENGTH)}`;

/** IPv6 addresses count by their /64, which belongs to one customer; IPv4-mapped ones count as IPv4. */
export function addressSubject(address: string): `address ${string}` {
  if (isIP(address) !== 6) return `address ${address}`;
  const groups = groupsOf(address);
  const [high = 0, low = 0] = groups.slice(6);
  if (groups.slice(0, 6).join() === '0,0,0,0,0,65535')
    return `address ${[high >> 8, high & 255, low >> 8, low & 255].join('.')}`;
  return `address ${groups
    .slice(0, 4)
    .map((group) => group.toString(16))
    .join(':')}::/64`;
}

function groupsOf(address: string): number[] {
  const { hostname } = new URL(`http://[${address.split('%')[0]}]`); // hexadecimal groups and at most one "::"
  const [start = [], end = []] = hostname
    .slice(1, -1)
    .split('::')
    .map((part) => (part === '' ? [] : part.split(':').map((group) => Number.parseInt(group, 16))));
  return [...start, ...Array.from({ length: 8 - start.length - end.length }, () => 0), ...end];
}

/** A sliding log of the token requests of the last minute, in memory, on a monotonic clock. */
export function requestLimits(monotonic: () => number) {
  const logs = new Map<Subject, number[]>();

  function recent(subject: Subject, now: number): number[] {
    const log = (logs.get(subject) ?? []).filter((time) => time > now - MINUTE);
    if (log.length > 0) logs.set(subject, log);
    else logs.delete(subject);
    return log;
  }

  return {
    /** Counts a request, unless a subject has reached its limit. @throws AppError slow_down */
    count(subjects: readonly Subject[]): void {
      const now = monotonic();
      for (const subject of subjects) {
        const log = recent(subject, now);
        const limit = subject.startsWith('client ') ? REQUESTS_PER_MINUTE.client : REQUESTS_PER_MINUTE.address;
        if (log.length >= limit) throw slowDown((log[log.length - limit] as number) + MINUTE - now);
      }
      for (const subject of subjects) logs.set(subject, [...(logs.get(subject) ?? []), now]);
    },
    sweep(): void {
      const now = monotonic();
      for (const subject of logs.keys()) recent(subject, now);
    },
  };
}

export type RequestLimits = ReturnType<typeof requestLimits>;

/** @throws AppError slow_down while one of the subjects is blocked */
export function throwIfBlocked(db: Reader, subjects: readonly Subject[], now: number): void {
  const until = failures.blockedUntil(db, subjects, now);
  if (until > 0) throw slowDown(until - now);
}

export const recordFailure = failures.record;

/** A client id, address or network that gets no token for now. */
export type Block = BlockOf<'client' | 'address'>;

/** Newest first. */
export const currentBlocks = failures.blocked;

/** Lifts a block of `currentBlocks`; false if there was none. @param storeId that does it; null: the installation */
export function unblock(tx: WriteTx, name: string, storeId: Id | null = null): boolean {
  const address = name.replace(/::\/64$/, '::');
  const lifted = failures.unblock(tx, isIP(address) ? addressSubject(address) : clientSubject(name));
  if (lifted) audit(tx, 'client_unblocked', { storeId, detail: { name } });
  return lifted;
}

export const deleteOldFailures = failures.deleteOld;

const slowDown = (millis: number) => {
  const seconds = Math.max(1, Math.ceil(millis / 1_000));
  return new AppError('slow_down', 'too_many_token_requests', { seconds, retryAfter: seconds });
};

export type StoreBlock = Block & {
  /** Null for an address. */
  channel: Channel | null;
};

/** The current blocks of the store's client ids and of addresses. */
export function blocksOfStore(db: Reader, storeId: Id, now: number): StoreBlock[] {
  const channels = new Map(listChannels(db, storeId).map((channel) => [channel.clientId, channel]));
  return currentBlocks(db, now)
    .map((block) => ({ ...block, channel: block.kind === 'client' ? (channels.get(block.name) ?? null) : null }))
    .filter(({ kind, channel }) => kind === 'address' || channel !== null);
}

/** @throws AppError not_found if the block has ended or is not one of the store's */
export function liftBlock(tx: WriteTx, storeId: Id, name: string, now: number): void {
  if (!blocksOfStore(tx, storeId, now).some((block) => block.name === name)) throw notFound('not_blocked', { name });
  unblock(tx, name, storeId);
}
