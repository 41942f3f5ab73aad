import { areBackupsBehind } from '../../domain/backups/schedule.ts';
import type { Answer } from '../answer.ts';
import { codStatusName } from '../orders/display-names.ts';
import { texts as orderTexts } from '../orders/list/order-list-texts.ts';
import { count, money } from '../page/format.ts';
import type { StoreContext } from '../request-context.ts';
import { type Counts, countsOf, isNewStore, MOST_COUNTED } from './today-counts.ts';
import { texts } from './today-texts.ts';

interface Duty {
  label: string;
  href: string;
  /** How many wait; with none it is shown muted. */
  count: number;
  /** What stands in place of the number. */
  shown?: string;
  /** Besides the number. */
  note?: string | undefined;
  /** It costs money or customers as long as it stands. */
  hurts?: boolean;
}

/** What waits for somebody; each leads to where it is done. It looks anew by itself. A new store is told of no more. */
export function ToDo({ context, counts = countsOf(context) }: { context: StoreContext; counts?: Counts }) {
  const t = texts(context.language);
  const duties = dutiesOf(context, counts);
  const shown = isNewStore(context) ? duties.filter(({ count: waiting }) => waiting > 0) : duties;
  return (
    <section
      class="to-do"
      aria-labelledby="to-do"
      hx-get="/office/today/to-do"
      hx-trigger="every 30s"
      hx-target="this"
      hx-swap="outerHTML"
    >
      <h2 id="to-do" class="visually-hidden">
        {t.toDo}
      </h2>
      {shown.length > 0 && (
        <ul>
          {shown.map((duty) => (
            <li>
              <DutyLink duty={duty} nothing={t.nothing} />
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

function DutyLink({ duty: { label, href, count: waiting, shown, note, hurts }, nothing }: DutyProps) {
  const tone = waiting === 0 ? 'idle' : hurts ? 'bad' : 'waiting';
  return (
    <a href={href} class={`duty ${tone}`}>
      <strong class="number">{waiting === 0 ? nothing : (shown ?? count(waiting))}</strong>
      <span>{label}</span>
      {waiting > 0 && note !== undefined && <small>{note}</small>}
    </a>
  );
}

interface DutyProps {
  duty: Duty;
  nothing: string;
}

function dutiesOf(context: StoreContext, counts: Counts): Duty[] {
  const t = texts(context.language);
  const tabs = orderTexts(context.language);
  const { toRemit } = counts.cod;
  const orders = (tab: string) => `/office/orders?tab=${tab}`;
  const capped = (waiting: number) => ({
    count: waiting,
    ...(waiting >= MOST_COUNTED && { shown: `${count(MOST_COUNTED)}+` }),
  });
  const atLeast = (waiting: number, hasMore: boolean) => ({
    count: waiting,
    ...(hasMore && { shown: `${count(waiting)}+` }),
  });
  return [
    { label: tabs.to_confirm, href: orders('to_confirm'), ...capped(counts.toConfirm) },
    { label: tabs.unpaid, href: orders('unpaid'), ...capped(counts.unpaid) },
    { label: tabs.to_pack, href: orders('to_pack'), ...capped(counts.toPack) },
    { label: t.late, href: '/office/orders?late=1', ...atLeast(counts.late, counts.hasMoreLate), hurts: true },
    { label: tabs.booking_failed, href: orders('booking_failed'), ...capped(counts.bookingFailed), hurts: true },
    {
      label: tabs.to_take_in,
      href: `${orders('returning')}&to_take_in=1`,
      ...atLeast(counts.toTakeIn, counts.hasMoreToTakeIn),
    },
    {
      label: codStatusName('collected', context.language),
      href: '/office/orders/cod?status=collected',
      count: toRemit.parcels,
      note: money(toRemit.amount),
    },
    { label: t.lowStock, href: '/office/stock?show=low', count: counts.low.length },
    ...(context.isOwner ? ownerDuties(context, counts) : []),
  ];
}

/** What only the owner can do something about; shown while there is something to do. */
function ownerDuties(context: StoreContext, counts: Counts): Duty[] {
  const t = texts(context.language);
  const [app] = counts.failingApps;
  return [
    {
      label: t.webhooksFailing,
      href: app ? `/office/partners/apps/${app.appId}` : '/office/partners',
      count: counts.failingApps.length,
      note: app?.name,
      hurts: true,
    },
    { label: t.poolsLow, href: '/office/settings/couriers', count: counts.lowPools.length, hurts: true },
    ...(context.isOperator && areBackupsBehind(context.app) ? [backupDuty(context)] : []),
  ];
}

/** A backup holds every store, so only who owns them all is told. */
const backupDuty = ({ language }: StoreContext): Duty => ({
  label: texts(language).backupsBehind,
  href: '/office/settings/backups',
  count: 1,
  shown: '!',
  hurts: true,
});

/** The same by itself, for a page that is open already. */
export const toDo = (context: StoreContext): Answer =>
  context.request.partial ? { fragment: <ToDo context={context} /> } : context.redirect('/');
