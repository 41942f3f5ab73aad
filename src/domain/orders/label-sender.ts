import type { Reader } from '../../db/reader.ts';
import { missingOnLabel, type StoreAddress, storeAddresses } from '../addresses.ts';
import type { Order } from './order.ts';

/**
 * The sender address on labels and packing slips, and for the courier: the sender address of the order. If it lacks a
 * label field or its telephone is too short, the current version of the same address is used, so that earlier orders get
 * an address that is completed later. An order without a sender address uses the store's first address.
 *
 * Undefined: the store has none.
 */
export function labelSender(
  db: Reader,
  { storeId, senderAddress }: Pick<Order, 'storeId' | 'senderAddress'>,
): StoreAddress | undefined {
  if (senderAddress && missingOnLabel(senderAddress).length === 0) return senderAddress;
  const own = storeAddresses(db, storeId);
  return (senderAddress ? own.find(({ id }) => id === senderAddress.id) : own[0]) ?? senderAddress;
}
