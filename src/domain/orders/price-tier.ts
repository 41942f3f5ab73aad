import type { Reader } from '../../db/reader.ts';
import type { Id } from '../../lib/ids.ts';
import { channelById } from '../channels/channels.ts';
import { manualOrderTier } from './manual-orders.ts';
import type { Order } from './read.ts';

/** Where lines that are added to the order get their prices: its channel's tier, or the one it was keyed in with; null:
 * the store's default tier. */
export const priceTierOf = (db: Reader, { id, channelId }: Pick<Order, 'id' | 'channelId'>): Id | null =>
  channelId === null ? manualOrderTier(db, id) : channelById(db, channelId).priceTierId;
