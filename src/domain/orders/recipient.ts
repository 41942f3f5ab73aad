import type { Reader } from '../../db/reader.ts';
import { query } from '../../db/statement.ts';
import { invalidRequest } from '../../lib/errors.ts';
import type { Id } from '../../lib/ids.ts';
import { type Address, requireCopy } from '../address-fields.ts';
import { findAddress, isStoreAddress, missingOnLabel, type StoredAddress } from '../addresses.ts';
import type { Channel } from '../channels/channels.ts';
import type { Order } from './order.ts';
import type { OrderInput } from './order-input.ts';

/** The fields of the recipient's address that a label needs and the order lacks. Orders picked up at the store need no label. */
export const missingAddressFields = ({ shippingType, recipientAddress }: Recipient) =>
  needsLabel({ shippingType }) ? missingOnLabel(recipientAddress) : [];

type Recipient = Pick<Order, 'shippingType' | 'recipientAddress'>;

export const needsLabel = ({ shippingType }: Pick<Order, 'shippingType'>): boolean => shippingType !== 'store_pickup';

/** Orders that were typed in the office wait for a complete address; those of partners do not (docs/decisions.md#ready-to-ship). */
export const waitsForAddress = (order: Recipient & Pick<Order, 'channelId'>): boolean =>
  order.channelId === null && missingAddressFields(order).length > 0;

/** A stored address as the recipient. @throws AppError invalid_request if the channel, or the store, has no such address */
export function storedRecipient(db: Reader, { storeId, channel }: Owner, id: Id): StoredAddress {
  const address = findAddress(db, storeId, id);
  if (!address || (channel && !mayUse(db, channel, address)))
    throw invalidRequest('unknown_recipient_address', { path: 'recipient_address_id' });
  return address;
}

interface Owner {
  storeId: Id;
  /** Null: the store itself. */
  channel: Channel | null;
}

/** A recipient address that is longer than allowed must be a copy. @throws AppError invalid_request at its field */
export function requireAllowedRecipient(db: Reader, channel: Channel, input: OrderInput): void {
  if (input.recipientCopyOf === undefined) return;
  const stored = findAddress(db, channel.storeId, input.recipientCopyOf);
  const known = stored && mayUse(db, channel, stored) ? stored : undefined;
  requireCopy(input.recipientAddress as Address, known, 'recipient_address');
}

const orderOfChannel = query<object>(
  { reads: ['orders'] },
  'SELECT 1 FROM orders WHERE recipient_address = ? AND channel_id = ?',
);

/** See docs/decisions.md#addresses-in-an-order: ids can be counted through, so a channel needs a right to the address. */
const mayUse = (db: Reader, channel: Channel, { version }: StoredAddress): boolean =>
  (channel.permissions.includes('orders.read') && !channel.ownOrdersOnly) ||
  db.get(orderOfChannel, version, channel.id) !== undefined ||
  isStoreAddress(db, version);
