import { shippingTypes } from '../../../domain/orders/order-codes.ts';
import { type CodParcel, newestCodParcels } from '../../../domain/orders/payments/cod-parcels.ts';
import type { RemittanceRow } from '../../../domain/orders/payments/remittance-file.ts';
import { courierName } from '../../../lib/courier-names.ts';
import { count, typedBaht } from '../../../lib/number-format.ts';
import { amount, fields, listOf, optionalChoice, optionalText, text } from '../../forms/fields.ts';
import type { Form } from '../../forms/form.ts';
import { AmountField, CheckField, Post, SelectField, Submit } from '../../forms/inputs.tsx';
import type { Page } from '../../office-response.ts';
import { Empty, Heading, TextLink, Time } from '../../page/components.tsx';
import { List } from '../../page/list.tsx';
import type { StoreContext, StoreProps } from '../../request-context.ts';
import { get, post, type Screen } from '../../screen.ts';
import { codTexts } from './cod-texts.ts';
import { previewPage } from './remittance-import.tsx';

const PATH = '/orders/cod/remit/parcels';
const MAX_PARCELS = 100;
const STATUSES = ['collected', 'pending'] as const;

const filters = { courier: optionalText(64), status: optionalChoice(STATUSES) };
const filterQuery = fields(filters);
const parcelsForm = fields({
  ...filters,
  number: listOf(text(100)),
  amount: listOf(amount),
  chosen: listOf(text(100)),
});

/** Records a payout without a file: the parcels are chosen, then reviewed like the rows of a file. */
export const manualPayoutScreens: readonly Screen[] = [
  get(PATH, 'money', (context) => parcelsPage(context, context.form(parcelsForm))),
  post(PATH, 'money', reviewParcels),
];

function reviewParcels(context: StoreContext) {
  const form = context.form(parcelsForm);
  return form.submit(
    ({ number, amount: amounts, chosen }) => {
      const rows: RemittanceRow[] = number.flatMap((trackingNumber, i) =>
        chosen.includes(trackingNumber) ? [{ row: i + 1, trackingNumber, paid: amounts[i] ?? null }] : [],
      );
      if (rows.length > 0) return previewPage(context, rows);
      form.error = codTexts(context.language).chooseSome;
      return { ...parcelsPage(context, form), status: 422 };
    },
    () => parcelsPage(context, form),
  );
}

interface Filters {
  courier?: string | undefined;
  status?: (typeof STATUSES)[number] | undefined;
}

function parcelsPage(context: StoreContext, form: Form<Filters>): Page {
  const t = codTexts(context.language);
  const { courier, status = 'collected' } = form.isTyped ? (form.valid ?? {}) : context.query(filterQuery);
  const search = { codStatus: status, shippingType: courier, limit: MAX_PARCELS };
  const parcels = newestCodParcels(context.db, context.store.id, search).filter(
    ({ trackingNumber, remittanceId }) => trackingNumber !== null && remittanceId === null,
  );
  return {
    title: t.manual,
    body: (
      <>
        <Heading title={t.manual} back={{ href: '/office/orders/cod/remit', label: t.remit }} />
        <FilterForm context={context} courier={courier} status={status} />
        {parcels.length === 0 ? (
          <Empty title={t.noneToChoose} />
        ) : (
          <Post action={PATH} form={form} class="grid-edit">
            <input type="hidden" name="courier" value={courier ?? ''} />
            <input type="hidden" name="status" value={status} />
            <Parcels context={context} parcels={parcels} />
            {parcels.length === MAX_PARCELS && <p class="muted">{t.firstOf(count(MAX_PARCELS))}</p>}
            <Submit label={t.checkParcels} />
          </Post>
        )}
      </>
    ),
  };
}

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
      <Submit class="secondary" label={t.show} />
    </form>
  );
}

function Parcels({ context, parcels }: StoreProps<{ parcels: readonly CodParcel[] }>) {
  const t = codTexts(context.language);
  return (
    <List
      class="list tight"
      rows={parcels}
      columns={(column) => [
        column(t.tracking, 'break', ({ trackingNumber, shippingType }) => (
          <>
            <CheckField name="chosen" value={trackingNumber ?? ''} label={trackingNumber} />
            <small class="muted">{courierName(shippingType, context.language)}</small>
            <input type="hidden" name="number" value={trackingNumber ?? ''} />
          </>
        )),
        column(t.order, ({ orderId, orderNumber }) => (
          <TextLink href={`/office/orders/${orderId}`}>#{orderNumber}</TextLink>
        )),
        column(t.delivered, ({ deliverTime }) => (deliverTime === null ? undefined : <Time at={deliverTime} />)),
        column(t.paid, 'right', ({ amount: cod, trackingNumber }, at) => (
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
