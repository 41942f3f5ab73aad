import type { CodHistory } from '../../domain/orders/customers/cod-history.ts';
import { count } from '../../lib/number-format.ts';
import { bilingual } from '../bilingual.ts';
import { useRequest } from '../page/render-context.ts';

const parcels = (n: string): string => (n === '1' ? '1 earlier COD parcel' : `${n} earlier COD parcels`);
const orders = (n: string): string => (n === '1' ? '1 earlier order' : `${n} earlier orders`);

const texts = bilingual({
  first: ['สั่งครั้งแรกด้วยเบอร์นี้ ยังไม่มีประวัติการรับพัสดุ', 'First order with this phone number. There is no history yet.'],
  newest: [(n: string) => `จาก ${n} คำสั่งซื้อล่าสุด:`, (n: string) => `Of the newest ${n} orders:`],
  refused: [
    (refused: string, all: string) => `COD ครั้งก่อนตีกลับ ${refused} จาก ${all} ชิ้น`,
    (refused: string, all: string) => `${refused} of ${parcels(all)} ${refused === '1' ? 'was' : 'were'} returned`,
  ],
  noneRefused: [
    (all: string) => `COD ครั้งก่อน ${all} ชิ้น ไม่เคยตีกลับ`,
    (all: string) => (all === '1' ? '1 earlier COD parcel, not returned' : `${all} earlier COD parcels, none returned`),
  ],
  delivered: [(n: string) => `รับของแล้ว ${n} ชิ้น`, (n: string) => `${n} delivered`],
  noCod: [(all: string) => `เคยสั่ง ${all} ครั้ง ยังไม่เคยรับพัสดุ COD`, (all: string) => `${orders(all)}, no COD parcel yet`],
  returned: [
    (n: string) => `พัสดุอื่นตีกลับ ${n} ชิ้น`,
    (n: string) => `${n} other ${n === '1' ? 'parcel' : 'parcels'} returned`,
  ],
  canceled: [
    (canceled: string, all: string) => `ยกเลิก ${canceled} จาก ${all} คำสั่งซื้อ`,
    (canceled: string, all: string) => `${canceled} of ${orders(all)} canceled`,
  ],
});

/** History of a customer before a COD parcel is sent: counts, not a score. */
export function CodHistoryText({ history }: { history: CodHistory }) {
  const t = texts(useRequest().language);
  if (history.orders === 0) return <p class="muted cod-history">{t.first}</p>;
  const prefix = history.hasMore ? `${t.newest(count(history.orders))} ` : '';
  return (
    <p class="muted cod-history">
      {prefix}
      {factsOf(history, t).join(' · ')}
    </p>
  );
}

function factsOf(
  { codParcels, codRefused, codDelivered, ...history }: CodHistory,
  t: ReturnType<typeof texts>,
): string[] {
  const facts: string[] = [];
  if (codParcels === 0) facts.push(t.noCod(count(history.orders)));
  else if (codRefused === 0) facts.push(t.noneRefused(count(codParcels)));
  else facts.push(t.refused(count(codRefused), count(codParcels)));
  if (codDelivered > 0) facts.push(t.delivered(count(codDelivered)));
  if (history.returned > 0) facts.push(t.returned(count(history.returned)));
  if (history.canceled > 0) facts.push(t.canceled(count(history.canceled), count(history.orders)));
  return facts;
}
