import { raw } from 'hono/html';
import type { StoredAddress } from '../../../domain/addresses.ts';
import { channelById } from '../../../domain/channels/channels.ts';
import { codHistory, isCodUnsent } from '../../../domain/orders/customers/cod-history.ts';
import { customerIdOf, existingCustomer } from '../../../domain/orders/customers/customer.ts';
import { customerKey } from '../../../domain/orders/customers/customer-rows.ts';
import { type Hint, hintsOf } from '../../../domain/orders/hints.ts';
import type { Order } from '../../../domain/orders/order.ts';
import { orderTagsOfStore, tagsOfOrder } from '../../../domain/orders/order-tags.ts';
import { courierName } from '../../../lib/courier-names.ts';
import type { Id } from '../../../lib/ids.ts';
import { count, money } from '../../../lib/number-format.ts';
import { customersTexts } from '../../customers/customers-texts.ts';
import { FormError, Post, Submit, TextAreaField } from '../../forms/inputs.tsx';
import type { Page } from '../../office-response.ts';
import { commonTexts } from '../../page/common-texts.ts';
import { CopyButton, Facts, Heading, Notice, TextLink, Time } from '../../page/components.tsx';
import { TagsCard } from '../../page/tag-list.tsx';
import { telephoneLink } from '../../page/telephone-link.tsx';
import type { StoreContext } from '../../request-context.ts';
import { CodHistoryText } from '../cod-history.tsx';
import { HintText } from '../order-hint.tsx';
import { RefundedUnits } from '../refunded-units.tsx';
import { SenderWarning } from '../sender-warning.tsx';
import { FailedBooking } from './booking-progress.tsx';
import { BuyerLinkCard } from './buyer-link-card.tsx';
import { CodCard, hasCod } from './cod-card.tsx';
import { HistoryCard } from './history-card.tsx';
import { LinesCard } from './lines-card.tsx';
import { NextSlip } from './next-slip.tsx';
import { orderDetailTexts } from './order-detail-texts.ts';
import { OrderDialogs } from './order-dialogs.tsx';
import { StatusTags, Toolbar } from './order-header.tsx';
import { listPath, listQuery, neighborLinks } from './origin-list.tsx';
import { isPaymentLinkNext } from './payment-link.tsx';
import { PaymentsCard } from './payments-card.tsx';
import type { OpenForm, SectionProps } from './section-props.ts';
import { ShippingCard } from './shipping-card.tsx';
import { UnreachableLink } from './unreachable-link.tsx';

/** The order page: all data and actions of one order. */
export async function orderPage(context: StoreContext, order: Order, open?: OpenForm): Promise<Page> {
  const t = orderDetailTexts(context.language);
  const title = t.order(order.orderNumber);
  return {
    title,
    body: (
      <>
        <Heading
          title={title}
          back={{ href: `/office${listPath(context)}`, label: t.orders }}
          beside={await neighborLinks(context, order)}
        >
          <Toolbar context={context} order={order} />
          <NextSlip context={context} order={order} />
        </Heading>
        <StatusTags context={context} order={order} />
        <FailedBooking context={context} order={order} />
        <SenderWarning context={context} order={order} />
        {isPaymentLinkNext(context, order) && <UnreachableLink context={context} order={order} />}
        <Content context={context} order={order} open={open} />
      </>
    ),
  };
}

/** The page below its heading. Above the cards the error of an action whose form is gone, because the order has changed. */
function Content(props: SectionProps) {
  const { context, order, open } = props;
  const dialogs = String(<OrderDialogs {...props} />);
  const cards = String(<Cards {...props} />);
  const isShown = open && `${dialogs}${cards}`.includes(`action="/office${open.path}${listQuery(context)}"`);
  return (
    <>
      {raw(dialogs)}
      <Hints context={context} order={order} />
      <RefundedUnits context={context} order={order} />
      {open && !isShown && <FormError form={open.form} />}
      {raw(cards)}
    </>
  );
}

function Cards(props: SectionProps) {
  const { context, order } = props;
  const isLinkNext = isPaymentLinkNext(context, order);
  return (
    <div class="with-side order-cards">
      <div>
        <LinesCard context={context} order={order} />
        {context.may('money') && <PaymentsCard {...props} />}
        <ShippingCard {...props} />
        {hasCod(order) && <CodCard {...props} />}
        <HistoryCard context={context} order={order} />
      </div>
      <div>
        {isLinkNext && <BuyerLinkCard {...props} />}
        <CustomerCard context={context} order={order} />
        <DetailsCard context={context} order={order} />
        <OrderTags {...props} />
        <PrivateNote {...props} />
        {!isLinkNext && <BuyerLinkCard {...props} />}
      </div>
    </div>
  );
}

function OrderTags({ context, order, open }: SectionProps) {
  const action = `/orders/${order.id}/tags`;
  return (
    <TagsCard
      tags={tagsOfOrder(context.db, order.id)}
      suggested={orderTagsOfStore(context.db, context.store.id)}
      action={action}
      query={listQuery(context)}
      form={open?.path === action ? open.form : undefined}
    />
  );
}

function PrivateNote({ context, order, open }: SectionProps) {
  const t = orderDetailTexts(context.language);
  const action = `/orders/${order.id}/note`;
  const form = open?.path === action ? open.form : undefined;
  if (order.status !== 'open' || !context.mayOpen(action, 'POST'))
    return order.privateNote === null ? null : <OldNote context={context} note={order.privateNote} />;
  return (
    <section class="card">
      <Post action={action + listQuery(context)} form={form}>
        <TextAreaField
          name="private_note"
          label={t.privateNote}
          hint={t.privateNoteHint}
          value={order.privateNote}
          rows={3}
          maxlength={1000}
        />
        <Submit class="secondary outline small" label={t.saveNote} />
      </Post>
    </section>
  );
}

const OldNote = ({ context, note }: { context: StoreContext; note: string }) => (
  <section class="card">
    <h2>{orderDetailTexts(context.language).privateNote}</h2>
    <p class="break lines">{note}</p>
  </section>
);

const ABOUT_MONEY: readonly Hint['code'][] = ['money_kept', 'overpaid', 'shipped_short', 'returned_unrefunded'];
const URGENT: readonly Hint['code'][] = ['deadline_passed', 'below_zero', ...ABOUT_MONEY];

/** Warnings to check before processing the order. */
const Hints = ({ context, order }: { context: StoreContext; order: Order }) => (
  <>
    {hintsOf(context.db, order, context.now)
      .filter(({ code }) => !ABOUT_MONEY.includes(code) || context.may('money'))
      .map((hint) => (
        <Notice tone={URGENT.includes(hint.code) ? 'bad' : 'warn'}>
          <HintText context={context} hint={hint} order={order} />
        </Notice>
      ))}
  </>
);

/** The recipient, for accounts that see customer data. */
function CustomerCard({ context, order }: { context: StoreContext; order: Order }) {
  const t = orderDetailTexts(context.language);
  const customer = context.may('customer_data') ? order.recipientAddress : undefined;
  return (
    <section class="card customer-card">
      <h2>{t.customer}</h2>
      {customer ? <Recipient context={context} address={customer} /> : <p class="hint">{t.customerHidden}</p>}
      <CustomerHistory context={context} order={order} />
      {customer?.legal_entity_id !== undefined && <Facts facts={[[t.taxId, customer.legal_entity_id]]} />}
    </section>
  );
}

/** Where the order came from, and how it is sent. */
function DetailsCard({ context, order }: { context: StoreContext; order: Order }) {
  const t = orderDetailTexts(context.language);
  const time = (at: number | null) => at !== null && <Time at={at} />;
  const long = (text: string | null) => text !== null && <span class="wide">{text}</span>;
  return (
    <section class="card order-details">
      <h2>{t.details}</h2>
      <Facts
        facts={[
          [t.apiChannel, order.channelId === null ? undefined : channelById(context.db, order.channelId)?.name],
          [t.externalId, order.externalOrderId],
          [t.received, isLater(order) && time(order.createTime)],
          [t.courier, courierName(order.shippingType, context.language)],
          [t.deadline, time(order.shipDeadlineTime)],
          [t.expires, order.status === 'open' && time(order.expirationTime)],
          [t.shipBeforePay, order.shipBeforePay && commonTexts(context.language).yes],
          [t.labelNote, long(order.shippingLabelNote)],
          [t.sender, long(order.senderName)],
        ]}
      />
    </section>
  );
}

/** COD history of the customer, until the order has left. */
function CustomerHistory({ context, order }: { context: StoreContext; order: Order }) {
  const { telephone } = order.recipientAddress;
  if (!isCodUnsent(order) || customerKey(telephone) === null) return null;
  return <CodHistoryText history={codHistory(context.db, context.store.id, telephone ?? '', order.id)} />;
}

function Recipient({ context, address }: { context: StoreContext; address: StoredAddress }) {
  const t = orderDetailTexts(context.language);
  const customer = customerIdOf(context.db, context.store.id, address.telephone);
  const { name, telephone } = address;
  return (
    <>
      <address id="recipient" class="break lines">
        {customer === undefined ? name : <TextLink href={`/office/customers/${customer}`}>{name}</TextLink>}
        {telephone && (
          <>
            {'\n'}
            {telephoneLink(telephone)}
          </>
        )}
        {addressLines(address).map((line) => `\n${line}`)}
      </address>
      <CopyButton targetId="recipient" label={t.copyAddress} class="quiet" />
      {customer !== undefined && <OrdersOfCustomer context={context} id={customer} />}
    </>
  );
}

/** All orders of the customer, and what was spent, with a link to them. */
function OrdersOfCustomer({ context, id }: { context: StoreContext; id: Id }) {
  const { orders, spending } = existingCustomer(context.db, context.store.id, id);
  const t = customersTexts(context.language);
  return (
    <p>
      <TextLink href={`/office/customers/${id}`}>{t.ordersOf(count(orders))}</TextLink>
      {context.may('money') && `, ${money(spending)}`}
    </p>
  );
}

const MINUTE = 60_000;

/** A partner may report an order later than it was placed; lists sort by the time raan received it. */
const isLater = ({ orderTime, createTime }: Order): boolean => Math.abs(createTime - orderTime) > MINUTE;

/** The address as on an envelope, below name and telephone. */
function addressLines(address: StoredAddress): string[] {
  const area = [address.sub_district, address.district, address.province, address.postal_code];
  const lines = [address.address1, address.address2, address.address3];
  return [...lines, area.filter((part) => part !== undefined).join(' '), address.note].filter(
    (line): line is string => line !== undefined && line !== '',
  );
}
