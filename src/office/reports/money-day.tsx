import { type MoneyEntry, moneyEntries } from '../../domain/figures/money-received.ts';
import { bangkokDay, bangkokMinute, bangkokMonth, dayStart } from '../../lib/calendar.ts';
import { fields, optionalDay } from '../forms/fields.ts';
import type { Page } from '../office-response.ts';
import { Empty, Heading, Pager } from '../page/components.tsx';
import { dayText } from '../page/format.ts';
import { List } from '../page/list.tsx';
import { paginated } from '../page/pagination.ts';
import type { StoreContext } from '../request-context.ts';
import { get, type Screen } from '../screen.ts';
import { kindText, methodText } from './money-labels.ts';
import { moneyTexts } from './money-texts.ts';

const PATH = '/reports/money/day';

export const moneyDayScreens: readonly Screen[] = [get(PATH, 'money', dayPage)];

/** @param day as in `bangkokDay` */
export const moneyDayPath = (day: number): string => `/office${PATH}?day=${bangkokMinute(dayStart(day)).slice(0, 10)}`;

const dayQuery = fields({ day: optionalDay });

/** The payments, payouts and refunds that a day of *Money received* sums, oldest first. */
function dayPage(context: StoreContext): Page {
  const { db, store, language, now } = context;
  const t = moneyTexts(language);
  const { day: from = dayStart(bangkokDay(now)) } = context.query(dayQuery);
  const span = { from, until: dayStart(bangkokDay(from) + 1) };
  const { rows, ...pages } = paginated(context, ({ limit, offset }) =>
    moneyEntries(db, store.id, { ...span, limit: offset + limit }).slice(offset),
  );
  const title = `${t.title} · ${dayText(from, language)}`;
  return {
    title,
    body: (
      <>
        <Heading title={title} back={{ href: `/office/reports/money?month=${bangkokMonth(from)}`, label: t.title }} />
        <List
          rows={rows}
          empty={<Empty title={t.emptyDay} />}
          columns={(column) => [
            column(t.csvTime, ({ time }) => bangkokMinute(time).slice(-5)),
            column(t.csvOrder, ({ orderId, orderNumber }) => <a href={`/office/orders/${orderId}`}>#{orderNumber}</a>),
            column(t.csvKind, (entry: MoneyEntry) => kindText(context, entry)),
            column(t.method, 'break', (entry) => methodText(context, entry)),
            column(t.csvReference, 'break', ({ reference }) => reference ?? undefined),
            column.money(t.csvAmount, ({ amount }) => amount),
          ]}
        />
        <Pager {...pages} />
      </>
    ),
  };
}
