import { type Customer, memberIds, ordersOfCustomers } from '../../domain/orders/customers/customer.ts';
import {
  channelsOfOrders,
  customerFigures,
  MAX_COUNTED_ORDERS,
} from '../../domain/orders/customers/customer-figures.ts';
import { customerTagsOfStore } from '../../domain/orders/customers/customer-list.ts';
import { recipientsOf } from '../../domain/orders/customers/earlier-orders.ts';
import { tagsOfCustomers } from '../../domain/orders/customers/notes-and-tags.ts';
import { orderEntries } from '../../domain/orders/list/entries.ts';
import type { Id } from '../../lib/ids.ts';
import { count, money } from '../../lib/number-format.ts';
import { fields, optionalId } from '../forms/fields.ts';
import type { Page } from '../office-response.ts';
import { salesChannelName } from '../orders/order-labels.ts';
import { EntryPaymentTag, isShippingShown, OrderTag, RestockTag, ShippingTag } from '../orders/status-tags.tsx';
import { ButtonLink, Facts, Heading, Pager, TextLink, Time, withQuery } from '../page/components.tsx';
import { List } from '../page/list.tsx';
import { Menu } from '../page/menu.tsx';
import { TagsCard } from '../page/tag-list.tsx';
import { telephoneLink } from '../page/telephone-link.tsx';
import type { StoreContext, StoreProps } from '../request-context.ts';
import { MergeCard, NotesCard, PriceTierCard } from './customer-cards.tsx';
import type { OpenCustomerForm } from './customer-props.ts';
import { customersTexts } from './customers-texts.ts';

const MAX_ADDRESSES_OF = 50; // the newest orders
const PAGE_SIZE = 10;

const pageQuery = fields({ before: optionalId });

/** Everything about one customer. */
export function customerPage(context: StoreContext, customer: Customer, open?: OpenCustomerForm): Page {
  const t = customersTexts(context.language);
  const { db, store } = context;
  const members = memberIds(customer);
  const orders = ordersOfCustomers(db, members, { limit: MAX_COUNTED_ORDERS });
  const path = `/customers/${customer.id}`;
  const title = customer.name === '' ? (customer.members[0]?.telephone ?? '') : customer.name;
  return {
    title,
    body: (
      <>
        <Heading title={title} back={{ href: '/office/customers', label: t.title }}>
          <ButtonLink href={`/office/orders/new?customer=${customer.id}`} icon="plus" main label={t.createOrder} />
          <Menu links={[{ href: `/office${path}/data`, label: t.data }]} />
        </Heading>
        <div class="with-side">
          <div>
            <Summary context={context} customer={customer} orders={orders} />
            <Orders context={context} members={members} />
          </div>
          <div>
            <TagsCard
              tags={tagsOfCustomers(db, members)}
              suggested={customerTagsOfStore(db, store.id)}
              action={`${path}/tags`}
              form={open?.action === `${path}/tags` ? open.form : undefined}
            />
            <PriceTierCard context={context} customer={customer} open={open} />
            <NotesCard context={context} customer={customer} open={open} />
            <Addresses context={context} orders={orders} />
            <Channels context={context} orders={orders} />
            <MergeCard context={context} customer={customer} open={open} />
          </div>
        </div>
      </>
    ),
  };
}

type OrdersProps = StoreProps<{ orders: readonly Id[] }>;

function Summary({ context, customer, orders }: OrdersProps & { customer: Customer }) {
  const t = customersTexts(context.language);
  const figures = customerFigures(context.db, orders);
  const { parcels, codParcels } = figures;
  const ofCod = (part: number) => (codParcels > 0 ? t.ofCod(count(part), count(codParcels)) : undefined);
  const maySeeMoney = context.may('money');
  return (
    <section class="card customer-figures">
      <h2>{t.figures}</h2>
      <Facts
        facts={[
          [
            t.telephone,
            customer.members.map(({ telephone }, at) => (
              <>
                {at > 0 && ', '}
                {telephoneLink(telephone)}
              </>
            )),
          ],
          [t.orders, count(customer.orders)],
          [t.canceled, figures.canceled > 0 && count(figures.canceled)],
          [t.spending, maySeeMoney && money(customer.spending)],
          [t.paid, maySeeMoney && figures.refunded > 0 && money(figures.paid)],
          [t.refunded, maySeeMoney && figures.refunded > 0 && money(figures.refunded)],
          [t.parcels, parcels > 0 && count(parcels)],
          [t.codDelivered, ofCod(figures.codDelivered)],
          [t.codRefused, ofCod(figures.codRefused)],
          [t.returned, figures.returned > 0 && count(figures.returned)],
        ]}
      />
      {customer.orders > orders.length && <p class="hint">{t.newestOnly(count(orders.length))}</p>}
    </section>
  );
}

function Orders({ context, members }: StoreProps<{ members: readonly Id[] }>) {
  const t = customersTexts(context.language);
  const { language, db } = context;
  const { before } = context.query(pageQuery);
  const found = ordersOfCustomers(db, members, { limit: PAGE_SIZE + 1, before });
  const { url } = context.request;
  return (
    <>
      <List
        rows={orderEntries(db, found.slice(0, PAGE_SIZE), context.now)}
        empty={<p class="muted">{t.noOrders}</p>}
        opensRows
        columns={(column) => [
          column(t.order, ({ id, orderNumber }) => <TextLink href={`/office/orders/${id}`}>#{orderNumber}</TextLink>),
          column(t.date, ({ createTime }) => <Time at={createTime} />),
          context.may('money') && column(t.total, 'money', ({ total }) => money(total)),
          column(t.status, (order) => (
            <span class="order-tags">
              <OrderTag state={order.status} language={language} />{' '}
              {context.may('money') && <EntryPaymentTag order={order} language={language} />}{' '}
              {isShippingShown(order) && <ShippingTag state={order.shippingStatus} language={language} />}{' '}
              <RestockTag state={order.returnState} language={language} />
            </span>
          )),
        ]}
      />
      <Pager
        previous={before === undefined ? undefined : withQuery(url, { before: undefined })}
        next={found.length > PAGE_SIZE ? withQuery(url, { before: found[PAGE_SIZE - 1] }) : undefined}
      />
    </>
  );
}

function Addresses({ context, orders }: OrdersProps) {
  const t = customersTexts(context.language);
  const recipients = recipientsOf(context.db, orders.slice(0, MAX_ADDRESSES_OF));
  return (
    <section class="card">
      <h2>{t.addresses}</h2>
      <ul class="notes">
        {recipients.map(({ address, orders: used }) => (
          <li class="break">
            <strong>{address.name}</strong> {addressText(address)}{' '}
            <small class="muted">{t.ordersOf(count(used))}</small>
          </li>
        ))}
      </ul>
    </section>
  );
}

type RecipientAddress = ReturnType<typeof recipientsOf>[number]['address'];

const addressText = (address: RecipientAddress): string =>
  [address.address1, address.address2, address.address3, address.sub_district, address.district, address.province]
    .concat(address.postal_code === undefined ? [] : String(address.postal_code))
    .filter((text) => text !== undefined && text !== '')
    .join(' ');

function Channels({ context, orders }: OrdersProps) {
  const t = customersTexts(context.language);
  const nameOf = (salesChannel: string | null) =>
    salesChannel === null ? [] : [salesChannelName(salesChannel, context.language)];
  return (
    <section class="card">
      <h2>{t.channels}</h2>
      <ul class="notes">
        {channelsOfOrders(context.db, orders).map(({ channelName, salesChannel, orders: used }) => (
          <li class="break">
            {[channelName ?? t.office, ...nameOf(salesChannel)].join(' · ')}{' '}
            <small class="muted">{t.ordersOf(count(used))}</small>
          </li>
        ))}
      </ul>
    </section>
  );
}
