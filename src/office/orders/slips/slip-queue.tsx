import type { WriteTx } from '../../../context.ts';
import type { Act } from '../../../domain/orders/history.ts';
import { neighborsOf } from '../../../domain/orders/list/neighbors.ts';
import { countTabs, findOrders } from '../../../domain/orders/list/order-page.ts';
import { existingOrder, type Order } from '../../../domain/orders/order.ts';
import { amountBuyerOwes } from '../../../domain/orders/payments/expected-payments.ts';
import { type PaymentDetail, paymentDetails } from '../../../domain/orders/payments/payment-details.ts';
import { confirmPayment, rejectPayment } from '../../../domain/orders/payments/payments.ts';
import { isConfirmable } from '../../../domain/orders/payments/transfer.ts';
import type { Id } from '../../../lib/ids.ts';
import { money } from '../../../lib/number-format.ts';
import { fields, optionalId, text } from '../../forms/fields.ts';
import type { Form } from '../../forms/form.ts';
import { FieldIdPrefix, FormError, Post, Submit, TextField } from '../../forms/inputs.tsx';
import type { OfficeResponse, Page } from '../../office-response.ts';
import { ButtonLink, Confirm, Empty, Heading } from '../../page/components.tsx';
import type { StoreContext } from '../../request-context.ts';
import { get, post, type Screen } from '../../screen.ts';
import { orderDetailTexts } from '../detail/order-detail-texts.ts';
import { PaymentFacts } from '../detail/payment-facts.tsx';
import { slipPath } from '../detail/payment-review.tsx';
import { requestedOrder, requestedPayment } from '../detail/requested-order.ts';
import { SLIP_QUEUE as QUEUE, slipQueuePath } from './slip-queue-path.ts';
import { slipQueueTexts } from './slip-queue-texts.ts';

// The payments to review one after another: the slip beside the order, newest first as in the list.

const LIST = '/office/orders?tab=to_confirm';
const QUERY = { tab: 'to_confirm' } as const;
const MAX_COUNT = 1_000;

const place = fields({ order: optionalId });
const noFields = fields({});
const rejection = fields({ reason: text(1000) });

export const slipQueueScreens: readonly Screen[] = [
  get(QUEUE, 'money', showQueue),
  post(`${QUEUE}/:id/payments/:payment/confirm`, 'money', (context) =>
    decide(context, context.form(noFields), {
      run: (tx, payment, _, act) => confirmPayment(tx, payment, act),
      done: 'confirmed',
    }),
  ),
  post(`${QUEUE}/:id/payments/:payment/reject`, 'money', (context) =>
    decide(context, context.form(rejection), {
      run: (tx, payment, { reason }, act) => rejectPayment(tx, payment, reason, act),
      done: 'rejected',
    }),
  ),
];

interface Decision<Value> {
  run: (tx: WriteTx, payment: Id, value: Value, act: Act) => unknown;
  done: 'confirmed' | 'rejected';
}

/** Decides on a payment and shows the next one: of the same order, then of the next older order. */
function decide<Value>(
  context: StoreContext,
  form: Form<Value>,
  { run, done }: Decision<Value>,
): Promise<OfficeResponse> {
  const order = requestedOrder(context);
  const payment = requestedPayment(context).id;
  return form.submit(
    async (value) => {
      const { next } = await neighbors(context, order);
      await context.write((tx) => run(tx, payment, value, context.act()));
      const isLeft = waitingPayments(context, order).length > 0;
      const shown = isLeft ? order.id : next?.id;
      const notice = slipQueueTexts(context.language)[done](order.orderNumber);
      return context.redirect(shown === undefined ? QUEUE : slipQueuePath(shown), notice);
    },
    () => slipPage(context, order, form),
  );
}

/** The order of the query, if it has a payment to review; by default the newest. */
async function showQueue(context: StoreContext): Promise<Page> {
  const { order } = context.query(place);
  const asked = order === undefined ? undefined : requestedOrder(context, order);
  if (asked && waitingPayments(context, asked).length > 0) return slipPage(context, asked);
  const newest = findOrders(context.db, context.store.id, QUERY, { limit: 1 }, context.now).found[0];
  return newest ? slipPage(context, existingOrder(context.db, newest.id, 0)) : emptyPage(context);
}

const waitingPayments = ({ db }: StoreContext, { id }: Order): readonly PaymentDetail[] =>
  paymentDetails(db, id).filter(({ status }) => status === 'notified');

const neighbors = ({ db, store, now }: StoreContext, { id, orderNumber }: Order) =>
  neighborsOf(db, store.id, {
    order: { id, number: orderNumber },
    query: QUERY,
    sort: undefined,
    before: undefined,
    now,
  });

function emptyPage(context: StoreContext): Page {
  const t = slipQueueTexts(context.language);
  return {
    title: t.title,
    body: (
      <>
        <Heading title={t.title} back={{ href: LIST, label: t.list }} />
        <Empty title={t.empty} hint="" />
      </>
    ),
  };
}

async function slipPage(context: StoreContext, order: Order, form?: Form<unknown>): Promise<Page> {
  const t = slipQueueTexts(context.language);
  const { previous, next } = await neighbors(context, order);
  const waiting = countTabs(context.db, context.store.id, MAX_COUNT, ['to_confirm']).to_confirm;
  return {
    title: t.title,
    body: (
      <>
        <Heading title={t.title} back={{ href: LIST, label: t.list }}>
          {previous && <ButtonLink href={`/office${slipQueuePath(previous.id)}`} icon="up" label={t.previous} />}
          {next && <ButtonLink href={`/office${slipQueuePath(next.id)}`} icon="down" label={t.next} />}
        </Heading>
        {waiting > 0 && <p class="muted">{t.waiting(waiting)}</p>}
        {form && !form.errorOf('reason') && <FormError form={form} />}
        {waitingPayments(context, order).map((payment) => (
          <SlipCard context={context} order={order} payment={payment} form={form} />
        ))}
      </>
    ),
  };
}

interface CardProps {
  context: StoreContext;
  order: Order;
  payment: PaymentDetail;
  form: Form<unknown> | undefined;
}

function SlipCard({ context, order, payment, form }: CardProps) {
  const t = orderDetailTexts(context.language);
  const slip = slipPath({ order, payment });
  return (
    <section class="card slip-card">
      {payment.slipType === null ? (
        <p class="muted">{slipQueueTexts(context.language).noSlip}</p>
      ) : (
        <a href={slip} target="_blank" rel="noopener">
          <img src={slip} alt={t.slip} />
        </a>
      )}
      <div>
        <h2>
          <a href={`/office/orders/${order.id}`}>#{order.orderNumber}</a>{' '}
          {context.may('customer_data') && order.recipientAddress.name}
        </h2>
        <dl class="totals">
          <div class="sum">
            <dt>{t.due}</dt>
            <dd class="money">{money(amountBuyerOwes(context.db, order))}</dd>
          </div>
        </dl>
        <PaymentFacts context={context} order={order} open={undefined} payment={payment} />
        <Decide context={context} order={order} payment={payment} form={form} />
      </div>
    </section>
  );
}

/** A transfer that was used before can only be rejected. */
function Decide({ context, order, payment, form }: CardProps) {
  const t = orderDetailTexts(context.language);
  const path = `${QUEUE}/${order.id}/payments/${payment.id}`;
  return (
    <div class="actions">
      {isConfirmable(context.db, order.storeId, payment) && (
        <Post action={`${path}/confirm`} plain>
          <Submit label={t.confirm} />
        </Post>
      )}
      <Confirm label={t.reject}>
        <Post action={`${path}/reject`} form={form?.errorOf('reason') ? form : undefined}>
          <FieldIdPrefix.Provider value={`reject-${payment.id}-`}>
            <TextField name="reason" label={t.reason} required />
          </FieldIdPrefix.Provider>
          <Submit class="danger" label={t.reject} />
        </Post>
      </Confirm>
    </div>
  );
}
