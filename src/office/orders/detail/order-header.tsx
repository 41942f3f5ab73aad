import { nextStep } from '../../../domain/orders/next-step.ts';
import { packItems } from '../../../domain/orders/packing.ts';
import { receiptObstacle, receiptOfOrder } from '../../../domain/orders/payments/receipts.ts';
import type { Order } from '../../../domain/orders/read.ts';
import { Post, Submit } from '../../forms/inputs.tsx';
import { ButtonLink } from '../../page/components.tsx';
import type { StoreContext } from '../../request-context.ts';
import { oobSwap, type RefreshableProps } from './fresh.ts';
import { NextStepButton } from './next.tsx';
import { texts } from './order-detail-texts.ts';

/** What can be done with the order, beside the page's heading. */
export function Toolbar({ context, order, replaces = false }: RefreshableProps) {
  const t = texts(context.language);
  const at = `/office/orders/${order.id}`;
  const hasParcel = order.shipments.some(({ status }) => status !== 'canceled');
  return (
    <div class="actions" id="tools" hx-swap-oob={oobSwap(replaces)}>
      <NextStepButton context={context} order={order} open={undefined} />
      {nextStep(context.db, order) !== 'pack' && packItems(context.db, order).length > 0 && (
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
      <ReceiptButton context={context} order={order} />
    </div>
  );
}

/** Where there is anything to give a receipt for, and it can be given. */
function ReceiptButton({ context, order }: { context: StoreContext; order: Order }) {
  const t = texts(context.language);
  const given = receiptOfOrder(context.db, order.id);
  if (receiptObstacle(context.db, order) !== undefined) return null;
  return (
    <Post context={context} action={`/orders/${order.id}/receipt`} plain target="_blank">
      <Submit class="secondary outline" title={given ? undefined : t.receiptOnce}>
        {given ? `${t.receipt} ${given.number}` : t.issueReceipt}
      </Submit>
    </Post>
  );
}
