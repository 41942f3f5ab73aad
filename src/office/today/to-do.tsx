import type { Permission } from '../../domain/accounts/permissions.ts';
import { areBackupsBehind } from '../../domain/backups/schedule.ts';
import { courierName } from '../../lib/courier-names.ts';
import { count } from '../../lib/number-format.ts';
import type { OfficeResponse } from '../office-response.ts';
import { orderListTexts } from '../orders/list/order-list-texts.ts';
import { SLIP_QUEUE } from '../orders/slips/slip-queue-path.ts';
import { Live } from '../page/live.tsx';
import { isPacker } from '../page/navigation.tsx';
import type { StoreContext } from '../request-context.ts';
import { Sales } from './sales-card.tsx';
import { type Counts, countsOf, isNewStore, MAX_COUNT } from './today-counts.ts';
import { todayTexts } from './today-texts.ts';

interface Task {
  label: string;
  href: string;
  /** Needed to do it, if a look at the page needs less. */
  needs?: Permission;
  /** Collapsed if zero. */
  count: number;
  /** Shown instead of the number. */
  shown?: string;
  /** Shown below the label. */
  note?: string | undefined;
  /** Waiting costs the store money or customers. */
  urgent?: boolean;
}

/** Open work that has no card below. Counts of zero are collapsed, and left out in a new store. */
function ToDo({ context, counts }: { context: StoreContext; counts: Counts }) {
  const t = todayTexts(context.language);
  const tasks = tasksOf(context, counts).filter(
    ({ href, needs }) => context.mayOpen(href) && (needs === undefined || context.may(needs)),
  );
  const waiting = tasks.filter(({ count }) => count > 0);
  const idle = isNewStore(context) ? [] : tasks.filter(({ count }) => count === 0);
  return (
    <section class="to-do" aria-labelledby="to-do">
      <h2 id="to-do" class="visually-hidden">
        {t.toDo}
      </h2>
      {waiting.length > 0 && (
        <ul>
          {waiting.map((task) => (
            <li>
              <TaskLink task={task} />
            </li>
          ))}
        </ul>
      )}
      {idle.length > 0 && <IdleTasks tasks={idle} title={waiting.length > 0 ? t.noneOfRest : t.nothingToDo} />}
    </section>
  );
}

const TaskLink = ({ task: { label, href, count: waiting, shown, note, urgent } }: { task: Task }) => (
  <a href={href} class={`duty ${urgent ? 'bad' : 'waiting'}`}>
    <strong class="number">{shown ?? count(waiting)}</strong>
    <span>{label}</span>
    {note !== undefined && <small>{note}</small>}
  </a>
);

const IdleTasks = ({ tasks, title }: { tasks: readonly Task[]; title: string }) => (
  <details class="idle">
    <summary>{title}</summary>
    <p>
      {tasks.map(({ label, href }) => (
        <a href={href}>{label}</a>
      ))}
    </p>
  </details>
);

const tasksOf = (context: StoreContext, counts: Counts): Task[] => [
  ...paymentTasks(context, counts),
  ...shippingTasks(context, counts),
  ...refundTasks(context, counts),
  ...setupTasks(context, counts),
];

const ordersPath = (tab: string): string => `/office/orders?tab=${tab}`;

const capped = (waiting: number) => ({
  count: waiting,
  ...(waiting >= MAX_COUNT && { shown: `${count(MAX_COUNT)}+` }),
});

const atLeast = (waiting: number, hasMore: boolean) => ({
  count: waiting,
  ...(hasMore && { shown: `${count(waiting)}+` }),
});

function paymentTasks({ language }: StoreContext, { toConfirm, unpaid }: Counts): Task[] {
  const tabs = orderListTexts(language);
  return [
    { label: tabs.to_confirm, href: `/office${SLIP_QUEUE}`, needs: 'money', ...capped(toConfirm) },
    { label: tabs.unpaid, href: ordersPath('unpaid'), needs: 'money', ...capped(unpaid) },
  ];
}

function shippingTasks(context: StoreContext, counts: Counts): Task[] {
  const t = todayTexts(context.language);
  const tabs = orderListTexts(context.language);
  const needs = 'orders';
  return [
    {
      label: tabs.to_pack,
      href: isPacker(context) ? '/office/orders/pack' : ordersPath('to_pack'),
      needs,
      ...capped(counts.toPack),
    },
    {
      label: t.toHandOver,
      href: isPacker(context) ? '/office/orders/hand-over' : ordersPath('packed'),
      needs,
      ...capped(counts.packed),
    },
    { label: t.late, href: '/office/orders?late=1', needs, ...atLeast(counts.late, counts.hasMoreLate), urgent: true },
    {
      label: t.requestsFailed,
      href: ordersPath('booking_failed'),
      needs,
      ...capped(counts.bookingFailed),
      urgent: true,
    },
    {
      label: tabs.awaits_restock,
      href: `${ordersPath('returning')}&returns=to_restock`,
      needs,
      ...atLeast(counts.awaitingRestock, counts.hasMoreAwaitingRestock),
    },
  ];
}

function refundTasks({ language }: StoreContext, counts: Counts): Task[] {
  const { overpaid, short, returnedUnrefunded } = orderListTexts(language);
  const task = (paid: string, label: string, waiting: ReturnType<typeof atLeast>): Task => ({
    label,
    href: `/office/orders?paid=${paid}`,
    needs: 'money',
    ...waiting,
  });
  return [
    task('overpaid', overpaid, atLeast(counts.overpaid, counts.hasMoreOverpaid)),
    task('short', short, atLeast(counts.short, counts.hasMoreShort)),
    task('returned', returnedUnrefunded, atLeast(counts.returned, counts.hasMoreReturned)),
  ];
}

/** Tasks in partners and settings. */
const setupTasks = (context: StoreContext, counts: Counts): Task[] => [
  failingAppsTask(context, counts),
  lowPoolsTask(context, counts),
  ...(context.isOperator && areBackupsBehind(context.app) ? [backupTask(context)] : []),
];

function failingAppsTask({ language }: StoreContext, { failingApps }: Counts): Task {
  const [app, ...others] = failingApps;
  return {
    label: todayTexts(language).webhooksFailing,
    href: app && others.length === 0 ? `/office/partners/apps/${app.appId}` : '/office/partners/apps',
    count: failingApps.length,
    note: app && failingApps.map(({ name }) => name).join(', '),
    urgent: true,
  };
}

function lowPoolsTask({ language }: StoreContext, { lowPools }: Counts): Task {
  const couriers = [...new Set(lowPools.map(({ shippingType }) => shippingType))];
  const [courier, ...others] = couriers;
  return {
    label: todayTexts(language).poolsLow,
    href: courier && others.length === 0 ? `/office/settings/couriers/${courier}` : '/office/settings/couriers',
    count: lowPools.length,
    note: courier && couriers.map((code) => courierName(code, language)).join(', '),
    urgent: true,
  };
}

/** Backups contain all stores, so only the operator sees this. */
const backupTask = ({ language }: StoreContext): Task => ({
  label: todayTexts(language).backupsBehind,
  href: '/office/settings/backups',
  count: 1,
  shown: '!',
  urgent: true,
});

/** The part of Today that refreshes itself: what is quick to read and changes often. */
export const LiveToday = ({ context, counts }: { context: StoreContext; counts?: Counts }) => (
  <Live context={context} id="today-live" url="/office/today/to-do">
    <ToDo context={context} counts={counts ?? countsOf(context)} />
    {context.may('money') && !isNewStore(context) && <Sales context={context} />}
  </Live>
);

export const liveTodayFragment = (context: StoreContext): OfficeResponse =>
  context.request.partial ? { fragment: <LiveToday context={context} /> } : context.redirect('/');
