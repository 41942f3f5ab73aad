import { missingOnLabel, type StoreAddress, storeAddresses } from '../../domain/addresses.ts';
import { labelSender } from '../../domain/orders/label-sender.ts';
import type { Order } from '../../domain/orders/order.ts';
import { needsLabel } from '../../domain/orders/recipient.ts';
import { bilingual } from '../bilingual.ts';
import { Notice } from '../page/components.tsx';
import type { StoreContext } from '../request-context.ts';
import { addressTexts } from '../settings/addresses/address-texts.ts';

const texts = bilingual({
  incomplete: [
    (fields: string) => `ที่อยู่ผู้ส่งบนใบปะหน้ายังขาด: ${fields}`,
    (fields: string) => `The sender address on labels is incomplete, missing: ${fields}`,
  ],
  none: ['ใบปะหน้าไม่มีที่อยู่ผู้ส่ง ร้านยังไม่มีที่อยู่', 'Labels have no sender address: the store has none.'],
  complete: ['เติมที่อยู่ผู้ส่งให้ครบ', 'Complete sender address'],
});

/** What the label of the order lacks of its sender, while it is still to be printed. */
export function SenderWarning({ context, order }: { context: StoreContext; order: Order }) {
  if (!needsLabel(order) || !isToLabel(order)) return null;
  return <Incomplete context={context} sender={labelSender(context.db, order)} />;
}

const isToLabel = ({ status, shipments }: Order): boolean => {
  const live = shipments.filter((shipment) => shipment.status !== 'canceled');
  return live.some((shipment) => shipment.status === 'booked') || (live.length === 0 && status === 'open');
};

/** What labels lack of the sender that orders have by default. */
export const DefaultSenderWarning = ({ context }: { context: StoreContext }) => (
  <Incomplete context={context} sender={storeAddresses(context.db, context.store.id)[0]} />
);

/** @param sender undefined: the store has no address */
function Incomplete({ context, sender }: { context: StoreContext; sender: StoreAddress | undefined }) {
  const missing = sender ? missingOnLabel(sender) : [];
  if (sender && missing.length === 0) return null;
  const t = texts(context.language);
  const names = missing.map((field) => addressTexts(context.language)[field]);
  const page = `/settings/addresses/${sender?.id ?? 'new'}`;
  return (
    <Notice tone="warn">
      {sender ? t.incomplete(names.join(', ')) : t.none}{' '}
      {context.mayOpen(page) && <a href={`/office${page}`}>{t.complete}</a>}
    </Notice>
  );
}
