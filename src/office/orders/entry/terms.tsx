import { storeAddresses } from '../../../domain/addresses.ts';
import { listCouriers } from '../../../domain/couriers/couriers.ts';
import { salesChannels, shippingTypes } from '../../../domain/orders/codes.ts';
import { PAYMENT_METHODS } from '../../../domain/orders/payments/methods.ts';
import { idText } from '../../../lib/ids.ts';
import { AmountField, CheckField, SelectField, TextAreaField, TimeField } from '../../forms/inputs.tsx';
import type { Visit } from '../../visit.ts';
import { courierLabel, methodName, salesChannelName } from '../state-names.ts';
import type { Entry } from './entry.ts';
import { texts } from './texts.ts';

/** How a new order is sent, and by when. */
export function ShippingCard({ entry: { visit, form } }: { entry: Entry }) {
  const t = texts(visit.language);
  return (
    <section class="card" aria-labelledby="shipping-title">
      <h2 id="shipping-title">{t.shipping}</h2>
      <div class="fields">
        <SelectField form={form} name="shipping_type" label={t.courier} options={courierOptions(visit)} required />
        <ChannelField visit={visit} form={form} />
        <SenderField visit={visit} form={form} />
        <TimeFields visit={visit} form={form} />
      </div>
      <CheckField form={form} name="auto_request" label={t.autoRequest} />
      <CheckField form={form} name="ship_before_pay" label={t.shipBeforePay} />
    </section>
  );
}

/** The same of an order that is edited; its courier and its sender are chosen elsewhere. */
export function EditedShippingCard({ entry: { visit, form } }: { entry: Entry }) {
  const t = texts(visit.language);
  return (
    <section class="card" aria-labelledby="shipping-title">
      <h2 id="shipping-title">{t.shipping}</h2>
      <div class="fields">
        <ChannelField visit={visit} form={form} />
        <TimeFields visit={visit} form={form} />
      </div>
      <CheckField form={form} name="ship_before_pay" label={t.shipBeforePay} />
    </section>
  );
}

type FieldsProps = Pick<Entry, 'visit' | 'form'>;

function TimeFields({ visit, form }: FieldsProps) {
  const t = texts(visit.language);
  return (
    <>
      <TimeField form={form} name="deadline" label={t.deadline} />
      <TimeField form={form} name="expiry" label={t.expiry} />
    </>
  );
}

function ChannelField({ visit, form }: FieldsProps) {
  const t = texts(visit.language);
  return (
    <SelectField
      form={form}
      name="channel"
      label={t.salesChannel}
      options={channelOptions(visit)}
      empty={t.noChannel}
    />
  );
}

/** Those that the store has set up come first. */
function courierOptions({ ctx, store, language }: Visit) {
  const own = listCouriers(ctx.db, store.id).map(({ shippingType }) => shippingType);
  const all = [...new Set([...own, ...shippingTypes(ctx.config.values)])];
  return all.map((code) => ({ value: code, label: courierLabel(code, language) }));
}

const channelOptions = ({ ctx, language }: Visit) =>
  salesChannels(ctx.config.values).map((code) => ({ value: code, label: salesChannelName(code, language) }));

function SenderField({ visit, form }: FieldsProps) {
  const addresses = storeAddresses(visit.ctx.db, visit.store.id);
  if (addresses.length < 2) return null;
  const t = texts(visit.language);
  const options = addresses.map(({ id, name, province = '' }) => ({
    value: idText(id),
    label: `${name} ${province}`.trim(),
  }));
  return <SelectField form={form} name="sender" label={t.sender} options={options} empty={t.firstSender} />;
}

/** What changes what an order comes to, and what is paid of it. */
export function MoneyCard({ entry: { visit, form, order } }: { entry: Entry }) {
  const t = texts(visit.language);
  return (
    <section class="card" aria-labelledby="money-title">
      <h2 id="money-title">{t.money}</h2>
      <div class="fields thirds">
        <AmountField form={form} name="discount" label={t.discount} />
        <AmountField form={form} name="shipping_fee" label={t.shippingFee} />
        <AmountField form={form} name="other_fee" label={t.otherFee} />
      </div>
      {order?.isCod && <input type="hidden" name="is_cod" value="on" />}
      {!order && <CheckField form={form} name="is_cod" label={t.isCod} />}
      {(!order || order.isCod) && (
        <div class="fields pairs if-cod">
          <AmountField form={form} name="cod_fee" label={t.codFee} />
          <AmountField form={form} name="cod_amount" label={t.codAmount} hint={order ? undefined : t.codAmountHint} />
        </div>
      )}
      {!order && <PaidFields visit={visit} form={form} />}
    </section>
  );
}

function PaidFields({ visit, form }: FieldsProps) {
  const t = texts(visit.language);
  const options = PAYMENT_METHODS.map((method) => ({ value: method, label: methodName(method, visit.language) }));
  return (
    <>
      <CheckField form={form} name="paid" label={t.paid} hint={t.paidHint} />
      <div class="fields pairs if-paid">
        <SelectField form={form} name="method" label={t.method} options={options} />
        <AmountField form={form} name="paid_amount" label={t.paidAmount} hint={t.paidAmountHint} />
      </div>
    </>
  );
}

/** What is written on the label, and what only the store sees. */
export function NotesCard({ entry: { visit, form } }: { entry: Entry }) {
  const t = texts(visit.language);
  return (
    <section class="card">
      <div class="columns">
        <TextAreaField form={form} name="label_note" label={t.labelNote} rows={2} />
        <TextAreaField form={form} name="private_note" label={t.privateNote} hint={t.privateNoteHint} rows={2} />
      </div>
    </section>
  );
}
