import { unknown } from 'valibot';
import { priceTiers } from '../../../domain/catalogue/price-tiers.ts';
import { hasProducts } from '../../../domain/catalogue/variant-search.ts';
import { listCouriers } from '../../../domain/couriers/couriers.ts';
import { createManualOrder, orderOfForm, priceTierOf } from '../../../domain/orders/create-manual-order.ts';
import type { Order } from '../../../domain/orders/order.ts';
import { shippingTypes } from '../../../domain/orders/order-codes.ts';
import { type Id, idText } from '../../../lib/ids.ts';
import { parseMoney, ZERO } from '../../../lib/money.ts';
import { money } from '../../../lib/number-format.ts';
import { plainNumber } from '../../../lib/numbers.ts';
import { fields, optionalId } from '../../forms/fields.ts';
import { Form } from '../../forms/form.ts';
import type { OfficeResponse, Page } from '../../office-response.ts';
import { ButtonLink, Empty, Heading } from '../../page/components.tsx';
import type { StoreContext } from '../../request-context.ts';
import { get, post, type Screen, withScanner } from '../../screen.ts';
import { onlyAccount } from '../detail/payment-fields.tsx';
import { requestedOrder } from '../detail/requested-order.ts';
import { requireFewLines } from '../line-limits.ts';
import { checkEntry } from './check-entry.ts';
import { subtotalOf } from './cod-check.tsx';
import { applyStep, customerDraft, type Draft, duplicateDraft, type Entry, newDraft, tierOf } from './order-draft.ts';
import { EntryForm } from './order-entry-form.tsx';
import { fieldOf, manualOrder, newForm } from './order-entry-schema.ts';
import { orderEntryTexts } from './order-entry-texts.ts';
import { type DraftedOrder, followProposedFee, isFeeFilled, isFeeStale, withProposedFee } from './proposed-fee.ts';
import { checkRemovedCodes, removedChannelHint, removedCourierHint } from './removed-codes.ts';
import { tooHeavyText } from './shipping-fee-field.tsx';

const PATH = '/orders/new';

export const newOrderScreens: readonly Screen[] = withScanner([
  get(PATH, 'orders and customer_data', showNew),
  post(PATH, 'orders and customer_data', submitNew),
]);

function showNew(context: StoreContext): Page {
  const { copy, customer } = context.query(fields({ copy: optionalId, customer: optionalId }));
  const paid = { bank_account_id: [onlyAccount(context) ?? ''] };
  if (copy === undefined) {
    const draft = { ...newDraft(firstCourier(context)), ...paid };
    return newPage(context, customer === undefined ? draft : customerDraft(context, draft, customer));
  }
  const order = requestedOrder(context, copy);
  requireFewLines(context, order);
  const draft = { ...duplicateDraft(order), tier: [tierText(context, order)], ...paid };
  const hints = [removedChannelHint(context, draft), removedCourierHint(context, draft)].filter(Boolean);
  return newPage(context, followProposedFee(drafted(context, draft)), undefined, hints.join(' ') || undefined);
}

/** The tier of a copied order, if the store still has it; empty: the default tier. */
function tierText({ db, store }: StoreContext, order: Order): string {
  const tierId = priceTierOf(db, order);
  const tier = priceTiers(db, store.id).find(({ id, isDefault }) => id === tierId && !isDefault);
  return tier ? idText(tier.id) : '';
}

/** The first courier of the store that the config still has. */
function firstCourier({ app, store }: StoreContext): string {
  const known = shippingTypes(app.config.values);
  const own = listCouriers(app.db, store.id).find(({ shippingType }) => known.includes(shippingType));
  return own?.shippingType ?? 'ems';
}

function submitNew(context: StoreContext): OfficeResponse | Promise<OfficeResponse> {
  const { texts: draft, isDraft } = context.request.input;
  const saved = isDraft ? orderOfForm(context.db, context.store.id, draft.form_key?.[0] ?? '') : undefined;
  if (saved !== undefined) return showSaved(context, saved);
  const step = draft.step?.at(-1) ?? 'next';
  if (step === 'save') return saveNew(context, draft);
  const next = drafted(context, applyStep(context, draft, step));
  return newPage(context, step === 'fee' ? withProposedFee(next) : followProposedFee(next));
}

/** A draft of an order that was saved would look like another order. */
function showSaved(context: StoreContext, id: Id): OfficeResponse {
  const { orderNumber } = requestedOrder(context, id);
  return context.redirect(`/orders/${idText(id)}`, orderEntryTexts(context.language).alreadySaved(orderNumber));
}

const drafted = (context: StoreContext, draft: Draft): DraftedOrder => ({
  context,
  draft,
  order: undefined,
  tierId: tierOf(draft),
});

function saveNew(context: StoreContext, draft: Draft): OfficeResponse | Promise<OfficeResponse> {
  const t = orderEntryTexts(context.language);
  const entry = drafted(context, draft);
  const followed = followProposedFee(drafted(context, applyStep(context, draft, 'save')));
  if (isFeeStale(draft, followed)) return feePage(context, followed);
  const form = context.form(newForm(context.app.config.values, subtotalOf(entry), draft));
  checkRemovedCodes(context, draft, form);
  checkEntry(entry, form);
  const tooHeavy = isFeeFilled(draft) ? tooHeavyText(drafted(context, followed)) : undefined;
  if (tooHeavy !== undefined) form.addError(tooHeavy, 'shipping_fee');
  return form.submit(
    async (typed) => {
      const order = await context.write((tx) =>
        createManualOrder(tx, context.store.id, manualOrder(typed), context.act()),
      );
      return context.redirect(`/orders/${order.id}`, t.created(order.orderNumber));
    },
    () => newPage(context, tooHeavy === undefined ? draft : { ...draft, filled_fee: [''] }, form),
    form.value && fieldOf(form.value),
  );
}

/** Without scripts, an order could be saved before its fee was ever shown. */
function feePage(context: StoreContext, draft: Draft): Page {
  const fee = parseMoney(plainNumber(draft.shipping_fee?.[0] ?? '')) ?? ZERO;
  return newPage(context, draft, draftForm(context, draft), orderEntryTexts(context.language).feeChanged(money(fee)));
}

function newPage(
  context: StoreContext,
  draft: Draft,
  form: Form<unknown> = draftForm(context, draft),
  notice?: string,
): Page {
  const t = orderEntryTexts(context.language);
  const entry: Entry = { ...drafted(context, draft), action: PATH, form };
  return {
    title: t.newOrder,
    body: (
      <>
        <Heading title={t.newOrder} back={{ href: '/office/orders', label: t.orders }} />
        {notice && (
          <p class="notice warn" role="alert">
            {notice}
          </p>
        )}
        {hasProducts(context.db, context.store.id) ? <EntryForm entry={entry} /> : <NoProducts context={context} />}
      </>
    ),
  };
}

/** The draft as a form without validation. */
export const draftForm = (context: StoreContext, draft: Draft): Form<unknown> =>
  new Form(unknown(), { texts: draft, files: {} }, context.language);

function NoProducts({ context }: { context: StoreContext }) {
  const t = orderEntryTexts(context.language);
  return (
    <Empty title={t.noProducts} hint={t.noProductsHint}>
      <ButtonLink href="/office/products/new" label={t.addProduct} />
    </Empty>
  );
}
