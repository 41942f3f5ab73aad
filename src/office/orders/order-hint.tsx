import { addressIncomplete, type Hint } from '../../domain/orders/hints.ts';
import type { Order } from '../../domain/orders/order.ts';
import { money } from '../../lib/number-format.ts';
import { bilingual } from '../bilingual.ts';
import { PostButton } from '../forms/inputs.tsx';
import { Notice } from '../page/components.tsx';
import { minuteText } from '../page/format.ts';
import type { StoreContext } from '../request-context.ts';
import { DialogButton } from './detail/action-form.tsx';
import { mayRefund } from './detail/refund-dialog.tsx';

const texts = bilingual({
  twice: ['ลูกค้าคนนี้สั่งสินค้าเดียวกันซ้ำภายในหนึ่งวัน:', 'Possible duplicate order by this customer:'],
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
  incomplete: [
    (fields: string) => `ที่อยู่ไม่ครบ ยังขาด: ${fields}`,
    (fields: string) => `Incomplete address, missing: ${fields}`,
  ],
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
  noRefund: ['ไม่คืนเงิน', 'Don’t refund'],
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
        <HintText context={context} hint={hint} />
      </Notice>
    ))}
  </>
);

/** @param order whose page opens the dialog for refunds; without it there are no buttons */
export function HintText({ context, hint, order }: { context: StoreContext; hint: Hint; order?: Order }) {
  const t = texts(context.language);
  const refund = order && mayRefund(context, order) && <DialogButton path="/refund" label={t.refund} class="quiet" />;
  switch (hint.code) {
    case 'ordered_twice':
      return (
        <>
          {t.twice}{' '}
          {hint.orders.map(({ id, orderNumber }) => (
            <>
              <a href={`/office/orders/${id}`}>#{orderNumber}</a>{' '}
            </>
          ))}
        </>
      );
    case 'cod_refused_before':
      return <>{t.refused(hint.refused, hint.parcels)}</>;
    case 'cod_unlike_due':
      return <>{t.cod(money(hint.codAmount), money(hint.due))}</>;
    case 'sent_again_changed':
      return <>{t.changed(minuteText(hint.time, context.language))}</>;
    case 'address_incomplete':
      return <>{t.incomplete(hint.fields.map((field) => t[field as 'telephone'] ?? field).join(', '))}</>;
    case 'deadline_passed':
      return <>{t.deadline(minuteText(hint.deadline, context.language))}</>;
    case 'overpaid':
    case 'money_kept':
      return (
        <>
          {t[hint.code === 'overpaid' ? 'overpaid' : 'kept'](money(hint.amount))} {refund}
        </>
      );
    case 'shipped_short':
    case 'returned_unrefunded': {
      const isShort = hint.code === 'shipped_short';
      const noRefund = `/orders/${hint.orderId}/refund/none${isShort ? '' : '/returned'}`;
      return (
        <>
          {t[isShort ? 'short' : 'returned'](
            hint.lines.map(({ name, qty }) => `${name} × ${qty}`).join(', '),
            money(hint.amount),
          )}
          <div class="actions">
            {refund}
            {context.mayOpen(noRefund, 'POST') && <PostButton action={noRefund} label={t.noRefund} class="quiet" />}
          </div>
        </>
      );
    }
    case 'below_zero':
      return <>{t.below(hint.lines.map(({ name, available }) => `${name} (${available})`).join(', '))}</>;
  }
}
