import type { Hint } from '../../domain/orders/hints.ts';
import { bilingual } from '../language.ts';
import { minuteText, money } from '../page/format.ts';
import type { StoreContext } from '../request-context.ts';

const texts = bilingual({
  twice: ['ลูกค้าคนนี้สั่งรายการเดียวกันซ้ำภายในหนึ่งวัน:', 'The same customer ordered the same within a day:'],
  refused: [
    (refused: number, parcels: number) => `เบอร์นี้เคยปฏิเสธพัสดุ COD ${refused} จาก ${parcels} ชิ้น`,
    (refused: number, parcels: number) => `This telephone refused ${refused} of ${parcels} COD parcels before`,
  ],
  cod: [
    (cod: string, due: string) => `ยอดเก็บปลายทาง ${cod} ไม่ตรงกับยอดค้าง ${due}`,
    (cod: string, due: string) => `The courier collects ${cod}, and ${due} is due`,
  ],
  changed: [
    (time: string) => `คู่ค้าส่งคำสั่งซื้อนี้ซ้ำด้วยข้อมูลที่ต่างไปเมื่อ ${time} ระบบไม่ได้แก้ตาม`,
    (time: string) => `The partner sent this order again with something else in it (${time}); that was passed over`,
  ],
  incomplete: [
    (fields: string) => `ที่อยู่ยังพิมพ์ใบปะหน้าไม่ได้ ขาด: ${fields}`,
    (fields: string) => `A label of this address would lack: ${fields}`,
  ],
  deadline: [(time: string) => `เลยกำหนดส่ง ${time} แล้ว`, (time: string) => `It was to be shipped by ${time}`],
  below: [(names: string) => `สินค้าไม่พอส่ง: ${names}`, (names: string) => `There is not enough of: ${names}`],
  kept: [
    (amount: string) => `รับเงินไว้ ${amount} ยังไม่ได้คืน`,
    (amount: string) => `${amount} was received and has not been paid back`,
  ],
  payBack: ['คืนเงิน', 'Refund'],
  telephone: ['เบอร์โทร', 'telephone'],
  address1: ['บ้านเลขที่และถนน', 'house and street'],
  sub_district: ['ตำบล/แขวง', 'sub-district'],
  district: ['อำเภอ/เขต', 'district'],
  province: ['จังหวัด', 'province'],
  postal_code: ['รหัสไปรษณีย์', 'postal code'],
});

/** What a hint says. */
export function HintText({ context, hint }: { context: StoreContext; hint: Hint }) {
  const t = texts(context.language);
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
    case 'money_kept':
      return (
        <>
          {t.kept(money(hint.amount))} <a href="#act-refund">{t.payBack}</a>
        </>
      );
    case 'below_zero':
      return <>{t.below(hint.lines.map(({ name, available }) => `${name} (${available})`).join(', '))}</>;
  }
}
