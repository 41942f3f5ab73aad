import type { LineQty } from '../../../domain/orders/lines.ts';
import { lineName, type Order } from '../../../domain/orders/order.ts';
import { hasLeft, unitsToShip } from '../../../domain/orders/order-states.ts';
import { missingQtys, packItems } from '../../../domain/orders/packing.ts';
import { isRestAbsent, valueOfUnits } from '../../../domain/orders/packing-missing.ts';
import { packForNow, packWithoutMissing, presentWithoutParcel } from '../../../domain/orders/packing-progress.ts';
import { absentPieces, packedPieces } from '../../../domain/orders/packing-rows.ts';
import { isOrderReadyToShip } from '../../../domain/orders/shipments/book.ts';
import { money } from '../../../lib/number-format.ts';
import { fields, flag, optionalAmount, optionalText } from '../../forms/fields.ts';
import type { Form } from '../../forms/form.ts';
import { AmountField, Post, Submit, TextField } from '../../forms/inputs.tsx';
import type { Page } from '../../office-response.ts';
import { ButtonLink, Confirm, Heading, Notice } from '../../page/components.tsx';
import type { StoreContext, StoreProps } from '../../request-context.ts';
import { ScanButton } from '../../scan/scan-field.tsx';
import { get, post, type Screen, withScanner } from '../../screen.ts';
import { isEmptyReport, ReportCard, reportField, reportForm, saveReport, unpackedItems } from './missing-report.tsx';
import { missingTexts } from './missing-texts.ts';
import { orderToPack, packPath } from './order-to-pack.ts';
import { NextOrderCard } from './packing-list.tsx';
import { packingTexts } from './packing-texts.ts';

/** The parcel of what is packed and in no parcel yet. */
const laterForm = fields({ tracking_number: optionalText(100), cod_amount: optionalAmount });
const closeForm = fields({});
const editQuery = fields({ edit: flag });

interface Forms {
  report?: Form<unknown>;
  later?: Form<unknown>;
  close?: Form<unknown>;
}

/** What to do with the items of an order that are not there to be packed. */
export const missingScreens: readonly Screen[] = withScanner([
  get('/orders/:id/pack/missing', 'orders', (context) => missingPage(context, orderToPack(context))),
  post('/orders/:id/pack/missing', 'orders', (context) => {
    const order = orderToPack(context);
    const form = context.form(reportForm);
    return form.submit(
      async (input) => {
        if (isEmptyReport(context, order, input)) {
          form.addError(missingTexts(context.language).nothingEntered, 'missing');
          return { ...missingPage(context, order, { report: form }), status: 422 };
        }
        await saveReport(context, order, input);
        if (isRestReported(context, order)) return context.redirect(packPath(context, order, '/missing'));
        return context.redirect(packPath(context, order), missingTexts(context.language).reported);
      },
      () => missingPage(context, order, { report: form }),
      reportField,
    );
  }),
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

/** Asks what is missing until all units are packed or reported, then what to do about it. */
function missingPage(context: StoreContext, order: Order, forms: Forms = {}): Page {
  const t = missingTexts(context.language);
  const isEdited = context.query(editQuery).edit || forms.report?.isTyped === true;
  const items = unpackedItems(context, order);
  const isDecision = !isEdited && isRestReported(context, order);
  return {
    title: t.title(order.orderNumber),
    body: (
      <>
        <Heading
          title={t.title(order.orderNumber)}
          back={{ href: `/office${packPath(context, order)}`, label: t.pack(order.orderNumber) }}
        />
        {items.length === 0 && <Notice tone="warn">{t.nothingMissing}</Notice>}
        {items.length > 0 && !isDecision && (
          <ReportCard context={context} order={order} items={items} form={forms.report} />
        )}
        {isDecision && <Decision context={context} order={order} forms={forms} />}
      </>
    ),
  };
}

const isRestReported = ({ db }: StoreContext, order: Order): boolean =>
  isRestAbsent(packItems(db, order), packedPieces(db, order.id), absentPieces(db, order.id));

interface DecisionProps {
  context: StoreContext;
  order: Order;
  forms: Forms;
}

/** What is missing, and what can be done with the packed items and the missing ones. */
function Decision({ context, order, forms }: DecisionProps) {
  const { db } = context;
  const packed = packedPieces(db, order.id);
  const missing = missingQtys(db, order, packed);
  const isBegun = packed.size > 0;
  const mayShip = isBooked(order) || isOrderReadyToShip(db, order);
  const mayClose = isBegun || (order.shipments.some(hasLeft) && !isBooked(order));
  const withoutParcel = presentWithoutParcel(db, order, missing);
  return (
    <>
      <MissingItems context={context} order={order} missing={missing} />
      {!isBegun && <Nothing context={context} order={order} />}
      {isBegun && mayShip && <Later context={context} order={order} form={forms.later} withoutParcel={withoutParcel} />}
      {mayClose && <Close context={context} order={order} form={forms.close} missing={missing} />}
      <NextOrderCard context={context} order={order} hasField={false} />
    </>
  );
}

function MissingItems({ context, order, missing }: StoreProps<{ order: Order; missing: readonly LineQty[] }>) {
  const t = missingTexts(context.language);
  const absent = absentPieces(context.db, order.id);
  const damaged = packItems(context.db, order).flatMap(({ variantId, name }) => {
    const qty = absent.get(variantId)?.damaged ?? 0;
    return qty > 0 ? [`${name} × ${qty}`] : [];
  });
  return (
    <section class="card">
      <h2>{t.missing}</h2>
      <ul class="reasons">
        {missing.map(({ lineId, qty }) => (
          <li class="break">
            {nameOf(order, lineId)} × {qty}
          </li>
        ))}
      </ul>
      {damaged.length > 0 && (
        <p class="break">
          {t.writtenOff}: {damaged.join(', ')}
        </p>
      )}
      <p>
        <a href={`/office${packPath(context, order, '/missing', { edit: true })}`}>{t.edit}</a>
      </p>
    </section>
  );
}

/** Of an order without a packed unit: that it waits, and who can do something about it. */
function Nothing({ context, order }: StoreProps<{ order: Order }>) {
  const t = missingTexts(context.language);
  return (
    <section class="card">
      <h2>{t.nothing}</h2>
      <p>{t.nothingHint}</p>
      <div class="actions">
        <ButtonLink
          href={`/office/orders/${order.id}`}
          label={packingTexts(context.language).order(order.orderNumber)}
        />
      </div>
    </section>
  );
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

function Close({ context, order, form, missing }: ChoiceProps & { missing: readonly LineQty[] }) {
  const t = missingTexts(context.language);
  const units = missing.reduce((sum, { qty }) => sum + qty, 0);
  const wanted = unitsToShip(order.lines);
  const amount = money(valueOfUnits(context.db, order, missing));
  return (
    <section class="card">
      <h2>{t.close}</h2>
      <p>{t.closeHint}</p>
      <Confirm label={t.closeButton} open={form?.hasErrors === true}>
        <Post action={packPath(context, order, '/missing/close')} form={form}>
          <p>
            <strong>{t.closeUnits(units, wanted)}</strong>{' '}
            {order.paidTime === null ? t.closeWorth(amount) : t.closeRefund(amount)}
          </p>
          <Submit class="danger" label={t.confirmClose(units)} />
        </Post>
      </Confirm>
    </section>
  );
}
