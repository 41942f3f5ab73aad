import { lineName, type Order } from '../../domain/orders/order.ts';
import { leavesNothing, refundedToShip } from '../../domain/orders/shipments/refunded-units.ts';
import { bilingual } from '../bilingual.ts';
import { PostButton } from '../forms/inputs.tsx';
import { Notice } from '../page/components.tsx';
import type { StoreProps } from '../request-context.ts';

export const refundedTexts = bilingual({
  refunded: [
    (name: string, qty: number, of: number) => `คืนเงินแล้ว ${qty} จาก ${of}: ${name}`,
    (name: string, qty: number, of: number) => `${qty} of ${of} ${name} ${qty === 1 ? 'was' : 'were'} refunded`,
  ],
  tag: [(qty: number) => `คืนเงินแล้ว ${qty} ชิ้น`, (qty: number) => `${qty} refunded`],
  close: ['ไม่ต้องส่งชิ้นที่คืนเงินแล้ว', 'Do not ship refunded units'],
  closed: ['ตัดชิ้นที่คืนเงินแล้วออกจากการส่ง', 'The refunded units will not be shipped'],
  closeHint: [
    'ปล่อยของที่จองไว้ ถ้าไม่เลือก ของยังต้องแพ็กและส่ง',
    'Releases their reservation. Otherwise they are still packed and shipped.',
  ],
});

/** Refunded units that would still be packed, with a way to remove them from what is shipped. */
export function RefundedUnits({ context, order }: StoreProps<{ order: Order }>) {
  const t = refundedTexts(context.language);
  const units = refundedToShip(context.db, order);
  if (units.length === 0) return null;
  const texts = units.flatMap(({ lineId, qty }) => {
    const line = order.lines.find(({ id }) => id === lineId);
    return line ? [t.refunded(line.sku ?? lineName(line), qty, line.qty - line.shippedQty - line.shortQty)] : [];
  });
  return (
    <>
      <Notice tone="bad">{texts.join(', ')}</Notice>
      {!leavesNothing(order, units) && (
        <div class="actions spaced">
          <PostButton action={`/orders/${order.id}/close-refunded`} label={t.close} class="secondary outline" />
        </div>
      )}
    </>
  );
}
