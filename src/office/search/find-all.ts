import { listProducts } from '../../domain/catalogue/product-list.ts';
import { productPart } from '../../domain/catalogue/product-part.ts';
import { findVariants } from '../../domain/catalogue/variant-search.ts';
import { channelNames } from '../../domain/channels/channels.ts';
import { findCustomers } from '../../domain/orders/customers/customer-list.ts';
import type { OrderEntry } from '../../domain/orders/list/entries.ts';
import { listOrderPage } from '../../domain/orders/list/order-page.ts';
import { listApps } from '../../domain/webhooks/apps.ts';
import type { Id } from '../../lib/ids.ts';
import { money } from '../../lib/number-format.ts';
import { foldCase } from '../../lib/text.ts';
import { findScanned } from '../../lib/thai-keyboard.ts';
import { orderStatusName, shippingStatusName } from '../orders/order-labels.ts';
import { priceRangeText } from '../page/format.ts';
import type { IconName } from '../page/icons.tsx';
import type { StoreContext } from '../request-context.ts';
import { findCommands } from './commands.ts';
import { searchTexts } from './search-texts.ts';

/** A result that leads to a page. */
export interface Hit {
  href: string;
  title: string;
  detail?: string | undefined;
  /** A price or total. */
  amount?: string | undefined;
  /** Instead of that of the group. */
  icon?: IconName;
  /** Of a product; null: none. */
  picture?: string | null;
}

export interface HitGroup {
  title: string;
  icon: IconName;
  hits: readonly Hit[];
  /** The list with all results, if there are more. */
  all?: Hit | undefined;
}

const MAX_RECENT = 3;

/** Matches of the text that the account may open, up to `limit` per group. Without a text: recent orders and commands. */
export const findAll = (context: StoreContext, text: string, limit: number): HitGroup[] =>
  findScanned(
    text,
    (typed) => findTyped(context, typed, limit),
    (groups) => groups.length > 0,
  );

function findTyped(context: StoreContext, text: string, limit: number): HitGroup[] {
  const t = searchTexts(context.language);
  const commands = findCommands(context, text, limit).map(({ path, name }) => ({
    href: `/office${path.replace(/^\/$/, '')}`,
    title: name,
    icon: iconOf(path),
  }));
  const groups: HitGroup[] = [{ title: t.commands, icon: 'menu', hits: commands }];
  if (text === '') groups.unshift(recentOrders(context));
  else
    groups.push(
      orderGroup(context, text, limit),
      productGroup(context, text, limit),
      customerGroup(context, text, limit),
      partnerGroup(context, text, limit),
    );
  return groups.filter(({ hits }) => hits.length > 0);
}

const AREAS = ['orders', 'products', 'stock', 'customers', 'reports', 'partners', 'settings', 'me'] as const;

const iconOf = (path: string): IconName =>
  path === '/' ? 'today' : (AREAS.find((area) => path.startsWith(`/${area}`)) ?? 'menu');

/** Placeholder of the search field. It names only what the account may open. */
export function searchHint(context: StoreContext): string {
  const t = searchTexts(context.language);
  const mayOpenAny = (...paths: string[]) => paths.some((path) => context.mayOpen(path));
  return t.hint([
    ...(mayOpenAny('/orders') ? [t.orders] : []),
    ...(mayOpenAny('/products', '/stock') ? [t.products] : []),
    ...(mayOpenAny('/customers') ? [t.customers] : []),
    ...(mayOpenAny('/partners') ? [t.partners] : []),
  ]);
}

/** Suggestions if nothing is found. */
export function noResultsHint(context: StoreContext): string {
  const t = searchTexts(context.language);
  return context.may('customer_data') ? t.noneHint : t.noneHintWithoutPersons;
}

function orderGroup(context: StoreContext, text: string, limit: number): HitGroup {
  const t = searchTexts(context.language);
  if (!context.mayOpen('/orders')) return { title: t.orders, icon: 'orders', hits: [] };
  const query = { tab: 'all', search: text, excludePersonalData: !context.may('customer_data') } as const;
  const { orders, next } = listOrderPage(context.db, context.store.id, query, { limit }, context.now);
  return {
    title: t.orders,
    icon: 'orders',
    hits: orders.map((order) => orderHit(context, order)),
    all: next === undefined ? undefined : { href: listHref('/office/orders', text), title: t.allOrders },
  };
}

function recentOrders(context: StoreContext): HitGroup {
  const title = searchTexts(context.language).recentOrders;
  if (!context.mayOpen('/orders')) return { title, icon: 'orders', hits: [] };
  const { orders } = listOrderPage(context.db, context.store.id, { tab: 'all' }, { limit: MAX_RECENT }, context.now);
  return { title, icon: 'orders', hits: orders.map((order) => orderHit(context, order)) };
}

function orderHit(context: StoreContext, order: OrderEntry): Hit {
  const name = context.may('customer_data') ? order.recipientName : order.province;
  const { status, shippingStatus } = order;
  const isClosed = status === 'canceled' || status === 'expired';
  const state = isClosed
    ? orderStatusName(status, context.language)
    : shippingStatusName(shippingStatus, context.language);
  return {
    href: `/office/orders/${order.id}`,
    title: [`#${order.orderNumber}`, name].filter(Boolean).join(' '),
    detail: state,
    amount: money(order.total),
  };
}

/** The stock of a variant: its page, or for accounts that only see quantities its row in the list. */
function stockPath(context: StoreContext, id: Id, name: string): string {
  const path = `/stock/variants/${id}`;
  return context.mayOpen(path) ? `/office${path}` : listHref('/office/stock', name);
}

/** Products by SKU, then by name; without the permission for products, their stock. */
function productGroup(context: StoreContext, text: string, limit: number): HitGroup {
  const t = searchTexts(context.language);
  const { db, store } = context;
  const mayOpenProducts = context.mayOpen('/products');
  if (!mayOpenProducts && !context.mayOpen('/stock')) return { title: t.products, icon: 'products', hits: [] };
  const variants = findVariants(db, store.id, text, { tierId: null, limit: limit + 1, indexedOnly: true });
  const byProduct = new Map<string, Hit>();
  for (const { id, productId, productName, name, sku, price, imageUrl } of variants) {
    const href = mayOpenProducts ? `/office/products/${productId}` : stockPath(context, id, sku ?? productName);
    if (byProduct.has(href)) continue;
    const amount = mayOpenProducts && price !== null ? money(price) : undefined;
    byProduct.set(href, { href, title: `${productName} ${name}`.trim(), detail: sku ?? '', amount, picture: imageUrl });
  }
  const named = mayOpenProducts ? productsByName(context, text, limit + 1) : [];
  for (const hit of named) if (!byProduct.has(hit.href)) byProduct.set(hit.href, hit);
  return {
    title: t.products,
    icon: 'products',
    hits: [...byProduct.values()].slice(0, limit),
    all:
      mayOpenProducts && byProduct.size > limit
        ? { href: listHref('/office/products', text), title: t.allProducts }
        : undefined,
  };
}

function productsByName({ db, store }: StoreContext, text: string, limit: number): Hit[] {
  const order = { offset: 0, sortBy: 'update_time', descending: true } as const;
  return listProducts(db, store.id, { query: text, limit, ...order }).products.map(({ id, name }) => {
    const product = productPart(db, store.id, id, { limit: 1, offset: 0 });
    return {
      href: `/office/products/${id}`,
      title: name,
      amount: product && priceRangeText(product),
      picture: product?.pictures[0]?.tinyUrl ?? null,
    };
  });
}

function customerGroup(context: StoreContext, text: string, limit: number): HitGroup {
  const t = searchTexts(context.language);
  if (!context.mayOpen('/customers')) return { title: t.customers, icon: 'customers', hits: [] };
  const { customers, hasMore } = findCustomers(context.db, context.store.id, { search: text, sort: 'last_order' });
  return {
    title: t.customers,
    icon: 'customers',
    hits: customers
      .slice(0, limit)
      .map(({ id, name, telephone }) => ({
        href: `/office/customers/${id}`,
        title: name === '' ? telephone : name,
        detail: name === '' ? undefined : telephone,
      })),
    all:
      hasMore || customers.length > limit
        ? { href: listHref('/office/customers', text), title: t.allCustomers }
        : undefined,
  };
}

function partnerGroup(context: StoreContext, text: string, limit: number): HitGroup {
  const t = searchTexts(context.language);
  if (!context.mayOpen('/partners')) return { title: t.partners, icon: 'partners', hits: [] };
  const { db, store } = context;
  const folded = foldCase(text);
  const channels = channelNames(db, store.id).map(({ id, name }) => ({
    href: `/office/partners/channels/${id}`,
    title: name,
    detail: t.channel,
  }));
  const apps = listApps(db, store.id).map(({ id, name }) => ({
    href: `/office/partners/apps/${id}`,
    title: name,
    detail: t.app,
  }));
  const hits = [...channels, ...apps].filter(({ title }) => foldCase(title).includes(folded));
  return { title: t.partners, icon: 'partners', hits: hits.slice(0, limit) };
}

const listHref = (path: string, text: string): string => `${path}?${new URLSearchParams({ q: text })}`;
