import { PageTabs } from '../page/page-tabs.tsx';
import type { StoreContext, StoreProps } from '../request-context.ts';
import { moneyTexts } from './money-texts.ts';

const PAGES = [
  { name: 'sales', path: '/reports' },
  { name: 'title', path: '/reports/money' },
  { name: 'vat', path: '/reports/vat' },
  { name: 'log', path: '/reports/log' },
] as const;

/** @param period is printed, because the choice of the period is not */
export function ReportTabs({ context, period }: { context: StoreContext; period?: string }) {
  const t = moneyTexts(context.language);
  return (
    <>
      {period !== undefined && <PrintHead context={context} period={period} />}
      <PageTabs pages={PAGES} texts={t} label={t.reports} />
    </>
  );
}

/** Store and period, only on paper. A page with it is printed as tables. */
export const PrintHead = ({ context, period }: StoreProps<{ period: string }>) => (
  <p class="print-head">
    {context.store.name} · {period}
  </p>
);
