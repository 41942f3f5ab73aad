import type { Order } from '../../../domain/orders/order.ts';
import { isRefundedInFull } from '../../../domain/orders/order-states.ts';
import { Notice } from '../../page/components.tsx';
import type { StoreProps } from '../../request-context.ts';
import { COD_SETTING } from '../../settings/payments/cod-card.tsx';
import { orderDetailTexts } from './order-detail-texts.ts';

/** Why an order with something left to ship is not ready to ship. */
export function HoldNotice({ context, order }: StoreProps<{ order: Order }>) {
  const t = orderDetailTexts(context.language);
  if (isRefundedInFull(order)) return <Notice tone="warn">{t.notReadyRefunded}</Notice>;
  if (!order.isCod) return <Notice tone="warn">{t.notReady}</Notice>;
  return (
    <Notice tone="warn">
      {t.notReadyCod}{' '}
      {context.mayOpen('/settings/payments') && <a href={`/office${COD_SETTING}`}>{t.changeCodSetting}</a>}
    </Notice>
  );
}
