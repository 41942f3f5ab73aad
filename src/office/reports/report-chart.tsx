import { type ReportRow, totalOf } from '../../domain/figures/sales-report.ts';
import { type Money, moneyText } from '../../lib/money.ts';
import { count, money } from '../../lib/number-format.ts';
import { assetPath } from '../assets.ts';
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
}>;

/**
 * A figure of the period as a line, and of the period before as a second one, drawn by browser/charts.js. The caption has
 * the totals, for screen readers and without JavaScript.
 */
export function Chart({ context, rows, labels, ticks, show }: ChartProps) {
  const t = reportTexts(context.language);
  const text = (value: number) => (show === 'orders' ? count(value) : money(value as Money));
  const totals = [totalOf(rows)[show], totalOf(rows.map(({ previous }) => previous))[show]] as const;
  const summary = t.summary(t[show], text(totals[0]), text(totals[1]));
  const value = (figure: number) => (show === 'orders' ? figure : Number(moneyText(figure as Money)));
  const chart = {
    ...{ period: t.period, labels, ticks, unit: show === 'orders' ? '' : '฿' },
    series: [
      { label: t[show], values: rows.map((row) => value(row[show])) },
      { label: t.previousPeriod, values: rows.map(({ previous }) => value(previous[show])) },
    ],
  };
  return (
    <figure class="chart card">
      <figcaption>
        <strong>{summary}</strong>
        <p class="hint">{t.inTable}</p>
      </figcaption>
      <div
        class="scripted-only"
        data-chart={JSON.stringify(chart)}
        data-chart-name={summary}
        data-chart-script={assetPath('uplot.js')}
        data-chart-style={assetPath('uplot.css')}
      />
    </figure>
  );
}
