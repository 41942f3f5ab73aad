import { deleteObstacle } from '../../../domain/orders/close.ts';
import type { Order } from '../../../domain/orders/order.ts';
import { money } from '../../../lib/number-format.ts';
import { permits } from '../../access.ts';
import { SelectField, TextField } from '../../forms/inputs.tsx';
import { Notice } from '../../page/components.tsx';
import type { StoreContext } from '../../request-context.ts';
import { cancelAccess } from '../cancel-access.ts';
import { ActionDialog, DialogButton } from './action-form.tsx';
import { orderDetailTexts } from './order-detail-texts.ts';
import { mayRefund, RefundDialog } from './refund-dialog.tsx';
import type { SectionProps } from './section-props.ts';
import { ShippingDialogs } from './shipping-dialogs.tsx';

// Ending an order: entries of the menu. The dialogs above the cards.

/** Whether the menu offers it. `cancelOrder` rejects an order that has an obstacle, such as a parcel that has left. */
export const mayCancel = ({ account }: StoreContext, order: Order): boolean =>
  order.status === 'open' && permits(account, cancelAccess(order));

const mayDelete = (context: StoreContext, order: Order): boolean =>
  context.may('orders') && !deleteObstacle(context.db, order);

/** Whether the menu has an entry that ends the order. */
export const mayEnd = (context: StoreContext, order: Order): boolean =>
  mayCancel(context, order) || mayDelete(context, order);

export function EndButtons({ context, order }: { context: StoreContext; order: Order }) {
  const t = orderDetailTexts(context.language);
  const look = 'secondary outline dangerous';
  return (
    <>
      {mayCancel(context, order) && <DialogButton path="/cancel" label={t.cancelOrder} class={look} />}
      {mayDelete(context, order) && <DialogButton path="/delete" label={t.deleteOrder} class={look} />}
    </>
  );
}

export const OrderDialogs = (props: SectionProps) => (
  <>
    {mayCancel(props.context, props.order) && <Cancel {...props} />}
    {mayDelete(props.context, props.order) && <Delete {...props} />}
    {mayRefund(props.context, props.order) && <RefundDialog {...props} />}
    <ShippingDialogs {...props} />
  </>
);

function Cancel(props: SectionProps) {
  const { paidAmount, shippingStatus } = props.order;
  const t = orderDetailTexts(props.context.language);
  const cancelers = [
    { value: 'store', label: t.byStore },
    { value: 'buyer', label: t.byBuyer },
    { value: 'reseller', label: t.byPartner },
  ];
  return (
    <ActionDialog {...props} path="/cancel" label={t.cancelOrder} danger>
      {shippingStatus !== 'returned' && <p class="muted">{t.cancelHint}</p>}
      {paidAmount > 0 && <Notice tone="warn">{t.cancelKeepsMoney(money(paidAmount))}</Notice>}
      <SelectField name="by" label={t.canceledBy} options={cancelers} />
      <TextField name="note" label={t.cancelReason} />
    </ActionDialog>
  );
}

function Delete(props: SectionProps) {
  const t = orderDetailTexts(props.context.language);
  return (
    <ActionDialog {...props} path="/delete" label={t.deleteOrder} submit={t.deleteYes} danger>
      <p>{t.deleteHint}</p>
    </ActionDialog>
  );
}
