import { UNDO_REASONS } from '../../../domain/orders/payments/remittance-rows.ts';
import { previewUndo, type UndoPreview, undoRemittance } from '../../../domain/orders/payments/undo-remittance.ts';
import { courierName } from '../../../lib/courier-names.ts';
import type { Id } from '../../../lib/ids.ts';
import { type Money, moneyText } from '../../../lib/money.ts';
import { count, money } from '../../../lib/number-format.ts';
import { errorText } from '../../error-text.ts';
import { choice, fields, optionalAmount, optionalId, optionalInteger, optionalText } from '../../forms/fields.ts';
import type { Form } from '../../forms/form.ts';
import { Post, SelectField, Submit, TextField } from '../../forms/inputs.tsx';
import type { Page } from '../../office-response.ts';
import { Facts, Heading, Notice, TextLink } from '../../page/components.tsx';
import { List } from '../../page/list.tsx';
import type { StoreContext, StoreProps } from '../../request-context.ts';
import { get, post, type Screen } from '../../screen.ts';
import { codTexts, undoReasonNames } from './cod-texts.ts';
import { FeeFields, feeFields, remittanceOf, remittancePath } from './fee-form.tsx';

const PATH = '/orders/cod/remittances/:id/undo';
const undoQuery = fields({ parcel: optionalId });
const undoForm = fields({
  parcel: optionalId,
  seen_parcels: optionalInteger(),
  seen_amount: optionalAmount,
  reason: choice(UNDO_REASONS),
  note: optionalText(1000),
  ...feeFields,
});

/** Undoes a payout, or one parcel of it, after a preview. */
export const undoScreens: readonly Screen[] = [
  get(PATH, 'money', (context) => undoPage(context, context.form(undoForm)), { isLarge: isOfMany }),
  post(PATH, 'money', undo, { isLarge: isOfMany }),
];

interface Selection {
  parcel?: Id | undefined;
}

const MANY = 100; // parcels

function isOfMany(context: StoreContext): boolean {
  return remittanceOf(context).parcelCount > MANY;
}

function undo(context: StoreContext) {
  const form = context.form(undoForm);
  return form.submit(
    async ({ parcel: shipmentId, seen_parcels: parcelCount, seen_amount: amount, ...input }) => {
      const remittance = remittanceOf(context);
      const seen = parcelCount === undefined || amount === undefined ? undefined : { parcels: parcelCount, amount };
      const { parcels } = await context.write((tx) =>
        undoRemittance(tx, { ...input, remittanceId: remittance.id, shipmentId, seen }, context.act()),
      );
      const t = codTexts(context.language);
      return context.redirect(remittancePath(remittance), t.undoneNow(count(parcels.length)));
    },
    () => undoPage(context, form),
  );
}

function undoPage(context: StoreContext, form: Form<Selection>): Page {
  const t = codTexts(context.language);
  const remittance = remittanceOf(context);
  const shipmentId = form.isTyped ? form.valid?.parcel : context.query(undoQuery).parcel;
  const preview = previewUndo(context.db, { remittanceId: remittance.id, shipmentId });
  const { parcels, blocked } = preview;
  const title = t.undoTitle(String(remittance.id));
  const back = { href: `/office${remittancePath(remittance)}`, label: t.remittance(String(remittance.id)) };
  return {
    title,
    body: (
      <>
        <Heading title={title} back={back} />
        {parcels.length + blocked.length === 0 && <Notice>{t.undone}</Notice>}
        {blocked.length > 0 && <Blocked context={context} preview={preview} />}
        {parcels.length > 0 && (
          <>
            <Notice tone="warn">{t.undoEffect}</Notice>
            <UndoForm context={context} preview={preview} form={form} shipmentId={shipmentId} />
            <h2>{t.undoCount(count(parcels.length))}</h2>
            <Parcels context={context} parcels={parcels} />
          </>
        )}
      </>
    ),
  };
}

type Props = StoreProps<{ preview: UndoPreview }>;

function UndoForm({
  context,
  preview: { remittance, parcels, amount },
  form,
  shipmentId,
}: Props & { form: Form<Selection>; shipmentId: Id | undefined }) {
  const { language } = context;
  const t = codTexts(language);
  const rest = (remittance.amount - amount) as Money;
  const isPart = parcels.length < remittance.parcelCount;
  return (
    <>
      <section class="card">
        <Facts
          facts={[
            [t.undoCount(count(parcels.length)), money(amount)],
            [t.codTotal, `${money(remittance.amount)} → ${money(rest)}`],
            [t.fee, remittance.fee === null || isPart ? undefined : `${money(remittance.fee)} → —`],
          ]}
        />
      </section>
      <section class="card form-only">
        <Post action={`${remittancePath(remittance)}/undo`} form={form}>
          {shipmentId !== undefined && <input type="hidden" name="parcel" value={String(shipmentId)} />}
          <input type="hidden" name="seen_parcels" value={String(parcels.length)} />
          <input type="hidden" name="seen_amount" value={moneyText(amount)} />
          <div class="fields">
            <SelectField
              name="reason"
              label={t.whyUndo}
              empty={t.chooseReason}
              options={UNDO_REASONS.map((value) => ({ value, label: undoReasonNames(language)[value] }))}
              required
            />
            <TextField name="note" label={t.note} />
            {isPart && (
              <FeeFields
                context={context}
                hint={remittance.fee === null ? undefined : t.feeOfRest(money(remittance.fee))}
              />
            )}
          </div>
          <Submit class="danger" label={t.undoSubmit(count(parcels.length))} />
        </Post>
      </section>
    </>
  );
}

const MAX_SHOWN = 200;

function Parcels({ context, parcels }: StoreProps<Pick<UndoPreview, 'parcels'>>) {
  const t = codTexts(context.language);
  return (
    <>
      <List
        class="list tight"
        rows={parcels.slice(0, MAX_SHOWN)}
        columns={(column) => [
          column(t.order, ({ orderId, orderNumber }) => (
            <TextLink href={`/office/orders/${orderId}`}>#{orderNumber}</TextLink>
          )),
          column(t.tracking, 'break', ({ trackingNumber }) => trackingNumber ?? '—'),
          column(t.courier, ({ shippingType }) => courierName(shippingType, context.language)),
          column.money(t.paid, ({ amount }) => amount),
        ]}
      />
      {parcels.length > MAX_SHOWN && <p class="muted">{t.firstOf(count(MAX_SHOWN))}</p>}
    </>
  );
}

function Blocked({ context, preview: { blocked } }: Props) {
  const t = codTexts(context.language);
  return (
    <Notice tone="bad">
      {t.blocked(count(blocked.length))}
      <ul>
        {blocked.slice(0, MAX_SHOWN).map(({ orderId, trackingNumber, obstacle }) => (
          <li>
            <a href={`/office/orders/${orderId}`}>{trackingNumber ?? '—'}</a>: {errorText(context.language, obstacle)}
          </li>
        ))}
      </ul>
    </Notice>
  );
}
