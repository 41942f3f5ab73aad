import { type SalesOfDay, salesByDay } from '../../domain/figures/sales.ts';
import { dayStart } from '../../lib/calendar.ts';
import { type Money, sum, ZERO } from '../../lib/money.ts';
import { count, money, sameDecimals } from '../../lib/number-format.ts';
import { ExportMenu } from '../page/export-menu.tsx';
import { dayText, formats } from '../page/format.ts';
import { Columns } from '../page/list.tsx';
import type { StoreContext } from '../request-context.ts';
import { todayTexts } from './today-texts.ts';

export const DAYS = 30;

const SHORT_DAY = formats({ day: 'numeric', month: 'short' });

/** Sales per day over the last days. */
export function Sales({ context }: { context: StoreContext }) {
  const t = todayTexts(context.language);
  const days = salesByDay(context.db, context.store.id, context.now, DAYS);
  const [before, today] = days.slice(-2) as [SalesOfDay, SalesOfDay];
  return (
    <section class="card sales" aria-labelledby="sales">
      <h2 id="sales">{t.sales}</h2>
      <div class="sums">
        <Sums context={context} title={t.thisDay} days={[today]} />
        <Sums context={context} title={t.dayBefore} days={[before]} />
        <Sums context={context} title={t.days30} days={days} />
      </div>
      {ordersOf(days) > 0 && <Charts context={context} days={days} />}
      {ordersOf(days) > 0 && <DayTable context={context} days={days} />}
      <p class="hint">{t.salesMeaning}</p>
      <p>
        <a href="/office/reports">{t.reports}</a>
      </p>
    </section>
  );
}

const amountOf = (days: readonly SalesOfDay[]): Money => sum(...days.map(({ amount }) => amount)) ?? ZERO;
const ordersOf = (days: readonly SalesOfDay[]): number => days.reduce((all, { orders }) => all + orders, 0);

function Sums({ context, title, days }: { context: StoreContext; title: string; days: readonly SalesOfDay[] }) {
  const t = todayTexts(context.language);
  return (
    <dl>
      <dt>{title}</dt>
      <dd>
        <strong class="money">{money(amountOf(days))}</strong>
      </dd>
      <dd class="muted">{t.orders(ordersOf(days))}</dd>
    </dl>
  );
}

function Charts({ context, days }: { context: StoreContext; days: readonly SalesOfDay[] }) {
  const t = todayTexts(context.language);
  const dayOf = ({ day }: SalesOfDay) => dayText(dayStart(day), context.language);
  const note = t.chartOf(dayOf(days[0] as SalesOfDay), dayOf(days.at(-1) as SalesOfDay));
  const tooltip = (day: SalesOfDay) => `${dayOf(day)}: ${money(day.amount)}, ${t.orders(day.orders)}`;
  const bars = (value: (day: SalesOfDay) => number) =>
    days.map((day) => ({ value: value(day), tooltip: tooltip(day) }));
  const highest = (value: (day: SalesOfDay) => number) => Math.max(...days.map(value));
  return (
    <div class="charts">
      <p class="axis">
        <span>{t.inBaht}</span>
        <span class="number">{t.highest(money(highest(({ amount }) => amount) as Money))}</span>
      </p>
      <Bars bars={bars(({ amount }) => amount)} id="chart-sales" name={t.inBaht} note={note} tone="money" />
      <p class="axis">
        <span>{t.inOrders}</span>
        <span class="number">{t.highest(count(highest(({ orders }) => orders)))}</span>
      </p>
      <Bars bars={bars(({ orders }) => orders)} id="chart-orders" name={t.inOrders} note={note} tone="orders" />
      <p class="days" aria-hidden="true">
        {days.map(({ day }, i) => (
          <span>{(DAYS - 1 - i) % 7 === 0 && i > 3 ? SHORT_DAY(context.language).format(dayStart(day)) : ''}</span>
        ))}
      </p>
    </div>
  );
}

function DayTable({ context, days }: { context: StoreContext; days: readonly SalesOfDay[] }) {
  const t = todayTexts(context.language);
  const amountText = sameDecimals(days.map(({ amount }) => amount));
  return (
    <details>
      <summary>{t.asTable}</summary>
      <table class="figures">
        <Columns headings={[t.day, [t.inOrders, 'number'], [t.inBaht, 'money']]} />
        <tbody>
          {days.toReversed().map((sales) => (
            <tr>
              <th scope="row">{dayText(dayStart(sales.day), context.language)}</th>
              <td class="number">{count(sales.orders)}</td>
              <td class="money">{amountText(sales.amount)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <ExportMenu href="/office/reports/sales?by=day" isSmall />
    </details>
  );
}

/** One bar of a chart. */
interface Bar {
  value: number;
  tooltip: string;
}

const HEIGHT = 100;
const STEP = 10; // a bar with its gap
const BAR = 7;

/** A bar chart stretched to the available width, so it contains no text except for screen readers. */
function Bars({ bars, id, name, note, tone }: BarsProps) {
  const max = Math.max(1, ...bars.map(({ value }) => value));
  return (
    <svg
      class={`bars ${tone}`}
      viewBox={`0 0 ${bars.length * STEP} ${HEIGHT}`}
      preserveAspectRatio="none"
      role="img"
      aria-labelledby={`${id}-name ${id}-note`}
    >
      <title id={`${id}-name`}>{name}</title>
      <desc id={`${id}-note`}>{note}</desc>
      {bars.map(({ value, tooltip }, i) => (
        <g class="bar">
          <rect class="day" x={i * STEP} y="0" width={STEP} height={HEIGHT}>
            <title>{tooltip}</title>
          </rect>
          <BarRect value={value} max={max} x={i * STEP + (STEP - BAR) / 2} />
        </g>
      ))}
    </svg>
  );
}

interface BarsProps {
  bars: readonly Bar[];
  id: string;
  name: string;
  note: string;
  tone: 'money' | 'orders';
}

/** Values above zero are at least one unit high. */
function BarRect({ value, max, x }: { value: number; max: number; x: number }) {
  if (value <= 0) return null;
  const height = Math.max(1, (value / max) * HEIGHT);
  return <rect class="rise" x={x} y={(HEIGHT - height).toFixed(2)} width={BAR} height={height.toFixed(2)} />;
}
