import { PageTabs } from '../page/page-tabs.tsx';
import type { StoreContext } from '../request-context.ts';
import { moneyTexts } from './money-texts.ts';

const PAGES = [
  { name: 'sales', path: '/reports' },
  { name: 'title', path: '/reports/money' },
  { name: 'vat', path: '/reports/vat' },
  { name: 'log', path: '/reports/log' },
] as const;

export function ReportTabs({ context }: { context: StoreContext }) {
  const t = moneyTexts(context.language);
  return <PageTabs pages={PAGES} texts={t} label={t.reports} />;
}
