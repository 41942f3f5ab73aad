import type { Language } from '../../../domain/accounts/accounts.ts';
import { type HistoryEntry, historyOf } from '../../../domain/orders/history.ts';
import type { Order } from '../../../domain/orders/read.ts';
import { bilingual } from '../../language.ts';
import { minuteText } from '../../page/format.ts';
import { Time } from '../../page/parts.tsx';
import type { Visit } from '../../visit.ts';
import { texts as pageTexts } from './texts.ts';

const events = bilingual({
  created: ['สร้างคำสั่งซื้อ', 'Order created'],
  edited: ['แก้ไขคำสั่งซื้อ', 'Order edited'],
  payment_notified: ['แจ้งชำระเงิน', 'Payment notified'],
  payment_confirmed: ['ยืนยันการชำระเงิน', 'Payment confirmed'],
  payment_rejected: ['ปฏิเสธการชำระเงิน', 'Payment rejected'],
  refunded: ['คืนเงิน', 'Refunded'],
  cod_collected: ['ขนส่งเก็บเงินปลายทางแล้ว', 'COD collected'],
  cod_remitted: ['ได้รับเงิน COD จากขนส่ง', 'COD paid out'],
  cod_failed: ['เก็บเงินปลายทางไม่ได้', 'COD failed'],
  booking_queued: ['ขอเลขพัสดุ', 'Courier asked for a number'],
  booking_failed: ['ขอเลขพัสดุไม่สำเร็จ', 'Booking failed'],
  booking_dropped: ['เลิกขอเลขพัสดุ', 'Booking dropped'],
  cancellation_refused: ['ขนส่งไม่รับการยกเลิก', 'Courier refused the cancellation'],
  shipment_booked: ['ได้เลขพัสดุ', 'Parcel booked'],
  shipment_picked_up: ['ส่งมอบให้ขนส่ง', 'Parcel picked up'],
  shipment_moved: ['สถานะพัสดุเปลี่ยน', 'Parcel moved'],
  shipment_canceled: ['ยกเลิกพัสดุ', 'Parcel canceled'],
  packed: ['แพ็กครบแล้ว', 'Packed'],
  goods_returned: ['รับสินค้าคืน', 'Goods returned'],
  receipt_issued: ['ออกใบเสร็จ', 'Receipt issued'],
  completed: ['คำสั่งซื้อสำเร็จ', 'Order completed'],
  canceled: ['ยกเลิกคำสั่งซื้อ', 'Order canceled'],
  expired: ['หมดเวลาชำระ', 'Order expired'],
});

const actors = bilingual({
  user: ['พนักงาน', 'account'],
  channel: ['คู่ค้า', 'partner'],
  courier: ['ขนส่ง', 'courier'],
  command: ['คำสั่งบนเครื่อง', 'command line'],
  system: ['ระบบ', 'raan'],
});

/** Everything that has become of the order, newest first. */
export const History = ({ visit, order }: { visit: Visit; order: Order }) => (
  <section class="card" id="history">
    <h2>{pageTexts(visit.language).history}</h2>
    <ol class="timeline">
      {historyOf(visit.ctx.db, order.id)
        .reverse()
        .map((entry) => (
          <li>
            <strong>{events(visit.language)[entry.event]}</strong>
            {changesOf(entry.detail, visit.language).map((change) => (
              <div class="break">{change}</div>
            ))}
            <div class="quietly">
              <Time visit={visit} at={entry.time} /> · {entry.actorName ?? actors(visit.language)[entry.actor]}
            </div>
          </li>
        ))}
    </ol>
  </section>
);

type Detail = HistoryEntry['detail'];
type Change = { from?: unknown; to?: unknown };

/** What was changed, a line each; ids say nothing to people. */
function changesOf(detail: Detail, language: Language): string[] {
  const shown = Object.entries(detail).filter(([field, value]) => !/(^|_)ids?$/.test(field) && isTold(value));
  return shown.map(([field, value]) => {
    if (!isChange(value)) return field === 'to' ? `→ ${plain(value, language)}` : plainField(field, value, language);
    return `${field}: ${plain(value.from, language)} → ${plain(value.to, language)}`;
  });
}

const isTold = (value: unknown) => value !== undefined && !Array.isArray(value);
const isChange = (value: unknown): value is Change =>
  typeof value === 'object' && value !== null && ('from' in value || 'to' in value);

const plainField = (field: string, value: unknown, language: Language): string =>
  ['method', 'amount', 'reason', 'tracking_number', 'shipping_type', 'note'].includes(field)
    ? plain(value, language)
    : `${field}: ${plain(value, language)}`;

function plain(value: unknown, language: Language): string {
  if (value === undefined || value === null) return '—';
  if (typeof value === 'number' && value > 10 ** 11) return minuteText(value, language);
  if (typeof value !== 'object') return String(value);
  return Object.entries(value)
    .filter(([field]) => !/(^|_)id$/.test(field))
    .map(([, inner]) => plain(inner, language))
    .join(' ');
}
