import type { Address } from '../address-fields.ts';
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

export const senderOf = ({ senderName, senderAddress }: Order): Party => partyOf(senderName, senderAddress);

export const recipientOf = ({ recipientAddress }: Order): Party => partyOf(recipientAddress.name, recipientAddress);

const partyOf = (name: string, address: Address | undefined): Party => ({
  name,
  telephone: thaiTelephone(address?.telephone ?? ''),
  address: address ? thaiAddress(address) : '',
  postalCode: String(address?.postal_code ?? ''),
});
