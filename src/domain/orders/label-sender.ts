import type { Reader } from '../../db/reader.ts';
import { missingOnLabel, type StoreAddress, storeAddresses } from '../addresses.ts';
import type { Order } from './order.ts';

/**
 * The sender address on labels and packing slips: that of the order. If a label needs more than it has, the current
 * version of the same address, so that an address that is completed later is also on the labels of earlier orders.
 * An order without one has the store's first address. Undefined: the store has none.
 */
export function labelSender(
  db: Reader,
  { storeId, senderAddress }: Pick<Order, 'storeId' | 'senderAddress'>,
): StoreAddress | undefined {
  if (senderAddress && missingOnLabel(senderAddress).length === 0) return senderAddress;
  const own = storeAddresses(db, storeId);
  return (senderAddress ? own.find(({ id }) => id === senderAddress.id) : own[0]) ?? senderAddress;
}
