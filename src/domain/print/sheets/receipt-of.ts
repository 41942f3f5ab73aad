import type { Database } from '../../../db/database.ts';
import type { Id } from '../../../lib/ids.ts';
import { ZERO } from '../../../lib/money.ts';
import { type Address, storeAddresses } from '../../addresses.ts';
import type { ReceiptNumber } from '../../orders/payments/receipts.ts';
import { existingOrder, type Order } from '../../orders/read.ts';
import { storeById } from '../../stores.ts';
import { thaiAddress, thaiTelephone } from '../paper/thai.ts';
import type { LegalParty, Receipt } from './receipt.ts';

/**
 * The receipt of an order, a tax invoice where the store is registered for VAT and its address has a tax id.
 *
 * @param given what `takeReceiptNumber` gave
 */
export function receiptOf(db: Database, orderId: Id, { number, createTime }: ReceiptNumber): Receipt {
  const order = existingOrder(db, orderId);
  const { name, vatPercent } = storeById(db, order.storeId);
  const { recipientAddress } = order;
  return {
    number: String(number).padStart(6, '0'),
    date: createTime,
    orderNumber: String(order.orderNumber),
    seller: legalParty(sellerAddress(db, order), name),
    buyer: legalParty(recipientAddress, recipientAddress.name),
    lines: order.lines.map((line) => ({
      name: `${line.name} ${line.variantName}`.trim(),
      qty: line.qty,
      price: line.price,
      amount: line.amount,
    })),
    subtotal: order.subtotal,
    discount: order.discount,
    shippingFee: order.shippingFee,
    otherFee: order.otherFee,
    codFee: order.codFee ?? ZERO,
    total: order.total,
    vatPercent,
  };
}

/** The one the order was sent from, unless only another of the store's has a tax id. */
function sellerAddress(db: Database, { storeId, senderAddress }: Order): Address | undefined {
  const own = [...(senderAddress ? [senderAddress] : []), ...storeAddresses(db, storeId)];
  return own.find(({ legal_entity_id }) => legal_entity_id !== undefined) ?? own[0];
}

const legalParty = (address: Address | undefined, otherwise: string): LegalParty => ({
  name: address?.name ?? otherwise,
  address: address ? `${thaiAddress(address)} ${address.postal_code ?? ''}`.trim() : '',
  telephone: thaiTelephone(address?.telephone ?? ''),
  taxId: address?.legal_entity_id ?? '',
  branch: address ? branchOf(address) : '',
});

function branchOf({ branch_type, branch_number = '' }: Address): string {
  if (branch_type === 'h') return 'สำนักงานใหญ่ (00000)';
  return branch_type === 'b' ? `สาขาที่ ${branch_number.padStart(5, '0')}` : '';
}
