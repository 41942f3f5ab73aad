import { html } from 'hono/html';
import type { OrderEntry } from '../../../domain/orders/list/entries.ts';
import type { ReturnFacts } from '../../../domain/orders/list/returns.ts';
import { WAITING } from '../../../domain/orders/list/tabs.ts';
import { bangkokDay } from '../../../lib/calendar.ts';
import { courierName } from '../../../lib/courier-names.ts';
import { count, money } from '../../../lib/number-format.ts';
import { errorText } from '../../error-text.ts';
import { Tag, Time } from '../../page/components.tsx';
import { dayMonthText, minuteText } from '../../page/format.ts';
import { Icon } from '../../page/icons.tsx';
import type { StoreContext } from '../../request-context.ts';
import { salesChannelName } from '../order-labels.ts';
import { returnSteps, returnText } from '../return-facts.ts';
import { EntryPaymentTag, OrderTag, RestockTag, ShippingTags } from '../status-tags.tsx';
import { type ListedReview, listedReview } from './listed-review.ts';
import { orderListTexts } from './order-list-texts.ts';

interface Row {
  context: StoreContext;
  order: OrderEntry;
  /** Query of the link to the order. */
  list: string;
  /** Shown in the tab of returns. */
  returned?: ReturnFacts | undefined;
  /** Shown in the tab of payments to review. */
  review?: ListedReview | undefined;
}

/**
 * An order as a table row; a card on a phone. Template strings instead of JSX, because the list is the most opened page
 * and JSX renders its rows ten times slower.
 */
export const OrderRow = (row: Row) =>
  html`<tr id="order-${row.order.id}">${checkbox(row)}${orderCell(row)}${customerCell(row)}${itemsCell(row)}${totalCell(row)}${shippingCell(row)}</tr>`;

const checkbox = ({ context, order: { id, orderNumber } }: Row) =>
  html`<td class="tick"><input type="checkbox" name="ids" value="${id}" aria-label="${orderListTexts(context.language).selectOne(orderNumber)}"/></td>`;

const orderCell = ({ context, list, order: { id, orderNumber, createTime, salesChannel } }: Row) => {
  const link = html`<a href="/office/orders/${id}${list}">#${orderNumber}</a>`;
  const origin = salesChannel !== null && shortened(salesChannelName(salesChannel, context.language));
  return html`<th scope="row" class="order-cell">${link} ${origin} ${Time({ at: createTime })}</th>`;
};

const customerCell = ({ context, order: { recipientName, telephone, province } }: Row) => {
  if (!context.may('customer_data')) return html`<td class="customer-cell">${muted(province ?? '')}</td>`;
  return html`<td class="customer-cell">${name(recipientName)}${shortened([telephone, province].filter(Boolean).join(' · '))}</td>`;
};

const itemsCell = (row: Row) => {
  const { review } = row;
  const { firstProduct, firstVariant, lines, pieces, hasMoreLines } = row.order;
  const t = orderListTexts(row.context.language);
  const more = lines > 1 ? `${t.more(lines - 1)} · ` : '';
  const units = muted(more + t.pieces(`${count(pieces)}${hasMoreLines ? '+' : ''}`));
  const variant = firstVariant !== '' && html`<span class="variant" title="${firstVariant}">${firstVariant}</span>`;
  const remarks = hasNotes(row.order) && html`<span class="line">${notes(row)}</span>`;
  return html`<td class="items-cell">${name(firstProduct)}<span class="line">${variant}${units}</span>${remarks}${review && listedReview(row.context, { ...row, review })}</td>`;
};

const totalCell = ({ context, order }: Row) =>
  html`<td class="total-cell right"><strong>${money(order.total)}</strong>${EntryPaymentTag({ order, language: context.language })}</td>`;

const shippingCell = (row: Row) => {
  const { parcels, shippingType } = row.order;
  const text = courierName(parcels[0]?.shippingType ?? shippingType, row.context.language);
  const courier = html`<span class="muted courier" title="${text}">${text}</span>`;
  const state = html`<span class="line">${shippingTag(row)}${deadline(row)}</span>`;
  const parcel = html`<span class="line">${courier}${tracking(row)}${failure(row)}${incomplete(row)}</span>`;
  return html`<td class="shipping-cell">${state}${parcel}${returned(row)}</td>`;
};

/** Since when and why a parcel came back, and what to do next. */
function returned({ context, list, order, returned: facts }: Row) {
  if (facts === undefined || order.returnState === undefined) return;
  const text = returnText(context, order.returnState, facts);
  // htmx would lose the anchor, which opens a dialog
  const steps = returnSteps(context, order, list).map(
    ({ href, label }) => html` <a href="${href}" hx-boost="false">${label}</a>`,
  );
  return html`<span class="line"><span class="muted reason" title="${text}">${text}</span>${steps}</span>`;
}

/** On a desktop in one line, shortened. */
const name = (text: string) => html`<span class="name" title="${text}">${text}</span>`;
const shortened = (text: string) => html`<span class="muted" title="${text}">${text}</span>`;
const muted = (text: string) => html`<span class="muted">${text}</span>`;

/** The shipping status. A closed order shows its order status, and whether its goods were returned. */
function shippingTag({
  context: { language },
  order: { status, shippingStatus, returnState, isPacked, leftPieces: left },
}: Row) {
  const shipping = html`${ShippingTags({ state: shippingStatus, language, isPacked, left })}${RestockTag({ state: returnState, language })}`;
  if (status !== 'canceled' && status !== 'expired') return shipping;
  return html`${OrderTag({ state: status, language })}${shippingStatus === 'returned' && shipping}`;
}

function tracking({ order: { parcels } }: Row) {
  const numbers = parcels.flatMap(({ trackingNumber }) => trackingNumber ?? []).join(', ');
  return numbers !== '' && html`<span class="tracking" title="${numbers}">${numbers}</span>`;
}

/** The ship deadline; as a tag if it is today or has passed. */
function deadline({ context: { language, now }, order: { shipDeadlineTime, isLate, stage } }: Row) {
  if (shipDeadlineTime === null || !WAITING.includes(stage)) return;
  const t = orderListTexts(language);
  const minute = minuteText(shipDeadlineTime, language);
  const day = dayMonthText(shipDeadlineTime, language);
  const isToday = bangkokDay(shipDeadlineTime) === bangkokDay(now);
  const text = isLate
    ? Tag({ tone: 'bad', children: t.overdue(day) })
    : isToday
      ? Tag({ tone: 'warn', children: t.deadlineToday(minute.slice(-5)) })
      : t.deadline(day);
  return html`<span class="muted" title="${minute}">${text}</span>`;
}

function failure({ context: { language }, order: { bookingFailed } }: Row) {
  if (bookingFailed === null) return;
  return trouble(orderListTexts(language).bookingFailed, errorText(language, bookingFailed));
}

const incomplete = ({ context: { language }, order: { isAddressIncomplete } }: Row) =>
  isAddressIncomplete && trouble(orderListTexts(language).addressIncomplete);

/** The reason is visible on a phone only: elsewhere it is the tooltip. */
function trouble(text: string, reason?: string) {
  const why = reason !== undefined && html`<span class="why">: ${reason}</span>`;
  return html`<span class="trouble" title="${reason ?? text}">${Icon({ name: 'warning' })} ${text}${why}</span>`;
}

const hasNotes = ({ hasDifferingReplay, privateNote, tags }: Row['order']): boolean =>
  hasDifferingReplay || privateNote !== null || tags.length > 0;

/** The tags, the private note, and whether the partner resent the order with changes. */
function notes({ context: { language }, order: { hasDifferingReplay, privateNote, tags } }: Row) {
  const t = orderListTexts(language);
  const chips = tags.map((text) => html`${Tag({ children: text })} `);
  const shortened = tags.length > 0 && html`<span class="order-tags" title="${tags.join(' ')}">${chips}</span>`;
  const tag = html`${shortened}${hasDifferingReplay && Tag({ tone: 'warn', children: t.replayed })}`;
  if (privateNote === null) return tag;
  const word = html`<span class="visually-hidden">${t.note}: </span>`;
  return html`${tag}<span class="remark" title="${t.note}: ${privateNote}">${Icon({ name: 'note' })} ${word}${privateNote}</span>`;
}
