import { makeBuyerLink } from '../../orders/buyer-links.ts';
import { customerIdOf } from '../../orders/customers/customer.ts';
import { updateCustomersOf } from '../../orders/customers/customer-rows.ts';
import { tagCustomer, writeNote } from '../../orders/customers/edit-notes-and-tags.ts';
import { byUser } from '../../orders/history.ts';
import type { Order } from '../../orders/order.ts';
import { addOrderTag } from '../../orders/order-tags.ts';
import { addSavedView } from '../../saved-views.ts';
import { DAY, type Scene } from './scene.ts';
import type { Moment, Story } from './timeline.ts';

/** Tags and notes that the seller adds to an order and its customer. */
export interface Remarks {
  orderTag?: string;
  customerTag?: string;
  customerNote?: string;
  /** Whether the customer gets the payment link of the order. */
  hasLink?: boolean;
}

export function addRemarks({ storeId, staff }: Scene, order: Order, remarks: Remarks, { tx, now }: Moment): void {
  const { orderTag, customerTag, customerNote, hasLink } = remarks;
  if (orderTag !== undefined) addOrderTag(tx, order.id, orderTag);
  if (hasLink) makeBuyerLink(tx, order.id, 30, byUser(staff.seller, now));
  if (customerTag === undefined && customerNote === undefined) return;
  updateCustomersOf(tx, [order.id]);
  const customer = customerIdOf(tx, storeId, order.recipientAddress.telephone);
  if (customer === undefined) return;
  if (customerTag !== undefined) tagCustomer(tx, { storeId, customer }, customerTag);
  if (customerNote !== undefined)
    writeNote(tx, { storeId, customer }, { text: customerNote, userId: staff.seller, now });
}

/** A shared view of the order list. */
export function* sharedView({ storeId, staff, end }: Scene): Story {
  const { tx, now } = yield { at: end - 20 * DAY };
  const view = { storeId, accountId: staff.seller, list: 'orders', name: 'LINE ยอดสูง', isShared: true } as const;
  addSavedView(tx, { ...view, search: '?channel=line&sort=-total' }, now);
}
