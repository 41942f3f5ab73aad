import { priceTierOf } from '../../../domain/orders/create-manual-order.ts';
import { editOrder } from '../../../domain/orders/edit.ts';
import { editOf, requireUnchanged } from '../../../domain/orders/edit-form.ts';
import { type HistoryEntry, historyOf } from '../../../domain/orders/history.ts';
import { existingOrder, type Order } from '../../../domain/orders/order.ts';
import { isCanceled } from '../../../domain/orders/order-states.ts';
import { fields, optionalText } from '../../forms/fields.ts';
import type { Form } from '../../forms/form.ts';
import { Post, Submit, TextAreaField } from '../../forms/inputs.tsx';
import type { OfficeResponse, Page } from '../../office-response.ts';
import { commonTexts } from '../../page/common-texts.ts';
import { Heading, Notice } from '../../page/components.tsx';
import type { StoreContext } from '../../request-context.ts';
import { get, post, type Screen, withScanner } from '../../screen.ts';
import { changesOf } from '../detail/history-changes.ts';
import { actors, eventNames } from '../detail/history-texts.ts';
import { orderPath } from '../detail/origin-list.tsx';
import { requestedOrder } from '../detail/requested-order.ts';
import { requireFewLines } from '../line-limits.ts';
import { checkEntry } from './check-entry.ts';
import { subtotalOf } from './cod-check.tsx';
import { draftForm } from './new-order.tsx';
import { applyStep, type Draft, type Entry, editDraft } from './order-draft.ts';
import { EntryForm } from './order-entry-form.tsx';
import { editForm, fieldOf, orderForm, updateTime } from './order-entry-schema.ts';
import { orderEntryTexts } from './order-entry-texts.ts';
import { withProposedFee } from './proposed-fee.ts';

export const editOrderScreens: readonly Screen[] = withScanner([
  get('/orders/:id/edit', 'orders and customer_data', showEdit),
  post('/orders/:id/edit', 'orders and customer_data', submitEdit),
  post('/orders/:id/edit/note', 'orders and customer_data', submitNote),
]);

const isLocked = ({ shipments }: Order): boolean => shipments.some((shipment) => !isCanceled(shipment));

function showEdit(context: StoreContext): Page {
  const order = requestedOrder(context);
  if (order.status !== 'open') return closedPage(context, order);
  if (!isLocked(order)) requireFewLines(context, order);
  return isLocked(order)
    ? notePage(context, order, context.form(noteForm))
    : editPage(context, order, editDraft(order));
}

function submitEdit(context: StoreContext): OfficeResponse | Promise<OfficeResponse> {
  const order = requestedOrder(context);
  const draft = context.request.input.texts;
  const step = draft.step?.at(-1) ?? 'next';
  if (step === 'save') return saveEdit(context, order, draft);
  const next = applyStep(context, draft, step);
  const tierId = priceTierOf(context.db, order);
  return editPage(context, order, step === 'fee' ? withProposedFee({ context, draft: next, order, tierId }) : next);
}

function saveEdit(context: StoreContext, order: Order, draft: Draft): Promise<OfficeResponse> {
  const t = orderEntryTexts(context.language);
  const entry = { context, draft, order, tierId: priceTierOf(context.db, order) };
  const form = context.form(editForm(context.app.config.values, subtotalOf(entry), order));
  checkEntry(entry, form);
  warnIfChanged(context, order, form);
  return form.submit(
    async (typed) => {
      await context.write((tx) => {
        const current = existingOrder(tx, order.id);
        requireUnchanged(current, typed.seen);
        return editOrder(tx, order.id, editOf(current, orderForm(typed, current)), context.act());
      });
      return context.redirect(orderPath(context, order.id), t.saved);
    },
    () => editPage(context, order, { ...draft, seen: [String(order.updateTime)] }, form),
    form.value && fieldOf(form.value),
  );
}

/** The form shows the current `update_time` again, so that it is saved the next time. */
function warnIfChanged(context: StoreContext, order: Order, form: Form<{ seen: number }>): void {
  const seen = form.valid?.seen;
  if (seen !== undefined && seen !== order.updateTime) form.addError(changedSince(context, order, seen));
}

const MAX_CHANGES = 10;

/** Error text listing what changed since the form was loaded, one change per line. */
function changedSince(context: StoreContext, order: Order, seen: number): string {
  const { language } = context;
  const history = historyOf(context.db, order.id);
  const since = history.filter(({ time }) => time > seen).slice(-MAX_CHANGES);
  const nameOf = eventNames(history, language);
  const changeText = (entry: HistoryEntry): string => {
    const actor = entry.actorName ?? actors(language)[entry.actor];
    return [`• ${actor}: ${nameOf(entry)}`, ...changesOf(entry, order, language)].join(' · ');
  };
  return [orderEntryTexts(language).changedMeanwhile, ...since.map(changeText)].join('\n');
}

function editPage(
  context: StoreContext,
  order: Order,
  draft: Draft,
  form: Form<unknown> = draftForm(context, draft),
): Page {
  const action = orderPath(context, order.id, '/edit');
  const entry: Entry = { context, action, draft, form, order, tierId: priceTierOf(context.db, order) };
  return page(context, order, <EntryForm entry={entry} />);
}

const noteForm = fields({ seen: updateTime, private_note: optionalText() });

function submitNote(context: StoreContext): Promise<OfficeResponse> {
  const order = requestedOrder(context);
  const form = context.form(noteForm);
  warnIfChanged(context, order, form);
  return form.submit(
    async ({ seen, private_note = null }) => {
      await context.write((tx) => {
        requireUnchanged(existingOrder(tx, order.id), seen);
        return editOrder(tx, order.id, { privateNote: private_note }, context.act());
      });
      return context.redirect(orderPath(context, order.id), orderEntryTexts(context.language).saved);
    },
    () => notePage(context, order, form),
  );
}

/** Edits the private note, the only editable field of an order with a parcel. */
function notePage(context: StoreContext, order: Order, form: Form<unknown>): Page {
  const t = orderEntryTexts(context.language);
  return page(
    context,
    order,
    <>
      <Notice tone="warn">
        {t.locked} <a href={`/office${orderPath(context, order.id)}#shipping`}>{t.toParcel}</a>
      </Notice>
      <Post action={orderPath(context, order.id, '/edit/note')} form={form} class="card">
        <input type="hidden" name="seen" value={String(order.updateTime)} />
        <TextAreaField
          name="private_note"
          label={t.privateNote}
          hint={t.privateNoteHint}
          value={order.privateNote}
          rows={3}
        />
        <Submit label={commonTexts(context.language).save} />
      </Post>
    </>,
  );
}

const closedPage = (context: StoreContext, order: Order): Page =>
  page(context, order, <Notice tone="plain">{orderEntryTexts(context.language).closed}</Notice>);

function page(context: StoreContext, order: Order, body: Page['body']): Page {
  const t = orderEntryTexts(context.language);
  const title = t.editOrder(order.orderNumber);
  const back = { href: `/office${orderPath(context, order.id)}`, label: t.order(order.orderNumber) };
  return {
    title,
    body: (
      <>
        <Heading title={title} back={back} />
        {body}
      </>
    ),
  };
}
