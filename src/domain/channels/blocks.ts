import type { Database } from '../../db/database.ts';
import { Refusal } from '../../lib/errors.ts';
import type { Id } from '../../lib/ids.ts';
import { type Channel, listChannels } from './channels.ts';
import { type Block, currentBlocks, unblock } from './throttle.ts';

export type StoreBlock = Block & {
  /** Whose client id it is; null: an address, which may be anybody's. */
  channel: Channel | null;
};

/** The current blocks that concern a store: of its channels' client ids, and of addresses. Those of others are not its business. */
export function blocksOfStore(db: Database, storeId: Id, now: number): StoreBlock[] {
  const channels = new Map(listChannels(db, storeId).map((channel) => [channel.clientId, channel]));
  return currentBlocks(db, now)
    .map((block) => ({ ...block, channel: block.kind === 'client' ? (channels.get(block.name) ?? null) : null }))
    .filter(({ kind, channel }) => kind === 'address' || channel !== null);
}

/** Lifts one of the store's blocks. @throws Refusal not_found where it has ended, or is none of the store's */
export function liftBlock(db: Database, storeId: Id, name: string, now: number): void {
  if (!blocksOfStore(db, storeId, now).some((block) => block.name === name))
    throw new Refusal('not_found', `${name} is not blocked`);
  unblock(db, name);
}
