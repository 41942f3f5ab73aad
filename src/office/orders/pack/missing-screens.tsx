import { lineName, type Order } from '../../../domain/orders/order.ts';
import { missingQtys } from '../../../domain/orders/packing.ts';
import { packForNow, packWithoutMissing, presentWithoutParcel } from '../../../domain/orders/packing-progress.ts';
import { packedPieces } from '../../../domain/orders/packing-rows.ts';
import { isOrderReadyToShip } from '../../../domain/orders/shipments/book.ts';
import { fields, optionalAmount, optionalText } from '../../forms/fields.ts';
import type { Form } from '../../forms/form.ts';
import { AmountField, Post, Submit, TextField } from '../../forms/inputs.tsx';
import type { Page } from '../../office-response.ts';
import { Heading, Notice } from '../../page/components.tsx';
import type { StoreContext } from '../../request-context.ts';
import { ScanButton } from '../../scan/scan-field.tsx';
import { get, post, type Screen, withScanner } from '../../screen.ts';
import { missingTexts } from './missing-texts.ts';
import { orderToPack, packPath } from './order-to-pack.ts';
import { packingTexts } from './packing-texts.ts';

/** The parcel of what is packed and in no parcel yet. */
const laterForm = fields({ tracking_number: optionalText(100), cod_amount: optionalAmount });
const closeForm = fields({});

interface Forms {
  later?: Form<unknown>;
  close?: Form<unknown>;
}

/** What to do with the items of an order that are not there to be packed. */
export const missingScreens: readonly Screen[] = withScanner([
  get('/orders/:id/pack/missing', 'orders', (context) => missingPage(context, orderToPack(context))),
  post('/orders/:id/pack/missing/later', 'orders', (context) => {
    const order = orderToPack(context);
    const form = context.form(laterForm);
    return form.submit(
      async ({ tracking_number: trackingNumber = '', cod_amount: codAmount }) => {
        await context.write((tx) => packForNow(tx, order.id, { trackingNumber, codAmount }, context.act()));
        return packed(context, order);
      },
      () => missingPage(context, order, { later: form }),
    );
  }),
  post('/orders/:id/pack/missing/close', 'orders', (context) => {
    const order = orderToPack(context);
    const form = context.form(closeForm);
    return form.submit(
      async () => {
        await context.write((tx) => packWithoutMissing(tx, order.id, context.act()));
        return packed(context, order);
      },
      () => missingPage(context, order, { close: form }),
    );
  }),
]);

const packed = (context: StoreContext, { id }: Order) =>
  context.redirect(`/orders/${id}/packed`, packingTexts(context.language).donePart);

const isBooked = ({ shipments }: Order): boolean => shipments.some(({ status }) => status === 'booked');

function missingPage(context: StoreContext, order: Order, forms: Forms = {}): Page {
  const t = missingTexts(context.language);
  const pieces = packedPieces(context.db, order.id);
  const missing = missingQtys(context.db, order, pieces);
  return {
    title: t.title(order.orderNumber),
    body: (
      <>
        <Heading
          title={t.title(order.orderNumber)}
          back={{ href: `/office${packPath(context, order)}`, label: t.pack(order.orderNumber) }}
        />
        {pieces.size === 0 || missing.length === 0 ? (
          <Notice tone="warn">{t.packFirst}</Notice>
        ) : (
          <>
            <section class="card">
              <h2>{t.missing}</h2>
              <ul>
                {missing.map(({ lineId, qty }) => (
                  <li class="break">
                    {nameOf(order, lineId)} × {qty}
                  </li>
                ))}
              </ul>
            </section>
            {(isBooked(order) || isOrderReadyToShip(context.db, order)) && (
              <Later
                context={context}
                order={order}
                form={forms.later}
                withoutParcel={presentWithoutParcel(context.db, order, missing)}
              />
            )}
            <Close context={context} order={order} form={forms.close} />
          </>
        )}
      </>
    ),
  };
}

function nameOf({ lines }: Order, lineId: number): string {
  const line = lines.find(({ id }) => id === lineId);
  return line ? lineName(line) : '';
}

interface ChoiceProps {
  context: StoreContext;
  order: Order;
  form: Form<unknown> | undefined;
}

/** @param props with the packed pieces that are in no parcel, if a parcel is booked */
function Later({ context, order, form, withoutParcel }: ChoiceProps & { withoutParcel: number }) {
  const t = missingTexts(context.language);
  const booked = order.shipments.find(({ status }) => status === 'booked');
  return (
    <section class="card">
      <h2>{t.later}</h2>
      <p>{booked ? t.laterBooked(booked.trackingNumber ?? '—') : t.laterUnbooked}</p>
      {withoutParcel > 0 && (
        <p>
          <strong>{packingTexts(context.language).withoutParcel(withoutParcel)}</strong> {t.anotherNumber}
        </p>
      )}
      <Post action={packPath(context, order, '/missing/later')} form={form}>
        {(!booked || withoutParcel > 0) && (
          <>
            <p class="hint">{t.numberHint}</p>
            <div class="inline scan">
              <TextField name="tracking_number" label={t.trackingNumber} required autofocus data-scans="fill" />
              <ScanButton />
            </div>
            {order.isCod && <AmountField name="cod_amount" label={t.codAmount} hint={t.codHint} />}
          </>
        )}
        <Submit label={t.laterButton} />
      </Post>
    </section>
  );
}

function Close({ context, order, form }: ChoiceProps) {
  const t = missingTexts(context.language);
  return (
    <section class="card">
      <h2>{t.close}</h2>
      <p>{t.closeHint}</p>
      <Post action={packPath(context, order, '/missing/close')} form={form}>
        <Submit class="danger" label={t.closeButton} />
      </Post>
    </section>
  );
}
