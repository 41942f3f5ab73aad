import { shippingTypes } from '../../../domain/orders/order-codes.ts';
import {
  type CodParcel,
  codParcelsWithNumber,
  newestCodParcels,
  recipientNames,
} from '../../../domain/orders/payments/cod-parcels.ts';
import type { RemittanceRow } from '../../../domain/orders/payments/remittance-file.ts';
import { courierName } from '../../../lib/courier-names.ts';
import { parseMoney, ZERO } from '../../../lib/money.ts';
import { count, typedBaht } from '../../../lib/number-format.ts';
import { plainNumber } from '../../../lib/numbers.ts';
import { amount, fields, listOf, optionalChoice, optionalText, text } from '../../forms/fields.ts';
import type { Form } from '../../forms/form.ts';
import { AmountField, CheckField, Post, SelectField, Submit, TextAreaField } from '../../forms/inputs.tsx';
import type { Page } from '../../office-response.ts';
import { Empty, Heading, TextLink, Time } from '../../page/components.tsx';
import { List } from '../../page/list.tsx';
import type { StoreContext, StoreProps } from '../../request-context.ts';
import { get, post, type Screen } from '../../screen.ts';
import { codTexts } from './cod-texts.ts';
import { manualPayoutTexts } from './manual-payout-texts.ts';
import { previewPage } from './remittance-import.tsx';

const PATH = '/orders/cod/remit/parcels';
const MAX_PARCELS = 100;
const MAX_OTHERS = 10_000; // characters
const STATUSES = ['collected', 'pending'] as const;

const filters = { courier: optionalText(64), status: optionalChoice(STATUSES) };
const filterQuery = fields(filters);
const parcelsForm = fields({
  ...filters,
  number: listOf(text(100)),
  amount: listOf(amount),
  chosen: listOf(text(100)),
  others: optionalText(MAX_OTHERS),
});

/** Records a payout without a file: the parcels are chosen, then reviewed like the rows of a file. */
export const manualPayoutScreens: readonly Screen[] = [
  get(PATH, 'money', (context) => parcelsPage(context, context.form(parcelsForm))),
  post(PATH, 'money', reviewParcels),
];

function reviewParcels(context: StoreContext) {
  const form = context.form(parcelsForm);
  return form.submit(
    ({ number, amount: amounts, chosen, others = '' }) => {
      const listed = number.map((trackingNumber, i) => ({ trackingNumber, paid: amounts[i] ?? null }));
      const lines = others.split('\n').flatMap((line) => line.trim() || []);
      const rows = [...listed, ...lines.map((line) => typedParcel(context, line))]
        .map((row, i): RemittanceRow => ({ row: i + 1, isTyped: true, ...row }))
        .filter(({ row, trackingNumber }) => row > number.length || chosen.includes(trackingNumber));
      if (rows.length > 0) return previewPage(context, rows);
      form.error = codTexts(context.language).chooseSome;
      return { ...parcelsPage(context, form), status: 422 };
    },
    () => parcelsPage(context, form),
  );
}

/** A parcel by its tracking number, which may be followed by the amount that was paid out instead of its COD amount. */
function typedParcel({ db, store }: StoreContext, line: string): Omit<RemittanceRow, 'row'> {
  const parcels = codParcelsWithNumber(db, store.id, line);
  const [, number, amount] = /^(.+)\s+฿?([\d,.]+)$/.exec(line) ?? [];
  const paid = amount === undefined ? undefined : parseMoney(plainNumber(amount));
  if (parcels.length === 0 && number !== undefined && paid !== undefined)
    return { trackingNumber: number.trim(), paid };
  return { trackingNumber: line, paid: parcels.find(({ remittanceId }) => remittanceId === null)?.amount ?? ZERO };
}

interface Filters {
  courier?: string | undefined;
  status?: (typeof STATUSES)[number] | undefined;
}

function parcelsPage(context: StoreContext, form: Form<Filters>): Page {
  const t = codTexts(context.language);
  const { courier, status = 'collected' } = form.isTyped ? (form.valid ?? {}) : context.query(filterQuery);
  const parcels = form.isTyped ? submittedParcels(context, form) : newestParcels(context, { courier, status });
  return {
    title: t.manual,
    body: (
      <>
        <Heading title={t.manual} back={{ href: '/office/orders/cod/remit', label: t.remit }} />
        <FilterForm context={context} courier={courier} status={status} />
        <Post action={PATH} form={form} class="grid-edit">
          <input type="hidden" name="courier" value={courier ?? ''} />
          <input type="hidden" name="status" value={status} />
          {parcels.length > 1 && (
            <label class="tick-all">
              <input type="checkbox" data-select-all="chosen" /> {manualPayoutTexts(context.language).selectAll}
            </label>
          )}
          {parcels.length === 0 ? <Empty title={t.noneToChoose} /> : <Parcels context={context} parcels={parcels} />}
          {parcels.length >= MAX_PARCELS && <p class="muted">{t.newestShown(count(MAX_PARCELS))}</p>}
          <TextAreaField name="others" label={t.others} hint={t.othersHint} rows={3} maxlength={MAX_OTHERS} />
          <div class="save-bar">
            <Submit label={t.checkParcels} />
            <output data-sums="chosen" data-text={manualPayoutTexts(context.language).chosenSum} />
          </div>
        </Post>
      </>
    ),
  };
}

/** A parcel and its position in the form. */
interface ListedParcel {
  parcel: CodParcel;
  at: number;
}

const newestParcels = ({ db, store }: StoreContext, { courier, status }: Filters): ListedParcel[] =>
  newestCodParcels(db, store.id, { codStatus: status, shippingType: courier, limit: MAX_PARCELS })
    .filter(({ trackingNumber, remittanceId }) => trackingNumber !== null && remittanceId === null)
    .map((parcel, at) => ({ parcel, at }));

/** The parcels of the submitted form, because others may be the newest by now. */
const submittedParcels = ({ db, store }: StoreContext, form: Form<Filters>): ListedParcel[] =>
  Array.from({ length: Math.min(form.count('number'), MAX_PARCELS) }, (_, at) => at).flatMap((at) => {
    const number = form.typed('number', at) ?? '';
    const parcel = codParcelsWithNumber(db, store.id, number).find(({ remittanceId }) => remittanceId === null);
    return parcel ? [{ parcel, at }] : [];
  });

function FilterForm({ context: { app, language }, courier, status }: StoreProps<Filters>) {
  const t = codTexts(language);
  return (
    <form method="get" action={`/office${PATH}`} class="card form-only">
      <div class="fields">
        <SelectField
          name="courier"
          label={t.courier}
          value={courier}
          empty={t.allCouriers}
          options={shippingTypes(app.config.values).map((value) => ({ value, label: courierName(value, language) }))}
        />
        <SelectField
          name="status"
          label={t.status}
          value={status}
          options={STATUSES.map((value) => ({ value, label: t[value] }))}
        />
      </div>
      <Submit class="secondary outline" label={t.show} />
    </form>
  );
}

function Parcels({ context, parcels }: StoreProps<{ parcels: readonly ListedParcel[] }>) {
  const t = codTexts(context.language);
  const hasRecipients = context.may('customer_data');
  const names = hasRecipients
    ? recipientNames(
        context.db,
        parcels.map(({ parcel }) => parcel),
      )
    : new Map();
  return (
    <List
      class="list tight"
      rows={parcels}
      columns={(column) => [
        column(t.tracking, 'break', ({ parcel: { trackingNumber, shippingType } }) => (
          <>
            <CheckField name="chosen" value={trackingNumber ?? ''} label={trackingNumber} />
            <small class="muted">{courierName(shippingType, context.language)}</small>
            <input type="hidden" name="number" value={trackingNumber ?? ''} />
          </>
        )),
        column(t.order, ({ parcel: { orderId, orderNumber } }) => (
          <TextLink href={`/office/orders/${orderId}`}>#{orderNumber}</TextLink>
        )),
        hasRecipients && column(t.recipient, 'break', ({ parcel }) => names.get(parcel.orderId)),
        column(t.delivered, ({ parcel: { deliverTime } }) =>
          deliverTime === null ? undefined : <Time at={deliverTime} />,
        ),
        column.money(t.amount, ({ parcel }) => parcel.amount),
        column(t.paid, 'right', ({ parcel: { amount: cod, trackingNumber }, at }) => (
          <AmountField
            name="amount"
            at={at}
            label={`${t.paid} ${trackingNumber}`}
            labelHidden
            value={cod === null ? '' : typedBaht(cod)}
          />
        )),
      ]}
    />
  );
}
