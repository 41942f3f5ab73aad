import { nextStep } from '../../../domain/orders/next-step.ts';
import { packItems } from '../../../domain/orders/packing.ts';
import { receiptObstacle, receiptOfOrder } from '../../../domain/orders/payments/receipts.ts';
import type { Order } from '../../../domain/orders/read.ts';
import { Post, Submit } from '../../forms/inputs.tsx';
import { ButtonLink } from '../../page/parts.tsx';
import type { Visit } from '../../visit.ts';
import { type Fresh, inPlace } from './fresh.ts';
import { Next } from './next.tsx';
import { texts } from './texts.ts';

/** What can be done with the order, beside the page's heading. */
export function Tools({ visit, order, replaces = false }: Fresh) {
  const t = texts(visit.language);
  const at = `/office/orders/${order.id}`;
  const hasParcel = order.shipments.some(({ status }) => status !== 'canceled');
  return (
    <div class="actions" id="tools" hx-swap-oob={inPlace(replaces)}>
      <Next visit={visit} order={order} open={undefined} />
      {nextStep(visit.ctx.db, order) !== 'pack' && packItems(visit.ctx.db, order).length > 0 && (
        <ButtonLink href={`${at}/pack`} icon="scan">
          {t.pack}
        </ButtonLink>
      )}
      {order.status === 'open' && <ButtonLink href={`${at}/edit`}>{t.edit}</ButtonLink>}
      {hasParcel && (
        <>
          <ButtonLink href={`${at}/label.pdf`} icon="print" target="_blank">
            {t.label}
          </ButtonLink>
          <ButtonLink href={`${at}/packing-slip.pdf`} target="_blank">
            {t.packingSlip}
          </ButtonLink>
        </>
      )}
      <ButtonLink href={`/office/orders/new?copy=${order.id}`}>{t.copy}</ButtonLink>
      <ReceiptButton visit={visit} order={order} />
    </div>
  );
}

/** Where there is anything to give a receipt for, and it can be given. */
function ReceiptButton({ visit, order }: { visit: Visit; order: Order }) {
  const t = texts(visit.language);
  const given = receiptOfOrder(visit.ctx.db, order.id);
  if (receiptObstacle(visit.ctx.db, order) !== undefined) return null;
  return (
    <Post visitor={visit} action={`/orders/${order.id}/receipt`} plain target="_blank">
      <Submit class="secondary outline" title={given ? undefined : t.receiptOnce}>
        {given ? `${t.receipt} ${given.number}` : t.issueReceipt}
      </Submit>
    </Post>
  );
}
