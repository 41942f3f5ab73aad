import { Tabs } from '../page/components.tsx';
import type { StoreContext } from '../request-context.ts';
import { moneyTexts } from './money-texts.ts';

const PAGES = [
  { name: 'sales', path: '/reports' },
  { name: 'title', path: '/reports/money' },
] as const;

/** Tabs of the reports. */
export function ReportTabs({ context }: { context: StoreContext }) {
  const t = moneyTexts(context.language);
  const tabs = PAGES.map(({ name, path }) => ({
    href: `/office${path}`,
    label: t[name],
    current: context.request.path === path,
  }));
  return <Tabs tabs={tabs} label={t.reports} />;
}
