import { storeAddresses } from '../../../domain/addresses.ts';
import { listCouriers } from '../../../domain/couriers/couriers.ts';
import { emptyPool } from '../../../domain/orders/bookings/number-left.ts';
import { shippingTypes } from '../../../domain/orders/order-codes.ts';
import { PAYMENT_METHODS } from '../../../domain/orders/order-states.ts';
import { courierName } from '../../../lib/courier-names.ts';
import { idText } from '../../../lib/ids.ts';
import { codeOptions } from '../../forms/code-options.ts';
import { TimeField } from '../../forms/date-fields.tsx';
import { AmountField, CheckField, SelectField, TextAreaField, TextField } from '../../forms/inputs.tsx';
import { Notice } from '../../page/components.tsx';
import type { StoreContext } from '../../request-context.ts';
import { AccountField } from '../detail/payment-fields.tsx';
import { methodName } from '../order-labels.ts';
import { Reason } from '../reason.tsx';
import { COD_CHOICE, type Entry, isUsed, NOTES } from './order-draft.ts';
import { orderEntryTexts } from './order-entry-texts.ts';
import { removedCourierHint } from './removed-codes.ts';
import { ShippingFeeField } from './shipping-fee-field.tsx';

/** Courier, sender and deadlines of a new order. */
export function ShippingCard({ entry }: { entry: Entry }) {
  const { context } = entry;
  const t = orderEntryTexts(context.language);
  return (
    <section class="card" aria-labelledby="shipping-title">
      <h2 id="shipping-title">{t.shipping}</h2>
      <div class="fields">
        <SelectField
          name="shipping_type"
          label={t.courier}
          options={courierOptions(context, entry.draft.shipping_type?.[0])}
          hint={entry.form.errorOf('shipping_type') ? undefined : removedCourierHint(context, entry.draft)}
          required
        />
        <SenderField context={context} />
      </div>
      <NumberLeft entry={entry} />
      <CheckField name="auto_request" label={t.autoRequest} />
      <CheckField name="ship_before_pay" label={t.shipBeforePay} />
      <TimeFields entry={entry} />
    </section>
  );
}

/** Id of the notice about the courier's tracking numbers. */
export const NUMBER_LEFT = 'number-left';

/** Says that the courier has no tracking numbers left for the order. */
function NumberLeft({ entry: { context, draft } }: { entry: Entry }) {
  const parcel = { shippingType: draft.shipping_type?.[0] ?? '', cod: draft.is_cod !== undefined };
  const reason = emptyPool(context.db, { storeId: context.store.id, ...parcel });
  return (
    <div id={NUMBER_LEFT} aria-live="polite">
      {reason && (
        <Notice tone="warn">
          <Reason context={context} reason={reason} />
        </Notice>
      )}
    </div>
  );
}

/** The shipping fields of an edit; the courier is changed on the order page. */
export function EditedShippingCard({ entry }: { entry: Entry }) {
  const { context } = entry;
  const t = orderEntryTexts(context.language);
  return (
    <section class="card" aria-labelledby="shipping-title">
      <h2 id="shipping-title">{t.shipping}</h2>
      <CheckField name="ship_before_pay" label={t.shipBeforePay} />
      <TimeFields entry={entry} />
    </section>
  );
}

type FieldsProps = Pick<Entry, 'context'>;

function TimeFields({ entry }: { entry: Entry }) {
  const t = orderEntryTexts(entry.context.language);
  return (
    <details open={isUsed(entry, ['deadline', 'expiry'])}>
      <summary>{t.deadlines}</summary>
      <div class="fields">
        <TimeField name="deadline" label={t.deadline} />
        <TimeField name="expiry" label={t.expiry} />
      </div>
    </details>
  );
}

/** The store's own couriers come first. @param current the courier of the draft, which the config may no longer have */
function courierOptions({ app, store, language }: StoreContext, current: string | undefined) {
  const known = shippingTypes(app.config.values);
  const own = listCouriers(app.db, store.id).map(({ shippingType }) => shippingType);
  const codes = new Set([...own.filter((code) => known.includes(code)), ...known]);
  return codeOptions([...codes], current, (code) => courierName(code, language));
}

function SenderField({ context }: FieldsProps) {
  const addresses = storeAddresses(context.db, context.store.id);
  if (addresses.length < 2) return null;
  const t = orderEntryTexts(context.language);
  const options = addresses.map(({ id, name, province = '' }) => ({
    value: idText(id),
    label: `${name} ${province}`.trim(),
  }));
  return <SelectField name="sender" label={t.sender} options={options} empty={t.mainAddress} />;
}

/** Discount, fees, COD and, for a new order, the payment. */
export function MoneyCard({ entry }: { entry: Entry }) {
  const { context, order } = entry;
  const t = orderEntryTexts(context.language);
  return (
    <section class="card" aria-labelledby="money-title">
      <h2 id="money-title">{t.payment}</h2>
      <div class="fields thirds">
        <TextField name="discount" label={t.discount} hint={t.discountHint} />
        <ShippingFeeField entry={entry} />
        <AmountField name="other_fee" label={t.otherFee} />
      </div>
      {order?.isCod && <input type="hidden" name="is_cod" value="on" />}
      {!order && (
        <div id={COD_CHOICE}>
          <CheckField name="is_cod" label={t.isCod} />
        </div>
      )}
      {(!order || order.isCod) && (
        <div class="fields pairs if-cod">
          <AmountField name="cod_fee" label={t.codFee} />
          <AmountField name="cod_amount" label={t.codAmount} hint={order ? undefined : t.codAmountHint} />
        </div>
      )}
      {!order && <PaidFields context={context} />}
    </section>
  );
}

function PaidFields({ context }: FieldsProps) {
  const t = orderEntryTexts(context.language);
  const options = PAYMENT_METHODS.map((method) => ({ value: method, label: methodName(method, context.language) }));
  return (
    <>
      <CheckField name="paid" label={t.paid} hint={t.paidHint} />
      <div class="fields pairs if-paid">
        <SelectField name="method" label={t.method} options={options} />
        <AmountField name="paid_amount" label={t.paidAmount} hint={t.paidAmountHint} />
        <AccountField context={context} />
      </div>
    </>
  );
}

/** The label note and the private note. */
export function NotesCard({ entry }: { entry: Entry }) {
  const t = orderEntryTexts(entry.context.language);
  return (
    <details class="card" id={NOTES} open={isUsed(entry, ['label_note', 'private_note'])}>
      <summary>{t.notes}</summary>
      <div class="columns">
        <TextAreaField name="label_note" label={t.labelNote} rows={2} />
        <TextAreaField name="private_note" label={t.privateNote} hint={t.privateNoteHint} rows={2} />
      </div>
    </details>
  );
}
