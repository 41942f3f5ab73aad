import type { Reader } from '../../db/reader.ts';
import type { WriteTx } from '../../db/write-tx.ts';
import { AppError } from '../../lib/errors.ts';
import type { Id } from '../../lib/ids.ts';
import { type Channel, listChannels } from './channels.ts';
import { type Block, currentBlocks, unblock } from './throttle.ts';

export type StoreBlock = Block & {
  /** Whose client id it is; null: an address, which may be anybody's. */
  channel: Channel | null;
};

/** The current blocks that concern a store: of its channels' client ids, and of addresses. Those of others are not its business. */
export function blocksOfStore(db: Reader, storeId: Id, now: number): StoreBlock[] {
  const channels = new Map(listChannels(db, storeId).map((channel) => [channel.clientId, channel]));
  return currentBlocks(db, now)
    .map((block) => ({ ...block, channel: block.kind === 'client' ? (channels.get(block.name) ?? null) : null }))
    .filter(({ kind, channel }) => kind === 'address' || channel !== null);
}

/** Lifts one of the store's blocks. @throws AppError not_found where it has ended, or is none of the store's */
export function liftBlock(tx: WriteTx, storeId: Id, name: string, now: number): void {
  if (!blocksOfStore(tx, storeId, now).some((block) => block.name === name))
    throw new AppError('not_found', 'not_blocked', { name });
  unblock(tx, name);
}
