import { addressIncomplete, type Hint } from '../../domain/orders/hints.ts';
import type { Order } from '../../domain/orders/order.ts';
import { isCanceled } from '../../domain/orders/order-states.ts';
import { money } from '../../lib/number-format.ts';
import { bilingual } from '../bilingual.ts';
import { PostButton } from '../forms/inputs.tsx';
import { Notice } from '../page/components.tsx';
import { minuteText } from '../page/format.ts';
import type { StoreContext } from '../request-context.ts';
import { DialogButton } from './detail/action-form.tsx';
import { orderPath } from './detail/origin-list.tsx';
import { mayRefund } from './detail/refund-dialog.tsx';

const texts = bilingual({
  twice: ['ลูกค้ารายนี้สั่งสินค้าเดียวกันซ้ำภายในหนึ่งวัน:', 'Possible duplicate order by this customer:'],
  refused: [
    (refused: number, parcels: number) => `พัสดุ COD ของเบอร์นี้เคยตีกลับ ${refused} จาก ${parcels} ชิ้น`,
    (refused: number, parcels: number) =>
      `${refused} of ${parcels} earlier COD parcels to this phone number ${refused === 1 ? 'was' : 'were'} returned`,
  ],
  cod: [
    (cod: string, due: string) => `ยอด COD ${cod} ไม่ตรงกับยอดค้างชำระ ${due}`,
    (cod: string, due: string) => `The COD amount of ${cod} differs from the balance due of ${due}`,
  ],
  changed: [
    (time: string) => `คู่ค้าส่งคำสั่งซื้อนี้ซ้ำเมื่อ ${time} ด้วยข้อมูลที่ต่างจากเดิม ระบบไม่ได้แก้ตาม`,
    (time: string) => `The partner resent this order with different data on ${time}. The changes were ignored.`,
  ],
  formChanged: [
    (time: string) => `ฟอร์มของคำสั่งซื้อนี้ส่งซ้ำเมื่อ ${time} ด้วยข้อมูลที่ต่างจากเดิม ระบบไม่ได้แก้ตาม`,
    (time: string) =>
      `The form of this order was submitted again with different data on ${time}. The changes were ignored.`,
  ],
  incomplete: [
    (fields: string) => `ที่อยู่ไม่ครบ ยังขาด: ${fields}`,
    (fields: string) => `Incomplete address, missing: ${fields}`,
  ],
  editAddress: ['แก้ไขที่อยู่', 'Edit address'],
  deadline: [(time: string) => `เลยกำหนดส่ง ${time} แล้ว`, (time: string) => `Overdue since ${time}`],
  below: [(names: string) => `สินค้าไม่พอส่ง: ${names}`, (names: string) => `Not enough stock: ${names}`],
  kept: [
    (amount: string) => `รับเงินไว้ ${amount} ยังไม่ได้คืนลูกค้า`,
    (amount: string) => `${amount} was paid and has not been refunded`,
  ],
  overpaid: [(amount: string) => `ลูกค้าชำระเกิน ${amount}`, (amount: string) => `Overpaid by ${amount}`],
  short: [
    (lines: string, amount: string) => `ส่งไม่ครบ ${lines} ยังไม่ได้คืนเงินส่วนนี้ ${amount}`,
    (lines: string, amount: string) => `Shipped short: ${lines}. ${amount} was paid for it and has not been refunded.`,
  ],
  returned: [
    (lines: string, amount: string) => `ลูกค้าคืนสินค้า ${lines} ยังไม่ได้คืนเงินส่วนนี้ ${amount}`,
    (lines: string, amount: string) => `Returned: ${lines}. ${amount} was paid for it and has not been refunded.`,
  ],
  refund: ['คืนเงิน', 'Refund'],
  noRefund: ['ไม่คืนเงิน', 'Do not refund'],
  telephone: ['เบอร์โทร', 'phone'],
  address1: ['บ้านเลขที่และถนน', 'house number and street'],
  sub_district: ['ตำบล/แขวง', 'sub-district'],
  district: ['อำเภอ/เขต', 'district'],
  province: ['จังหวัด', 'province'],
  postal_code: ['รหัสไปรษณีย์', 'postal code'],
});

/** What the address of the order lacks, before its parcel is packed, booked or handed over. */
export const AddressWarning = ({ context, order }: { context: StoreContext; order: Order }) => (
  <>
    {addressIncomplete(order).map((hint) => (
      <Notice tone="warn">
        <HintText context={context} hint={hint} order={order} />
      </Notice>
    ))}
  </>
);

interface HintProps<H = Hint> {
  context: StoreContext;
  hint: H;
  /** Its page opens the dialog for refunds; without it there are no buttons. */
  order?: Order | undefined;
}

type HintOf<Code extends Hint['code']> = Extract<Hint, { code: Code }>;

export function HintText({ context, hint, order }: HintProps) {
  const t = texts(context.language);
  switch (hint.code) {
    case 'ordered_twice':
      return <OrderedTwice context={context} hint={hint} />;
    case 'cod_refused_before':
      return <>{t.refused(hint.refused, hint.parcels)}</>;
    case 'cod_unlike_due':
      return <>{t.cod(money(hint.codAmount), money(hint.due))}</>;
    case 'sent_again_changed':
      return <>{t[hint.from === 'form' ? 'formChanged' : 'changed'](minuteText(hint.time, context.language))}</>;
    case 'address_incomplete':
      return (
        <>
          {t.incomplete(hint.fields.map((field) => t[field as 'telephone'] ?? field).join(', '))}{' '}
          <EditAddress context={context} order={order} />
        </>
      );
    case 'deadline_passed':
      return <>{t.deadline(minuteText(hint.deadline, context.language))}</>;
    case 'overpaid':
    case 'money_kept':
      return (
        <>
          {t[hint.code === 'overpaid' ? 'overpaid' : 'kept'](money(hint.amount))}{' '}
          <RefundButton context={context} order={order} />
        </>
      );
    case 'shipped_short':
    case 'returned_unrefunded':
      return <OwedGoods context={context} hint={hint} order={order} />;
    case 'below_zero':
      return <>{t.below(hint.lines.map(({ name, available }) => `${name} (${available})`).join(', '))}</>;
  }
}

/** Orders with a parcel cannot be edited. */
function EditAddress({ context, order }: Pick<HintProps, 'context' | 'order'>) {
  if (order?.status !== 'open' || !order.shipments.every(isCanceled)) return null;
  const page = orderPath(context, order.id, '/edit');
  return context.mayOpen(page) ? <a href={`/office${page}`}>{texts(context.language).editAddress}</a> : null;
}

const OrderedTwice = ({ context, hint }: HintProps<HintOf<'ordered_twice'>>) => (
  <>
    {texts(context.language).twice}{' '}
    {hint.orders.map(({ id, orderNumber }) => (
      <>
        <a href={`/office/orders/${id}`}>#{orderNumber}</a>{' '}
      </>
    ))}
  </>
);

const RefundButton = ({ context, order }: Pick<HintProps, 'context' | 'order'>) =>
  order && mayRefund(context, order) ? (
    <DialogButton path="/refund" label={texts(context.language).refund} class="quiet" />
  ) : null;

/** Goods that were paid and did not reach the customer or came back. */
function OwedGoods({ context, hint, order }: HintProps<HintOf<'shipped_short' | 'returned_unrefunded'>>) {
  const t = texts(context.language);
  const isShort = hint.code === 'shipped_short';
  const noRefund = `/orders/${hint.orderId}/refund/none${isShort ? '' : '/returned'}`;
  const lines = hint.lines.map(({ name, qty }) => `${name} × ${qty}`).join(', ');
  return (
    <>
      {t[isShort ? 'short' : 'returned'](lines, money(hint.amount))}
      <div class="actions">
        <RefundButton context={context} order={order} />
        {context.mayOpen(noRefund, 'POST') && <PostButton action={noRefund} label={t.noRefund} class="quiet" />}
      </div>
    </>
  );
}
