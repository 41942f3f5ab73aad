import { Tabs } from './components.tsx';
import { useRequest } from './render-context.ts';

interface PageTabsProps<Name extends string> {
  pages: readonly { name: Name; path: string }[];
  /** The label of each page. */
  texts: Readonly<Record<Name, string>>;
  label: string;
}

/** Tabs of pages that belong together. */
export function PageTabs<Name extends string>({ pages, texts, label }: PageTabsProps<Name>) {
  const { request } = useRequest();
  const tabs = pages.map(({ name, path }) => ({
    href: `/office${path}`,
    label: texts[name],
    current: request.path === path,
  }));
  return <Tabs tabs={tabs} label={label} />;
}
