import type { Child } from 'hono/jsx';
import type { WriteTx } from '../../../context.ts';
import { requestBooking, requireAddress } from '../../../domain/orders/bookings/booking-actions.ts';
import { requireNumberLeft } from '../../../domain/orders/bookings/number-left.ts';
import { bulkObstacle } from '../../../domain/orders/bulk/bulk-steps.ts';
import type { OrderEntry } from '../../../domain/orders/list/entries.ts';
import { stagesOf } from '../../../domain/orders/list/tabs.ts';
import { existingOrder } from '../../../domain/orders/order.ts';
import { addOrderTag } from '../../../domain/orders/order-tags.ts';
import { handOver, handOverObstacle } from '../../../domain/orders/shipments/hand-over.ts';
import { AppError } from '../../../lib/errors.ts';
import { MAX_TAG_LENGTH, normalizeTag } from '../../../lib/tags.ts';
import { errorLink } from '../../error-link.ts';
import { errorText } from '../../error-text.ts';
import { fields, flag, optionalText } from '../../forms/fields.ts';
import { Post, Submit } from '../../forms/inputs.tsx';
import type { OfficeResponse, Page } from '../../office-response.ts';
import { ButtonLink, Notice } from '../../page/components.tsx';
import type { StoreContext } from '../../request-context.ts';
import { post, type Screen } from '../../screen.ts';
import { previewOf } from '../bulk/bulk-screens.ts';
import { type Failed, FailedOrders, resultsPage } from './failed-orders.tsx';
import { orderListTexts } from './order-list-texts.ts';
import { isAllSelected, listPath, questionPage, SelectionFields, selectedOrders } from './selected-orders.tsx';
import { tagDialogTexts } from './tag-dialog.tsx';

const tagForm = fields({ tag: optionalText(MAX_TAG_LENGTH) });

export const bulkScreens: readonly Screen[] = [
  post('/orders/book', 'orders', (context) => {
    return isAllSelected(context) ? previewOf(context, 'book') : requestNumbers(context);
  }),
  post('/orders/tag', 'orders', (context) => {
    const tag = normalizeTag(context.form(tagForm).value?.tag ?? '');
    if (tag === '' || isAllSelected(context)) return previewOf(context, 'tag', tag);
    return forEachSelected(context, {
      doneText: tagDialogTexts(context.language).done,
      step: (tx, { id }) => {
        addOrderTag(tx, id, tag);
        return 1;
      },
    });
  }),
  post('/orders/picked-up', 'orders', async (context) => {
    const orders = await selectedOrders(context);
    if (!Array.isArray(orders)) return orders;
    const isSure = isConfirmed(context) || !needsQuestion(context, orders);
    return isSure ? handOverAll(context, orders) : handOverPage(context, orders);
  }),
];

const isConfirmed = (context: StoreContext): boolean =>
  context.form(fields({ confirmed: flag })).value?.confirmed ?? false;

const hasBooked = ({ parcels }: OrderEntry): boolean => parcels.some(({ status }) => status === 'booked');

/** Whether it has a parcel that may leave. A booked parcel is not shipped, so the stage says whether it may. */
const canLeave = (context: StoreContext, order: OrderEntry): boolean =>
  hasBooked(order) && (stagesOf('packed', context.store)?.includes(order.stage) ?? false);

/** Orders that leave without having been packed; none if none is packed: the store does not use the packing page. */
function unpackedAmongPacked(leaving: readonly OrderEntry[]): OrderEntry[] {
  return leaving.some(({ isPacked }) => isPacked) ? leaving.filter(({ isPacked }) => !isPacked) : [];
}

/** Whether the handover needs a confirmation: mixed, unpacked or incomplete orders. */
function needsQuestion(context: StoreContext, orders: readonly OrderEntry[]): boolean {
  const leaving = orders.filter((order) => canLeave(context, order));
  if (leaving.length === 0) return false;
  return leaving.length < orders.length || unpackedAmongPacked(leaving).length > 0 || leaving.some(hasNoAddress);
}

const hasNoAddress = ({ isAddressIncomplete }: OrderEntry): boolean => isAddressIncomplete;

/** Says which orders cannot be handed over, are not packed or lack an address. Nothing is handed over yet. */
function handOverPage(context: StoreContext, orders: readonly OrderEntry[]): Page {
  const t = orderListTexts(context.language);
  const leaving = orders.filter((order) => canLeave(context, order));
  const staying = orders.filter((order) => !leaving.includes(order));
  const unpacked = unpackedAmongPacked(leaving);
  const packed = leaving.filter((order) => !unpacked.includes(order));
  return questionPage(
    context,
    t.handOver,
    <>
      {staying.length > 0 && (
        <>
          <Notice tone="warn">{t.partlyHandedOver(leaving.length, orders.length)}</Notice>
          <section class="card">
            <FailedOrders
              context={context}
              failed={staying.map((order) => ({ order, reason: reasonToStay(context, order) }))}
            />
          </section>
        </>
      )}
      <Doubtful context={context} orders={leaving.filter(hasNoAddress)} text={t.addressesIncomplete} />
      <Doubtful context={context} orders={unpacked} text={t.notPacked} page="/pack" />
      <div class="actions">
        {unpacked.length > 0 ? (
          <>
            <HandOverButton context={context} orders={packed} label={t.handOverPacked(packed.length)} />
            <HandOverButton
              context={context}
              orders={leaving}
              class="secondary outline"
              label={t.handOverAll(leaving.length)}
            />
          </>
        ) : (
          <HandOverButton context={context} orders={leaving} label={t.handOverSome(leaving.length)} />
        )}
        <AddNumbers orders={staying} label={t.addNumbers} />
        <ButtonLink href={`/office${listPath(context)}`} label={t.toList} />
      </div>
    </>,
  );
}

interface DoubtfulProps extends Pick<HandOverProps, 'context' | 'orders'> {
  text: (count: number) => string;
  /** The page of an order where the doubt is removed. */
  page?: string;
}

/** Orders that leave only if the user confirms it. */
function Doubtful({ context, orders, text, page = '' }: DoubtfulProps) {
  if (orders.length === 0) return null;
  return (
    <>
      <Notice tone="warn">{text(orders.length)}</Notice>
      <section class="card">
        <ul>
          {orders.map((order) => (
            <li>
              <a href={`/office/orders/${order.id}${page}`}>#{order.orderNumber}</a>{' '}
              {context.may('customer_data') && order.recipientName}
            </li>
          ))}
        </ul>
      </section>
    </>
  );
}

const lacksNumber = ({ status, parcels }: OrderEntry): boolean => status === 'open' && parcels.length === 0;

function reasonToStay(context: StoreContext, order: OrderEntry): string {
  const t = orderListTexts(context.language);
  if (lacksNumber(order)) return t.noLabel;
  const obstacle = hasBooked(order) && handOverObstacle(context.db, existingOrder(context.db, order.id, 0));
  return obstacle ? errorText(context.language, obstacle) : t.nothingToHandOver;
}

const AddNumbers = ({ orders, label }: { orders: readonly OrderEntry[]; label: string }) =>
  orders.some(lacksNumber) && <ButtonLink href="/office/orders/numbers" label={label} />;

interface HandOverProps {
  context: StoreContext;
  orders: readonly OrderEntry[];
  label: string;
  class?: string;
}

const HandOverButton = ({ context, orders, label, ...look }: HandOverProps) => (
  <Post action="/orders/picked-up" plain>
    <SelectionFields context={context} orders={orders} />
    <input type="hidden" name="confirmed" value="on" />
    <Submit {...look} label={label} />
  </Post>
);

function handOverAll(context: StoreContext, orders: readonly OrderEntry[]): Promise<OfficeResponse> {
  const t = orderListTexts(context.language);
  const step: Step = (tx, order) => {
    const waiting = order.parcels.filter(({ status }) => status === 'booked');
    if (waiting.length === 0) return reasonToStay(context, order);
    for (const { id } of waiting) handOver(tx, id, {}, context.act());
    return waiting.length;
  };
  return forEach(context, orders, {
    doneText: t.handedOver,
    failedText: t.notHandedOver,
    step,
    next: (failed) => <AddNumbers orders={failed.map(({ order }) => order)} label={t.addNumbers} />,
  });
}

/** Requests the numbers of the selected orders. If some can get none, it asks first: it lists them with the reason. */
async function requestNumbers(context: StoreContext): Promise<OfficeResponse> {
  const orders = await selectedOrders(context);
  if (!Array.isArray(orders)) return orders;
  const t = orderListTexts(context.language);
  const failed = orders.flatMap((order) => numberObstacle(context, order) ?? []);
  if (failed.length === 0) {
    return forEach(context, orders, {
      doneText: t.requested,
      step: (tx, { id }) => {
        requireAddress(existingOrder(tx, id, 0));
        requestBooking(tx, id, context.act());
        requireNumberLeft(tx, existingOrder(tx, id, 0));
        return 1;
      },
      next: (late) => <WithoutNumber context={context} failed={late} />,
    });
  }
  const others = orders.filter((order) => failed.every((failure) => failure.order !== order));
  const children = (
    <>
      {others.length > 0 && (
        <Post action="/orders/book" plain>
          <SelectionFields context={context} orders={others} />
          <Submit label={t.requestOthers(others.length)} />
        </Post>
      )}
      <WithoutNumber context={context} failed={failed} />
    </>
  );
  return resultsPage(context, { title: t.noNumberFor(failed.length, orders.length), failed, children });
}

function numberObstacle({ db, language }: StoreContext, order: OrderEntry): Failed | undefined {
  const obstacle = bulkObstacle(db, { action: 'book', value: null }, existingOrder(db, order.id, 0));
  return obstacle && { order, reason: errorText(language, obstacle), cure: errorLink(obstacle, language) };
}

/** Labels with the address, and the page for numbers, for orders whose number cannot be requested. */
function WithoutNumber({ context, failed }: { context: StoreContext; failed: readonly Failed[] }) {
  const t = orderListTexts(context.language);
  const orders = failed.map(({ order }) => order).filter(lacksNumber);
  if (orders.length === 0) return null;
  const complete = orders.filter(({ isAddressIncomplete }) => !isAddressIncomplete);
  return (
    <>
      {complete.length > 0 && (
        <Post action="/orders/print/address-labels" plain target="_blank">
          <SelectionFields context={context} orders={complete} />
          <Submit label={t.printAddressLabels(complete.length)} />
        </Post>
      )}
      <AddNumbers orders={orders} label={t.addNumbers} />
    </>
  );
}

/** Returns the number of successes, or the reason why it is not possible. */
type Step = (tx: WriteTx, order: OrderEntry) => number | string;

interface Steps {
  doneText: (count: number) => string;
  failedText?: (count: number) => string;
  step: Step;
  /** Next steps for the orders that failed. */
  next?: (failed: readonly Failed[]) => Child;
}

async function forEachSelected(context: StoreContext, steps: Steps): Promise<OfficeResponse> {
  const orders = await selectedOrders(context);
  return Array.isArray(orders) ? forEach(context, orders, steps) : orders;
}

/** Runs `step` for every order in its own transaction, so that one failure stops no other order. */
async function forEach(
  context: StoreContext,
  orders: readonly OrderEntry[],
  { doneText, failedText = orderListTexts(context.language).failed, step, next }: Steps,
): Promise<OfficeResponse> {
  const outcomes = await Promise.all(orders.map((order) => runStep(context, order, step)));
  const failed = outcomes.flatMap((outcome) => (typeof outcome === 'number' ? [] : [outcome]));
  const count = outcomes.reduce<number>((sum, outcome) => sum + (typeof outcome === 'number' ? outcome : 0), 0);
  const done = count === 0 ? undefined : doneText(count);
  if (failed.length === 0) return context.redirect(listPath(context), done);
  return resultsPage(context, { done, title: failedText(failed.length), failed, children: next?.(failed) });
}

async function runStep(context: StoreContext, order: OrderEntry, step: Step): Promise<number | Failed> {
  try {
    const outcome = await context.write((tx) => step(tx, order));
    return typeof outcome === 'number' ? outcome : { order, reason: outcome };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    const { language } = context;
    return { order, reason: errorText(language, error), cure: errorLink(error, language) };
  }
}
