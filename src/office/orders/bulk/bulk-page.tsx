import { amountsDue } from '../../../domain/orders/bulk/amounts-due.ts';
import {
  type BulkAction,
  type BulkActionName,
  bulkCounts,
  type ListedOrder,
  listBulkOrders,
} from '../../../domain/orders/bulk/bulk-rows.ts';
import { PAYMENT_METHODS } from '../../../domain/orders/order-states.ts';
import { slipsToReview } from '../../../domain/orders/payments/slips-to-review.ts';
import type { Id } from '../../../lib/ids.ts';
import type { Language } from '../../../lib/messages/catalogue.ts';
import { type Money, sum, ZERO } from '../../../lib/money.ts';
import { money } from '../../../lib/number-format.ts';
import { MAX_TAG_LENGTH } from '../../../lib/tags.ts';
import { errorLink } from '../../error-link.ts';
import { errorText } from '../../error-text.ts';
import type { Form } from '../../forms/form.ts';
import { Post, SelectField, Submit, TextField } from '../../forms/inputs.tsx';
import type { Page } from '../../office-response.ts';
import { ButtonLink, Heading, Notice } from '../../page/components.tsx';
import { List } from '../../page/list.tsx';
import type { StoreContext } from '../../request-context.ts';
import { listPath, listQuery } from '../detail/origin-list.tsx';
import { listedSlips } from '../list/listed-slips.ts';
import { methodName } from '../order-labels.ts';
import { beforeOrders, CureLink } from '../reason.tsx';
import { bulkTexts } from './bulk-texts.ts';

const POLL_SECONDS = 2;
const MAX_LISTED = 200;

interface Props {
  context: StoreContext;
  bulk: BulkAction;
  form?: Form<unknown> | undefined;
}

/** A bulk action: its preview, its progress or its result. */
export function bulkPage({ context, bulk, form }: Props): Page {
  const t = bulkTexts(context.language);
  const isRunning = bulk.startTime !== null && bulk.endTime === null;
  const poll = isRunning && {
    'hx-get': `/office/orders/bulk/${bulk.id}${listQuery(context)}`,
    'hx-trigger': `every ${POLL_SECONDS}s`,
    'hx-select': '#bulk',
    'hx-swap': 'outerMorph',
  };
  return {
    title: t[bulk.action],
    ...(isRunning && { refreshEvery: POLL_SECONDS }),
    body: (
      <div id="bulk" {...poll}>
        <Heading title={t[bulk.action]} back={{ href: `/office${listPath(context)}`, label: t.back }} />
        {bulk.startTime === null ? (
          <Preview context={context} bulk={bulk} form={form} />
        ) : (
          <Result context={context} bulk={bulk} />
        )}
      </div>
    ),
  };
}

function Preview({ context, bulk, form }: Props) {
  const t = bulkTexts(context.language);
  const { toDo, skipped } = bulkCounts(context.db, bulk.id);
  const due = bulk.action === 'paid' || bulk.action === 'confirm' ? amountsDue(context.db, bulk.id) : undefined;
  return (
    <>
      {toDo === 0 ? (
        <Notice tone="warn">{t.nothing}</Notice>
      ) : (
        <section class="card">
          <h2>{t.willChange(toDo)}</h2>
          <p>{t[`${bulk.action}Hint`]}</p>
          {due && <TotalDue context={context} due={due} />}
          <Post action={`/orders/bulk/${bulk.id}/run${listQuery(context)}`} form={form}>
            {bulk.action === 'paid' && <MethodField context={context} />}
            {bulk.action === 'tag' && <TagField context={context} />}
            <div class="actions">
              <Submit
                class={bulk.action === 'cancel' ? 'danger' : undefined}
                label={confirmLabel(bulk.action, toDo, context.language)}
              />
              <ButtonLink href={`/office${listPath(context)}`} label={t.toList} />
            </div>
          </Post>
          <ChosenOrders context={context} bulk={bulk} total={toDo} due={due} />
        </section>
      )}
      <SkippedOrders context={context} bulk={bulk} title={t.skipped(skipped)} total={skipped} />
      {toDo === 0 && <ButtonLink href={`/office${listPath(context)}`} label={t.toList} />}
    </>
  );
}

function confirmLabel(action: BulkActionName, orders: number, language: Language): string {
  const t = bulkTexts(language);
  return {
    paid: t.confirmPaid,
    confirm: t.confirmConfirm,
    cancel: t.confirmCancel,
    book: t.confirmBook,
    deliver: t.confirmDeliver,
    tag: t.confirmTag,
  }[action](orders);
}

const MethodField = ({ context }: { context: StoreContext }) => (
  <SelectField
    name="value"
    label={bulkTexts(context.language).method}
    value="transfer"
    options={PAYMENT_METHODS.map((method) => ({ value: method, label: methodName(method, context.language) }))}
  />
);

const TagField = ({ context }: { context: StoreContext }) => (
  <TextField
    name="value"
    label={bulkTexts(context.language).tag}
    value={context.request.url.searchParams.get('value') ?? ''}
    maxlength={MAX_TAG_LENGTH}
    required
    autofocus
  />
);

function Result({ context, bulk }: Props) {
  const t = bulkTexts(context.language);
  const { toDo, done, skipped } = bulkCounts(context.db, bulk.id);
  const all = toDo + done; // as on the button that started it; the skipped ones are listed below
  return (
    <>
      {bulk.endTime === null ? (
        <section class="card" aria-live="polite">
          <p>{t.running(done, all)}</p>
          <progress value={done} max={all} aria-label={t[bulk.action]} />
          <p class="hint">{t.runningHint}</p>
        </section>
      ) : (
        <Notice tone="good">{t.done(done)}</Notice>
      )}
      <SkippedOrders context={context} bulk={bulk} title={t.wasSkipped(skipped)} total={skipped} />
      <div class="actions">
        <ButtonLink href={`/office${listPath(context)}`} main label={t.toList} />
        {bulk.action === 'book' && skipped > 0 && <ButtonLink href="/office/orders/numbers" label={t.addNumbers} />}
      </div>
    </>
  );
}

/** @param due amounts due; undefined unless the action takes or confirms payments */
function ChosenOrders({ context, bulk, total, due }: Props & { total: number; due?: AmountsDue | undefined }) {
  const t = bulkTexts(context.language);
  const orders = listBulkOrders(context.db, bulk.id, 'selected', MAX_LISTED);
  const slips = bulk.action === 'confirm' ? slipsOf(context, orders) : undefined;
  return (
    <>
      <List
        class="list tight one-line"
        rows={orders}
        columns={(column) => [
          column(t.order, (order) => <OrderLink order={order} />),
          context.may('customer_data') && column(t.customer, 'wide', ({ customer }) => customer),
          slips !== undefined && column(t.slip, ({ orderId }) => listedSlips(context, slips(orderId))),
          due !== undefined && column(t.due, 'money', ({ orderId }) => money(due.get(orderId) ?? ZERO)),
        ]}
      />
      {total > orders.length && <p>{t.more(total - orders.length)}</p>}
    </>
  );
}

const slipsOf = ({ db, store }: StoreContext, orders: readonly ListedOrder[]) =>
  slipsToReview(
    db,
    store.id,
    orders.map(({ orderId }) => orderId),
  );

type AmountsDue = ReadonlyMap<Id, Money>;

function TotalDue({ context, due }: { context: StoreContext; due: AmountsDue }) {
  const total = sum(...due.values());
  return (
    total !== undefined && (
      <p>
        {bulkTexts(context.language).totalDue} <strong class="money">{money(total)}</strong>
      </p>
    )
  );
}

/** The skipped orders by reason. */
function SkippedOrders({ context, bulk, title, total }: Props & { title: string; total: number }) {
  if (total === 0) return null;
  const orders = listBulkOrders(context.db, bulk.id, 'skipped', MAX_LISTED);
  const byReason = Map.groupBy(orders, ({ obstacle }) => obstacle && errorText(context.language, obstacle));
  return (
    <section class="card">
      <h2>{title}</h2>
      <ul class="reasons">
        {[...byReason].map(([reason, all]) => (
          <li>
            {beforeOrders(reason ?? '')}
            {all.map((order) => (
              <>
                <OrderLink order={order} />{' '}
              </>
            ))}
            <CureLink context={context} cure={cureOf(all[0], context.language)} />
          </li>
        ))}
      </ul>
      {total > orders.length && <p>{bulkTexts(context.language).more(total - orders.length)}</p>}
    </section>
  );
}

const cureOf = (order: ListedOrder | undefined, language: Language) =>
  order?.obstacle && errorLink(order.obstacle, language);

const OrderLink = ({ order: { orderId, orderNumber } }: { order: ListedOrder }) => (
  <a href={`/office/orders/${orderId}`}>#{orderNumber}</a>
);
