import { type ReportRow, totalOf } from '../../domain/figures/sales-report.ts';
import { type Money, moneyText } from '../../lib/money.ts';
import { count, satangMoney, wholeSatang } from '../../lib/number-format.ts';
import { assetPath } from '../assets.ts';
import { withQuery } from '../page/components.tsx';
import type { StoreProps } from '../request-context.ts';
import { reportTexts } from './report-texts.ts';

/** Data of the chart. */
export const FIGURES = ['amount', 'orders', 'average'] as const;
export type FigureName = (typeof FIGURES)[number];

type ChartProps = StoreProps<{
  rows: readonly ReportRow[];
  labels: readonly string[];
  /** Shorter labels for the axis. */
  ticks: readonly string[];
  show: FigureName;
  /** With the previous period. */
  isCompared: boolean;
}>;

/**
 * The figures of the period, which choose what is drawn by browser/charts.js: a line for the period, and a second one for
 * the previous period. The caption has the totals for screen readers.
 */
export function Chart({ context, rows, labels, ticks, show, isCompared }: ChartProps) {
  const t = reportTexts(context.language);
  const totals = totalOf(rows);
  const before = isCompared ? totalOf(rows.map(({ previous }) => previous)) : undefined;
  const summary = before
    ? t.summary(t[show], figureText(show, totals[show]), figureText(show, before[show]))
    : `${t[show]} ${figureText(show, totals[show])}`;
  const value = (figure: number) => (show === 'orders' ? figure : Number(moneyText(figure as Money)));
  const chart = {
    ...{ period: t.period, labels, ticks, unit: show === 'orders' ? '' : '฿' },
    series: [
      { label: t[show], values: rows.map((row) => value(row[show])) },
      ...(isCompared ? [{ label: t.previousPeriod, values: rows.map(({ previous }) => value(previous[show])) }] : []),
    ],
  };
  return (
    <figure class="chart card">
      <nav class="figures" aria-label={t.figures}>
        {FIGURES.map((name) => (
          <FigureLink
            context={context}
            name={name}
            value={totals[name]}
            before={before?.[name]}
            isShown={name === show}
          />
        ))}
      </nav>
      <figcaption class="visually-hidden">{t.chartSummary(summary)}</figcaption>
      {rows.length > 1 && (
        <div
          class="scripted-only"
          data-chart={JSON.stringify(chart)}
          data-chart-name={summary}
          data-chart-script={assetPath('uplot.js')}
          data-chart-style={assetPath('uplot.css')}
        />
      )}
    </figure>
  );
}

const figureText = (name: FigureName, value: number): string =>
  name === 'orders' ? count(value) : satangMoney((name === 'average' ? wholeSatang(value as Money) : value) as Money);

type FigureProps = StoreProps<{ name: FigureName; value: number; before: number | undefined; isShown: boolean }>;

function FigureLink({ context, name, value, before, isShown }: FigureProps) {
  const t = reportTexts(context.language);
  return (
    <a href={withQuery(context.request.url, { show: name })} aria-current={isShown ? 'true' : undefined}>
      <span>{t[name]}</span>
      <strong class="number">{figureText(name, value)}</strong>
      {before !== undefined && (
        <small>
          <Change context={context} value={value} before={before} /> {t.before(figureText(name, before))}
        </small>
      )}
    </a>
  );
}

/** The change from the previous period; nothing if that was zero. */
function Change({ context, value, before }: StoreProps<{ value: number; before: number }>) {
  const t = reportTexts(context.language);
  const percent = ((value - before) / before) * 100;
  if (before === 0 || Math.abs(percent) < SMALLEST_CHANGE) return null;
  return (
    <span class={percent > 0 ? 'up' : 'down'}>
      <span class="visually-hidden">{percent > 0 ? t.up : t.down} </span>
      <span aria-hidden="true">{percent > 0 ? '▲' : '▼'}</span> {percentText(Math.abs(percent))}
    </span>
  );
}

const SMALLEST_CHANGE = 0.05; // percent

const percentText = (percent: number): string => (percent < 1_000 ? `${percent.toFixed(1)}%` : '>999%');
