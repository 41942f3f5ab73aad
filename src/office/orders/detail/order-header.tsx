import { type NextStep, nextStep } from '../../../domain/orders/hints.ts';
import { returnStateOfOrder } from '../../../domain/orders/list/returns.ts';
import type { Order } from '../../../domain/orders/order.ts';
import { packItems } from '../../../domain/orders/packing.ts';
import { packingProgressOf } from '../../../domain/orders/packing-progress.ts';
import { packedTime, packingOf, piecesOf } from '../../../domain/orders/packing-rows.ts';
import { balanceDue } from '../../../domain/orders/payments/balance.ts';
import { codToReceive } from '../../../domain/orders/payments/expected-payments.ts';
import { receiptObstacle, receiptOfOrder } from '../../../domain/orders/payments/receipts.ts';
import { isOrderReadyToShip } from '../../../domain/orders/shipments/book.ts';
import { documentNumber } from '../../../lib/number-format.ts';
import { permits, type RequiredPermissions } from '../../access.ts';
import { ButtonLink, Time } from '../../page/components.tsx';
import { Menu } from '../../page/menu.tsx';
import type { StoreContext } from '../../request-context.ts';
import { cancelAccess } from '../cancel-access.ts';
import { MAX_PACKED_LINES } from '../line-limits.ts';
import { salesChannelName, shownPaymentStatus } from '../order-labels.ts';
import { CodTag, isShippingShown, OrderTag, PaymentTag, RestockTag, ShippingTags } from '../status-tags.tsx';
import { ActionButton, DialogButton, formId } from './action-form.tsx';
import { hasCod } from './cod-card.tsx';
import { orderDetailTexts } from './order-detail-texts.ts';
import { EndButtons, mayEnd } from './order-dialogs.tsx';
import { orderPath } from './origin-list.tsx';
import { needsCheck, parcelToHandOver } from './parcel-hand-over.tsx';
import { isPaymentLinkNext, PaymentLinkButton } from './payment-link.tsx';
import { ReviewOpener } from './payment-review.tsx';
import { oobSwap, type RefreshableProps, type SectionProps } from './section-props.ts';
import { AddTrackingButton, RestockButton } from './shipping-dialogs.tsx';

/** Buttons next to the page heading. */
export function Toolbar({ context, order, replaces = false }: RefreshableProps) {
  const t = orderDetailTexts(context.language);
  const at = `/office/orders/${order.id}`;
  const hasParcel = order.shipments.some(({ status }) => status !== 'canceled');
  const isPacked = packedTime(context.db, order.id) !== undefined;
  const packLink = isToPack(context, order) && ({ href: `${at}/pack`, icon: 'scan', label: t.pack } as const);
  return (
    <div class="actions" id="tools" hx-swap-oob={oobSwap(replaces)}>
      <NextStepButton context={context} order={order} open={undefined} />
      {nextStep(context.db, order) !== 'pack' && packLink && !isPacked && <ButtonLink {...packLink} />}
      {order.status === 'open' && !hasParcel && (
        <ButtonLink href={`/office${orderPath(context, order.id, '/edit')}`} label={t.edit} />
      )}
      {order.status === 'open' && !hasParcel && (
        <ButtonLink href={`${at}/address-label.pdf`} icon="print" target="_blank" label={t.addressLabel} />
      )}
      {hasParcel && <ButtonLink href={`${at}/label.pdf`} icon="print" target="_blank" label={t.label} />}
      <Menu
        links={[
          isPacked && packLink,
          (order.status === 'open' || hasParcel) && {
            href: `${at}/packing-slip.pdf`,
            icon: 'print',
            label: t.packingSlip,
            target: '_blank',
          },
          (order.status === 'open' || hasParcel) && {
            href: `${at}/packing-slip.pdf?size=a6`,
            icon: 'print',
            label: t.packingSlipA6,
            target: '_blank',
          },
          { href: `/office/orders/new?copy=${order.id}`, label: t.duplicate },
          receiptLink(context, order),
        ]}
      >
        {mayEnd(context, order) && <EndButtons context={context} order={order} />}
      </Menu>
    </div>
  );
}

/** The page of the receipt; false if the order can have none. */
function receiptLink({ db, store, language }: StoreContext, order: Order) {
  const t = orderDetailTexts(language);
  const href = `/office/orders/${order.id}/receipt`;
  const receipt = receiptOfOrder(db, order.id);
  if (receipt)
    return { href, label: `${t.receipt(receipt.document.vatPercent > 0)} ${documentNumber(receipt.number)}` };
  return receiptObstacle(db, order) === undefined && { href, label: t.issueReceipt(store.vatPercent > 0) };
}

/** An order that waits for its payment is not packed yet. */
const isToPack = ({ db }: StoreContext, order: Order): boolean =>
  isOrderReadyToShip(db, order) && packItems(db, order).length > 0;

/** The order's next step: a button that does it or links to its form. */
function NextStepButton(props: SectionProps) {
  const step = nextStep(props.context.db, props.order);
  if (step === undefined || !permits(props.context.account, accessTo(step, props.order))) return null;
  const t = orderDetailTexts(props.context.language);
  switch (step) {
    case 'check_payment':
      return <ReviewOpener order={props.order} label={t.reviewPayment} />;
    case 'cancel':
      return <DialogButton path="/cancel" label={t.cancelReturned} class="secondary outline" />;
    case 'cancel_refunded':
      return <DialogButton path="/cancel" label={t.cancelRefunded} class="secondary outline" />;
    case 'complete_address':
      return (
        <ButtonLink
          href={`/office${orderPath(props.context, props.order.id, '/edit')}`}
          main
          label={t.completeAddress}
        />
      );
    case 'request_number':
      return <ActionButton {...props} path="/booking/request" label={t.request} main />;
    case 'take_payment':
      if (isPaymentLinkNext(props.context, props.order)) return <PaymentLinkButton {...props} />;
      return <ButtonLink href="#act-payments" main label={t.markPaid} />;
    case 'pack':
      return <ButtonLink href={`/office/orders/${props.order.id}/pack`} icon="scan" main label={t.pack} />;
    case 'book':
      return <AddTrackingButton context={props.context} />;
    case 'hand_over':
      return <HandOverButton {...props} />;
    case 'restock':
      return <RestockButton context={props.context} />;
  }
}

function accessTo(step: NextStep, order: Order): RequiredPermissions {
  if (step === 'check_payment' || step === 'take_payment') return 'money';
  return step === 'cancel' || step === 'cancel_refunded' ? cancelAccess(order) : 'orders';
}

/** Hands the next parcel over. If its address is incomplete, it leads to the form with the warning. */
function HandOverButton(props: SectionProps) {
  const label = orderDetailTexts(props.context.language).handOver;
  const parcel = parcelToHandOver(props.order);
  if (!parcel) return null;
  const path = `/shipments/${parcel.id}/pick-up`;
  // Browsers expand a `<details>` that contains the link's target.
  if (needsCheck(props.order)) return <ButtonLink href={`#${formId(path)}`} main label={label} />;
  return <ActionButton {...props} path={path} label={label} main />;
}

/** The order's statuses, then when and where it was placed. */
export function StatusTags({ context, order, replaces = false }: RefreshableProps) {
  const { db, language } = context;
  const hasShipping = isShippingShown(order);
  const packing = packingOf(db, order.id);
  return (
    <p class="tags" id="states" hx-swap-oob={oobSwap(replaces)}>
      <OrderTag state={order.status} language={language} />{' '}
      {isPaymentShown(context, order) && <PaymentTag state={shownPaymentStatus(order)} language={language} />}{' '}
      {order.codStatus !== null && hasCod(order) && <CodTag state={order.codStatus} language={language} />}{' '}
      {hasShipping && (
        <ShippingTags
          state={order.shippingStatus}
          language={language}
          isPacked={packing !== undefined}
          left={piecesOf(packing?.missing ?? [])}
          progress={progressOf(context, order)}
        />
      )}{' '}
      <RestockTag state={returnStateOfOrder(db, order)} language={language} />{' '}
      <span class="muted">
        <Time at={order.orderTime} />
        {order.salesChannel !== null && ` · ${salesChannelName(order.salesChannel, language)}`}
      </span>
    </p>
  );
}

/** "Unpaid" is left out if the buyer has nothing to pay, or pays a courier. */
const isPaymentShown = ({ db }: StoreContext, order: Order): boolean =>
  order.paymentStatus !== 'unpaid' || (order.codStatus !== 'failed' && balanceDue(order) > codToReceive(db, order));

const progressOf = ({ db }: StoreContext, { id }: Order) => packingProgressOf(db, [id], MAX_PACKED_LINES).get(id);
