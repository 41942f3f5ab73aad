import type { Context } from '../../context.ts';
import type { Reader } from '../../db/reader.ts';
import { type Id, idText } from '../../lib/ids.ts';
import { moneyText } from '../../lib/money.ts';
import { nextTurn } from '../../lib/runtime.ts';
import { bankName } from '../../lib/thai-banks.ts';
import { addressVersion, addressView } from '../addresses.ts';
import { audit } from '../audit/audit-log.ts';
import { existingCustomer } from '../orders/customers/customer.ts';
import { tierOfCustomer } from '../orders/customers/customer-tier.ts';
import { notesOfCustomers, tagsOfCustomers } from '../orders/customers/notes-and-tags.ts';
import { historyOf } from '../orders/history.ts';
import { orderOrDeleted } from '../orders/order.ts';
import { tagsOfOrder } from '../orders/order-tags.ts';
import { paymentDetails, type Refund, refundSlipOf, slipOf } from '../orders/payments/payment-details.ts';
import type { RefundAccount } from '../orders/payments/payment-rows.ts';
import { receiptOfOrder } from '../orders/payments/receipts.ts';
import { refundAccountsOf } from '../orders/payments/refund-account.ts';
import { refundDocuments } from '../orders/payments/refund-documents.ts';
import { voidedReceipts } from '../orders/payments/replace-receipt.ts';
import type { Slip } from '../orders/payments/slip.ts';
import { verificationOf } from '../orders/payments/verification/verifications.ts';
import { eventsOf } from '../orders/tracking.ts';
import { orderView } from '../orders/view.ts';
import { storeById } from '../stores.ts';
import { type Person, rowsOfPerson } from './person.ts';

/** Everything that raan stores about a customer of the store, for the customer. */
export interface PersonExport {
  store: string;
  export_time: number;
  name: string;
  telephone: string | null;
  /** All telephones of a merged customer. */
  telephones?: readonly string[] | undefined;
  price_tier?: string | undefined;
  tags: string[];
  notes: object[];
  addresses: object[];
  orders: object[];
}

/** The audit log names the export before its data leaves. */
export async function exportPerson(ctx: Context, storeId: Id, person: Person): Promise<PersonExport> {
  const { addresses, orders, customers } = await rowsOfPerson(ctx.db, storeId, person);
  await ctx.write((tx) =>
    audit(tx, 'customer_exported', { storeId, subjectId: orders[0], detail: { orders: orders.length } }),
  );
  const exported: object[] = [];
  for (const id of orders) {
    exported.push(orderExport(ctx.db, id));
    await nextTurn(); // a slip has megabytes
  }
  return {
    store: storeById(ctx.db, storeId).name,
    export_time: ctx.now(),
    name: person.name,
    telephone: person.telephone,
    telephones: person.telephones,
    price_tier: tierNameOf(ctx.db, storeId, customers),
    tags: tagsOfCustomers(ctx.db, customers),
    notes: notesOfCustomers(ctx.db, customers).map(({ createTime, text }) => ({ time: createTime, note: text })),
    addresses: addresses.map((version) => addressView(addressVersion(ctx.db, version))),
    orders: exported,
  };
}

/** Of the customer, or the one that it is merged into. */
function tierNameOf(db: Reader, storeId: Id, [customer]: readonly Id[]): string | undefined {
  return customer === undefined ? undefined : tierOfCustomer(db, existingCustomer(db, storeId, customer))?.name;
}

function orderExport(db: Reader, id: Id): object {
  const order = orderOrDeleted(db, id);
  const accounts = refundAccountsOf(db, id);
  return {
    ...orderView(db, order),
    private_note: order.privateNote ?? undefined,
    tags: tagsOfOrder(db, id),
    payments: paymentDetails(db, id).map((payment) => ({
      ...verificationExport(db, payment.id),
      id: idText(payment.id),
      method: payment.method,
      amount: moneyText(payment.amount),
      status: payment.status,
      create_time: payment.createTime,
      pay_time: payment.payTime ?? undefined,
      sending_bank: payment.sendingBank ? bankName(payment.sendingBank, 'th') : undefined,
      reference: payment.reference ?? undefined,
      note: payment.note ?? undefined,
      reason: payment.reason ?? undefined,
      slip: payment.slipType ? slipExport(slipOf(db, payment.id)) : undefined,
      refunds: payment.refunds.map((refund) => ({
        ...refundExport(db, id, refund),
        ...accountExport(accounts.get(refund.id)),
      })),
    })),
    receipt: receiptOfOrder(db, id)?.document,
    canceled_receipts: voidedReceipts(db, id).map(({ document }) => document),
    refund_documents: refundDocuments(db, id).map(({ content }) => content),
    tracking: order.shipments.flatMap((shipment) =>
      eventsOf(db, shipment.id).map(({ time, description, location }) => ({
        tracking_number: shipment.trackingNumber,
        time,
        description,
        location: location ?? undefined,
      })),
    ),
    history: historyOf(db, id).map(({ time, event, detail }) => ({ time, event, detail })),
  };
}

function verificationExport(db: Reader, paymentId: Id): object {
  const confirmation = verificationOf(db, paymentId)?.confirmation;
  return confirmation
    ? { confirmed_amount: moneyText(confirmation.amount), transfer_time: confirmation.transferTime ?? undefined }
    : {};
}

const refundExport = (db: Reader, orderId: Id, refund: Refund) => ({
  method: refund.method,
  amount: moneyText(refund.amount),
  create_time: refund.createTime,
  send_time: refund.sendTime,
  reference: refund.reference ?? undefined,
  note: refund.note ?? undefined,
  slip: refund.slipType ? slipExport(refundSlipOf(db, orderId, refund.id)) : undefined,
});

const accountExport = (account: RefundAccount | undefined) => ({
  to_promptpay: account?.promptpayId ?? undefined,
  to_bank: account?.bank ? bankName(account.bank, 'th') : undefined,
  to_number: account?.number ?? undefined,
  to_name: account?.name ?? undefined,
});

const slipExport = ({ mediaType, picture }: Pick<Slip, 'mediaType' | 'picture'>): object => ({
  media_type: mediaType,
  base64: Buffer.from(picture).toString('base64'),
});
