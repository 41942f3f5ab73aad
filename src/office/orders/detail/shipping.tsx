import { bookingsOf, openBooking } from '../../../domain/couriers/bookings.ts';
import { findCourier, isBookable } from '../../../domain/couriers/couriers.ts';
import { shippingTypes } from '../../../domain/orders/codes.ts';
import { isReady } from '../../../domain/orders/shipments/ready.ts';
import { hasLeft } from '../../../domain/orders/states.ts';
import { AmountField, CheckField, SelectField, TextField } from '../../forms/inputs.tsx';
import { Notice, Tag, Time } from '../../page/parts.tsx';
import { BookingTag, courierLabel } from '../states.tsx';
import { Action, AtOnce, type Shown } from './action.tsx';
import { LineQtys } from './line-qtys.tsx';
import { Parcel } from './parcel.tsx';
import { texts } from './texts.ts';
import { WarehouseField } from './warehouse-field.tsx';

/** The order's parcels, what its courier is being asked, and what can be done about it. */
export function Shipping(shown: Shown) {
  const { visit, order } = shown;
  const t = texts(visit.language);
  const isOpen = order.status === 'open';
  return (
    <section class="card" id="shipping">
      <h2>
        {t.shipping} <Tag>{courierLabel(order.shippingType, visit.language)}</Tag>
      </h2>
      {isOpen && !isReady(visit.ctx.db, order) && <Notice tone="warn">{t.notReady}</Notice>}
      <Booking {...shown} />
      {order.shipments.length === 0 && <p class="quietly">{t.noParcel}</p>}
      {order.shipments.map((shipment) => (
        <Parcel {...shown} shipment={shipment} />
      ))}
      <div class="actions">
        {isOpen && isReady(visit.ctx.db, order) && <Book {...shown} />}
        {isOpen && order.shipments.every(({ status }) => status === 'canceled') && <Switch {...shown} />}
        {order.shipments.some(hasLeft) && (
          <Action {...shown} path="/return" label={t.return}>
            {(form) => (
              <>
                <LineQtys visit={visit} order={order} form={form} hint={t.returnHint} most="shipped" />
                <WarehouseField
                  visit={visit}
                  name="warehouse"
                  label={t.intoWarehouse}
                  empty={t.whereItLeft}
                  form={form}
                />
                <TextField form={form} name="note" label={t.note} />
              </>
            )}
          </Action>
        )}
      </div>
    </section>
  );
}

/** What becomes of asking the courier for a number. */
function Booking(shown: Shown) {
  const { visit, order } = shown;
  const { db } = visit.ctx;
  const t = texts(visit.language);
  const open = openBooking(db, order.id) ?? bookingsOf(db, order.id).find(({ status }) => status === 'requested');
  const mayAsk =
    order.status === 'open' && isReady(db, order) && order.shipments.every(({ status }) => status === 'canceled');
  const asks = isBookable(findCourier(db, order.storeId, order.shippingType));
  if (!open)
    return mayAsk && asks ? (
      <div class="actions spaced">
        <AtOnce {...shown} path="/booking/request" label={t.request} main />
      </div>
    ) : null;
  return (
    <article class="entry">
      <p>
        <BookingTag state={open.status} language={visit.language} />{' '}
        {open.tries > 0 && <span class="quietly">{t.attempts(open.tries)}</span>}{' '}
        {open.nextTime !== null && open.status !== 'waiting' && (
          <span class="quietly">
            {t.nextTry} <Time visit={visit} at={open.nextTime} ago />
          </span>
        )}
      </p>
      {open.reason !== null && <Notice tone={open.status === 'failed' ? 'bad' : 'warn'}>{open.reason}</Notice>}
      <div class="actions">
        {open.status !== 'waiting' && <AtOnce {...shown} path="/booking/request" label={t.retry} main />}
        <Action {...shown} path="/booking/drop" label={t.drop}>
          {() => <p class="quietly">{t.dropHint}</p>}
        </Action>
      </div>
    </article>
  );
}

/** A parcel whose number somebody types or scans. */
function Book(shown: Shown) {
  const { visit, order } = shown;
  const t = texts(visit.language);
  return (
    <Action {...shown} path="/shipments" label={t.book}>
      {(form) => (
        <>
          <TextField form={form} name="tracking_number" label={t.tracking} hint={t.bookHint} required />
          <CheckField form={form} name="ship" label={t.shipNow} />
          <details>
            <summary>{t.bookPart}</summary>
            <LineQtys visit={visit} order={order} form={form} hint={t.bookPartHint} most="left" />
            {order.isCod && <AmountField form={form} name="cod_amount" label={t.codOfParcel} />}
          </details>
        </>
      )}
    </Action>
  );
}

function Switch(shown: Shown) {
  const { visit, order } = shown;
  const t = texts(visit.language);
  return (
    <Action {...shown} path="/courier" label={t.switch}>
      {(form) => (
        <SelectField
          form={form}
          name="shipping_type"
          label={t.courier}
          value={order.shippingType}
          options={shippingTypes(visit.ctx.config.values).map((value) => ({
            value,
            label: courierLabel(value, visit.language),
          }))}
        />
      )}
    </Action>
  );
}
