import { returnFacts, returnStateOfOrder } from '../../../domain/orders/list/returns.ts';
import { lineName } from '../../../domain/orders/order.ts';
import { SHIPMENT_MOVES } from '../../../domain/orders/order-states.ts';
import { numberChangeObstacle } from '../../../domain/orders/shipments/change-number.ts';
import { STATUSES_AFTER_PICK_UP } from '../../../domain/orders/shipments/move.ts';
import { type Shipment, shipmentQtys } from '../../../domain/orders/shipments/shipment.ts';
import { undoObstacle } from '../../../domain/orders/shipments/undo-hand-over.ts';
import { eventsOf, type StoredEvent } from '../../../domain/orders/tracking.ts';
import { courierName } from '../../../lib/courier-names.ts';
import { money } from '../../../lib/number-format.ts';
import { SelectField, TextField } from '../../forms/inputs.tsx';
import { Time } from '../../page/components.tsx';
import type { StoreContext } from '../../request-context.ts';
import { NumberWarning } from '../number-warning.tsx';
import { parcelStatusName } from '../order-labels.ts';
import { returnText } from '../return-facts.ts';
import { ParcelTag, RestockTag } from '../status-tags.tsx';
import { ActionForm } from './action-form.tsx';
import { type LineMax, linesUpTo } from './line-quantities.tsx';
import { orderDetailTexts } from './order-detail-texts.ts';
import { HandOver } from './parcel-hand-over.tsx';
import type { SectionProps } from './section-props.ts';
import { CopyTrackingNumber, TrackingMessage, TrackingNumber } from './tracking-message.tsx';

/** A parcel with its tracking number, status, contents and actions. */
export function Parcel({ shipment, ...props }: SectionProps & { shipment: Shipment }) {
  const { context, order } = props;
  const t = orderDetailTexts(context.language);
  const qtys = shipmentQtys(context.db, shipment);
  const contents = linesUpTo(order, ({ id }) => qtys.get(id) ?? 0);
  return (
    <article class="entry parcel">
      <p>
        <TrackingNumber context={context} shipment={shipment} />{' '}
        <ParcelTag state={shipment.status} language={context.language} /> <CopyTrackingNumber shipment={shipment} />
      </p>
      <p class="muted">
        {courierName(shipment.shippingType, context.language)}
        {shipment.codAmount !== null && <> · {t.collects(money(shipment.codAmount))}</>} ·{' '}
        <Time at={shipment.deliverTime ?? shipment.cancelTime ?? shipment.shipTime ?? shipment.createTime} />
      </p>
      <NumberWarning context={context} order={order} shipments={[shipment]} />
      <CameBack context={context} order={order} shipment={shipment} />
      <TrackingMessage context={context} order={order} shipment={shipment} />
      {order.shipments.length > 1 && <Contents context={context} lines={contents} />}
      <Events context={context} shipment={shipment} />
      <ParcelActions {...props} shipment={shipment} lines={contents} />
    </article>
  );
}

/** Why and when a parcel turned back, and whether its goods are in stock again. */
function CameBack({ context, order, shipment }: Pick<SectionProps, 'context' | 'order'> & { shipment: Shipment }) {
  const state = shipment.status === 'returning' ? 'returning' : returnStateOfOrder(context.db, order);
  if (state === undefined || (shipment.status !== 'returning' && shipment.status !== 'returned')) return null;
  const text = returnText(context, state, returnFacts(context.db, [order.id])(order.id));
  return (
    <p>
      <RestockTag state={state} language={context.language} /> <span class="muted break">{text}</span>
    </p>
  );
}

function ParcelActions({
  shipment,
  lines,
  ...props
}: SectionProps & { shipment: Shipment; lines: readonly LineMax[] }) {
  const { context } = props;
  const t = orderDetailTexts(context.language);
  const path = `/shipments/${shipment.id}`;
  const next = STATUSES_AFTER_PICK_UP.filter((status) => SHIPMENT_MOVES[shipment.status].includes(status));
  return (
    <div class="actions">
      {shipment.status === 'booked' && (
        <>
          <HandOver {...props} shipment={shipment} lines={lines} />
          {!numberChangeObstacle(context.db, shipment) && (
            <ActionForm {...props} path={`${path}/number`} label={t.changeNumber}>
              <TextField name="tracking_number" label={t.tracking} value={shipment.trackingNumber} required />
            </ActionForm>
          )}
          <ActionForm {...props} path={`${path}/cancel`} label={t.cancelParcel} danger>
            <p class="muted">{t.cancelParcelHint}</p>
          </ActionForm>
        </>
      )}
      {shipment.status === 'picked_up' && !undoObstacle(context.db, shipment) && (
        <ActionForm {...props} path={`${path}/undo-pick-up`} label={t.undoHandOver} danger>
          <p class="muted">{t.undoHandOverHint}</p>
        </ActionForm>
      )}
      {next.length > 0 && (
        <ActionForm {...props} path={`${path}/move`} label={t.changeStatus}>
          <SelectField
            name="to"
            label={t.newStatus}
            options={next.map((value) => ({ value, label: parcelStatusName(value, context.language) }))}
          />
          {next.includes('returned') && <TextField name="reason" label={t.returnReason} maxlength={200} />}
        </ActionForm>
      )}
    </div>
  );
}

/** The parcel's items, shown if the order has several parcels. */
function Contents({ context, lines }: { context: StoreContext; lines: readonly LineMax[] }) {
  const named = lines.map(({ line, max }) => `${lineName(line)} × ${max}`);
  if (named.length <= MAX_UNFOLDED) return <p class="break">{named.join(', ')}</p>;
  return (
    <details>
      <summary>{orderDetailTexts(context.language).linesInside(named.length)}</summary>
      <p class="break">{named.join(', ')}</p>
    </details>
  );
}

const MAX_UNFOLDED = 5; // lines

function Events({ context, shipment }: { context: StoreContext; shipment: Shipment }) {
  const events = eventsOf(context.db, shipment.id).reverse();
  if (events.length === 0) return null;
  const withTexts = context.may('customer_data'); // couriers name the recipient
  const statusOf = ({ status }: StoredEvent) =>
    status === null ? '' : parcelStatusName(status as Shipment['status'], context.language);
  return (
    <details>
      <summary>{orderDetailTexts(context.language).trackingEvents}</summary>
      <ol class="timeline">
        {events.map((event) => (
          <li>
            <Time at={event.time} /> {withTexts ? event.description : statusOf(event)}
            {withTexts && event.location !== null && <span class="muted"> · {event.location}</span>}
          </li>
        ))}
      </ol>
    </details>
  );
}
