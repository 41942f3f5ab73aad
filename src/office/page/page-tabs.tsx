import { Tabs } from './components.tsx';
import { useRequest } from './render-context.ts';

interface PageTabsProps<Name extends string> {
  pages: readonly { name: Name; path: string }[];
  /** The label of each page. */
  texts: Readonly<Record<Name, string>>;
  label: string;
}

/** Tabs of pages that belong together, without those that the account may not open. */
export function PageTabs<Name extends string>({ pages, texts, label }: PageTabsProps<Name>) {
  const context = useRequest();
  const opened = pages.filter(({ path }) => context.mayOpen(`/office${path}`));
  const tabs = opened.map(({ name, path }) => ({
    href: `/office${path}`,
    label: texts[name],
    current: context.request.path === path,
  }));
  return tabs.length > 1 && <Tabs tabs={tabs} label={label} />;
}
