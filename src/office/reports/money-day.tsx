import { hasManyPayments, type MoneyEntry, moneyEntries, moneyReceived } from '../../domain/figures/money-received.ts';
import { bangkokDay, bangkokMinute, bangkokMonth, dayStart, type Span } from '../../lib/calendar.ts';
import type { Money } from '../../lib/money.ts';
import { fields, optionalDay } from '../forms/fields.ts';
import type { Page } from '../office-response.ts';
import { orderLinks } from '../orders/order-links.tsx';
import { Empty, Heading, Pager } from '../page/components.tsx';
import { ExportMenu } from '../page/export-menu.tsx';
import { dayText } from '../page/format.ts';
import { List } from '../page/list.tsx';
import type { ListFile } from '../page/list-file.ts';
import { paginated } from '../page/pagination.ts';
import type { StoreContext, StoreProps } from '../request-context.ts';
import { fileScreens, get, type Screen } from '../screen.ts';
import { CodPayoutList, CodPayoutSums } from './cod-payouts.tsx';
import { MoneyFigures } from './money-figures.tsx';
import { entriesFile } from './money-files.ts';
import { kindText, methodText } from './money-labels.ts';
import { moneyTexts } from './money-texts.ts';

const PATH = '/reports/money/day';

export const moneyDayScreens: readonly Screen[] = [
  get(PATH, 'money', dayPage, { isLarge }),
  ...fileScreens(`${PATH}`, 'money', dayFile, { isLarge }),
];

function isLarge(context: StoreContext): boolean {
  return hasManyPayments(context.db, spanOfDay(context));
}

function dayFile(context: StoreContext): ListFile {
  const span = spanOfDay(context);
  const period = dayText(span.from, context.language);
  return entriesFile(context, span, { name: dayName(bangkokDay(span.from)), period });
}

const dayName = (day: number): string => bangkokMinute(dayStart(day)).slice(0, 10);

/** @param day as in `bangkokDay` */
export const moneyDayPath = (day: number): string => `/office${PATH}?day=${dayName(day)}`;

const dayQuery = fields({ day: optionalDay });

function spanOfDay(context: StoreContext): Span {
  const { day: from = dayStart(bangkokDay(context.now)) } = context.query(dayQuery);
  return { from, until: dayStart(bangkokDay(from) + 1) };
}

/** The days before and after. */
function Days({ context: { language, now }, day }: StoreProps<{ day: number }>) {
  const link = (target: number) => ({ href: moneyDayPath(target), text: dayText(dayStart(target), language) });
  const [previous, next] = [link(day - 1), link(day + 1)];
  return (
    <nav class="pager" aria-label={moneyTexts(language).days}>
      <a href={previous.href}>‹ {previous.text}</a>
      {day < bangkokDay(now) ? <a href={next.href}>{next.text} ›</a> : <span />}
    </nav>
  );
}

/** What came in and went back on the whole day. */
function Sums({ context: { db, store, language }, span }: StoreProps<{ span: Span }>) {
  const t = moneyTexts(language);
  const { received, refunded, payments, inBank } = moneyReceived(db, store.id, span).total;
  if (payments === 0 && refunded === 0 && received === 0) return null;
  const sums = [
    [t.received, received],
    ...(refunded > 0 ? ([[t.refunded, refunded]] as const) : []),
    [t.net, (received - refunded) as Money],
    [t.inBank, inBank],
  ] as const;
  return <MoneyFigures sums={sums} label={t.total} />;
}

/** The payments, payouts, refunds and undone payouts that a day of *Money received* sums, oldest first. */
function dayPage(context: StoreContext): Page {
  const { db, store, language } = context;
  const t = moneyTexts(language);
  const span = spanOfDay(context);
  const { from } = span;
  const { rows, ...pages } = paginated(context, ({ limit, offset }) =>
    moneyEntries(db, store.id, { ...span, limit: offset + limit }).slice(offset),
  );
  const orderLink = orderLinks(
    context,
    rows.map(({ orderId }) => orderId),
  );
  const title = `${t.title} · ${dayText(from, language)}`;
  return {
    title,
    body: (
      <>
        <Heading title={title} back={{ href: `/office/reports/money?month=${bangkokMonth(from)}`, label: t.title }}>
          <ExportMenu href={`/office${PATH}?day=${dayName(bangkokDay(from))}`} />
        </Heading>
        <Days context={context} day={bangkokDay(from)} />
        <Sums context={context} span={span} />
        <List
          rows={rows}
          empty={<Empty title={t.emptyDay} />}
          columns={(column) => [
            column(t.fileTime, ({ time }) => bangkokMinute(time).slice(-5)),
            column(t.fileOrder, ({ orderId, orderNumber }) => orderLink({ id: orderId, name: `#${orderNumber}` })),
            column(t.fileKind, (entry: MoneyEntry) => kindText(context, entry)),
            column(t.method, 'break', (entry) => methodText(context, entry)),
            column(t.fileReference, 'break', ({ reference }) => reference ?? undefined),
            column.money(t.fileAmount, ({ amount }) => amount),
          ]}
        />
        <Pager {...pages} />
        <CodPayoutSums context={context} span={span} />
        <CodPayoutList context={context} span={span} />
      </>
    ),
  };
}
