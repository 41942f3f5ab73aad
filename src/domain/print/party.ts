import type { Reader } from '../../db/reader.ts';
import type { Address } from '../address-fields.ts';
import { labelSender } from '../orders/label-sender.ts';
import type { Order } from '../orders/order.ts';
import { thaiAddress, thaiTelephone } from './paper/thai.ts';

/** Sender or recipient. Empty texts are unknown. */
export interface Party {
  name: string;
  telephone: string;
  /** Without the postcode. */
  address: string;
  postalCode: string;
}

export const senderOf = (db: Reader, order: Order): Party => partyOf(order.senderName, labelSender(db, order));

export const recipientOf = ({ recipientAddress }: Order): Party => partyOf(recipientAddress.name, recipientAddress);

const partyOf = (name: string, address: Address | undefined): Party => ({
  name,
  telephone: thaiTelephone(address?.telephone ?? ''),
  address: address ? thaiAddress(address) : '',
  postalCode: String(address?.postal_code ?? ''),
});
