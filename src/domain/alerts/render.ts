import type { Context } from '../../context.ts';
import { dayStart } from '../../lib/calendar.ts';
import type { Language } from '../../lib/messages/catalogue.ts';
import { money } from '../../lib/number-format.ts';
import { nextTurn } from '../../lib/runtime.ts';
import { fieldDay, fieldTime } from '../../lib/typed-dates.ts';
import type { Account } from '../accounts/accounts.ts';
import { storeById } from '../stores.ts';
import { webAddress } from '../web-address.ts';
import { orderDataOf } from './alert-contents.ts';
import { appNames, type NamedOrder, namedOrders, namedVariants, ordersOfBookings, signIn } from './alert-subjects.ts';
import { type AlertTexts, messageTexts } from './alert-texts.ts';
import type { Fact } from './facts.ts';
import { type Kind, mayReceiveFromStore, NO_STORE } from './kinds.ts';
import type { MessageFact } from './outbox.ts';
import { summaryLines } from './summary.ts';

/** The text of a message, in the language of its account. */
export interface Rendered {
  title: string;
  lines: string[];
  /** Path of the office page with details. */
  path: string;
  /** Full URL of that page; undefined without a web address. */
  url: string | undefined;
}

/** Input of a section. The permissions of the account and the settings of the owner limit its contents. */
interface Scope {
  ctx: Context;
  account: Account;
  language: Language;
  texts: AlertTexts;
}

interface Section {
  headline: string;
  details?: readonly string[];
  /** Below `/office`. */
  path: string;
}

/** Undefined if the account may no longer get any of the facts. */
export async function render(
  ctx: Context,
  account: Account,
  facts: readonly MessageFact[],
): Promise<Rendered | undefined> {
  const language = account.language ?? 'th';
  const scope = { ctx, account, language, texts: messageTexts(language) };
  const allowed = facts.filter((fact) => fact.kind === 'test' || mayReceiveFromStore(account, fact.kind, fact.storeId));
  const sections = await sectionsOf(scope, allowed);
  const [first] = sections;
  if (!first) return undefined;
  const single = sections.length === 1;
  const headline = single ? first.headline : scope.texts.alertsTitle(first.headline, sections.length - 1);
  const stores = new Set(sections.flatMap(({ store }) => store ?? []));
  const base = webAddress(ctx);
  const path = `/office${single ? first.path : ''}`;
  return {
    title: stores.size === 1 ? `${headline} · ${[...stores][0]}` : headline,
    lines: sections.flatMap(({ headline, details = [], store }) => [
      ...(single ? [] : [stores.size > 1 && store !== undefined ? `${headline} · ${store}` : headline]),
      ...details,
    ]),
    path,
    url: base && base + path,
  };
}

/** Yields between two sections, because a summary counts the work of a whole store. */
async function sectionsOf(scope: Scope, facts: readonly MessageFact[]) {
  const sections: (Section & { store: string | undefined })[] = [];
  for (const fact of facts) {
    await nextTurn();
    sections.push({ ...sectionOf(scope, fact), store: storeOf(scope, fact) });
  }
  return sections;
}

function storeOf({ ctx }: Scope, fact: MessageFact): string | undefined {
  return fact.kind === 'test' || fact.storeId === NO_STORE ? undefined : storeById(ctx.db, fact.storeId).name;
}

const sectionOf = (scope: Scope, fact: MessageFact): Section =>
  fact.kind === 'test'
    ? { headline: scope.texts.test, details: [scope.texts.testHint], path: '/me/alerts' }
    : SECTIONS[fact.kind](scope, fact);

const SECTIONS: Record<Kind, (scope: Scope, fact: Fact) => Section> = {
  new_order: (scope, fact) => {
    const { texts } = scope;
    const hasAmount = fact.count > 1 && mayShowAmount(scope, fact);
    return {
      headline: texts.newOrders(fact.count) + (hasAmount ? ` · ${money(fact.amount)}` : ''),
      ...ordersOf(scope, fact, '/orders'),
    };
  },
  slip_waiting: (scope, fact) => ({
    headline: scope.texts.slipsWaiting(fact.count),
    ...ordersOf(scope, fact, '/orders?tab=to_confirm'),
  }),
  low_stock: (scope, fact) => ({
    headline: scope.texts.lowStock(fact.count),
    details: withRest(
      scope,
      fact,
      namedVariants(scope.ctx.db, fact.subjects).map(
        ({ name, available }) => `${name}: ${scope.texts.available(available)}`,
      ),
    ),
    path: '/stock?show=low',
  }),
  booking_failed: (scope, fact) => ({
    headline: scope.texts.bookingsFailed(fact.count),
    ...ordersOf(
      scope,
      { ...fact, subjects: ordersOfBookings(scope.ctx.db, fact.subjects) },
      '/orders?tab=booking_failed',
    ),
  }),
  parcel_returned: (scope, fact) => ({
    headline: scope.texts.parcelsReturned(fact.count),
    ...ordersOf(scope, fact, '/orders?tab=returning'),
  }),
  webhook_failing: (scope, fact) => ({
    headline: scope.texts.webhooksFailing,
    details: withRest(scope, fact, appNames(scope.ctx.db, fact.subjects)),
    path: '/partners',
  }),
  backup_failed: ({ texts }) => ({ headline: texts.backupFailed, path: '/settings/backups' }),
  new_device: ({ ctx, account, language, texts }, { subjects }) => ({
    headline: texts.newDevice,
    details: [
      ...subjects.flatMap((id) => {
        const entry = signIn(ctx.db, id);
        if (!entry) return [];
        const time = fieldTime(entry.time, language);
        return [texts.signedIn({ ...entry, account: account.name, time, address: entry.origin ?? '?' })];
      }),
      texts.notYou,
    ],
    path: '/me',
  }),
  summary: ({ ctx, account, language, texts }, { storeId, subjects: [day = 0] }) => ({
    headline: texts.summary(fieldDay(dayStart(day), language)),
    details: summaryLines(ctx, account, { storeId, day }, texts),
    path: '',
  }),
};

/** A single order is linked directly. */
function ordersOf(scope: Scope, fact: Fact, list: string): Omit<Section, 'headline'> {
  const { ctx, texts } = scope;
  if (orderDataOf(ctx.db, fact.storeId) === 'none') return { path: list };
  const orders = namedOrders(ctx.db, fact.subjects);
  const details = orders.map((order) => orderLine(scope, fact, order));
  const [first] = orders;
  const path = fact.count === 1 && first ? `/orders/${first.id}` : list;
  return { details: withRest({ texts }, fact, details), path };
}

function orderLine(scope: Scope, fact: Fact, { number, total, name }: NamedOrder): string {
  const { ctx, account, texts } = scope;
  const hasName = orderDataOf(ctx.db, fact.storeId) === 'customer' && account.permissions.has('customer_data');
  const parts = [texts.order(number), mayShowAmount(scope, fact) ? money(total) : '', hasName ? name : ''];
  return parts.filter((part) => part !== '').join(' ');
}

const mayShowAmount = ({ ctx, account }: Scope, { storeId }: Fact): boolean =>
  orderDataOf(ctx.db, storeId) !== 'none' && account.permissions.has('money');

/** The number of further items. */
const withRest = ({ texts }: Pick<Scope, 'texts'>, { count }: Fact, details: readonly string[]): string[] => [
  ...details,
  ...(count > details.length && details.length > 0 ? [texts.more(count - details.length)] : []),
];
