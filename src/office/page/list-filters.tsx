import type { Child } from 'hono/jsx';
import { type FieldProps, Submit, TextField } from '../forms/inputs.tsx';
import { ScanButton } from '../scan/scan-field.tsx';
import { commonTexts } from './common-texts.ts';
import { withQuery } from './components.tsx';
import { Icon } from './icons.tsx';
import { useRequest } from './render-context.ts';

export interface ActiveFilter {
  /** Query parameter. */
  name: string;
  text: string;
}

/** A filter with a value, as a list of one; empty without a value. */
export const activeFilter = (name: string, label: string, value: string | undefined): ActiveFilter[] =>
  value === undefined ? [] : [{ name, text: `${label}: ${value}` }];

interface ListFiltersProps {
  /** Path of the list, below `/office`. */
  action: string;
  /** The search field, by default named `q`; without one, the filters stand alone. */
  search?: Pick<FieldProps, 'label' | 'placeholder' | 'value' | 'form'> & { name?: string };
  /** Whether codes can be scanned into the search field: its page needs `withScanner`. */
  scans?: boolean;
  /** Parameters that a search keeps. */
  kept?: Readonly<Record<string, string | undefined>>;
  active: readonly ActiveFilter[];
  /** The fields of the filters; without them there is only the search. */
  children?: Child;
  /** Whether the fields are expanded: one has an error, or must be filled in. */
  isOpen?: boolean;
  /** Beside the active filters. */
  beside?: Child;
}

/** The search and filters of a list. browser/list-filters.js applies filters at once; without scripts, a button does. */
export function ListFilters(props: ListFiltersProps) {
  const { action, search, scans = false, kept = {}, active, children, isOpen = false, beside } = props;
  const t = commonTexts(useRequest().language);
  return (
    <>
      <search>
        <form method="get" action={`/office${action}`} class="list-filters" hx-sync="this:replace">
          {Object.entries(kept).map(([name, value]) => value && <input type="hidden" name={name} value={value} />)}
          {search && (
            <div class="line">
              <TextField
                name="q"
                {...search}
                type="search"
                labelHidden
                enterkeyhint="search"
                data-scans={scans ? 'once' : undefined}
              />
              {scans && <ScanButton />}
              <Submit class="secondary outline unscripted" label={t.search} />
            </div>
          )}
          {children && (
            <details open={isOpen}>
              <summary class="button">
                <Icon name="filter" /> <span>{t.filters}</span>
                {active.length > 0 && <span class="count">{active.length}</span>}
              </summary>
              <div class="fields">{children}</div>
              {!search && <Submit class="secondary outline unscripted" label={t.filter} />}
            </details>
          )}
        </form>
      </search>
      <ActiveFilters active={active} beside={beside} />
    </>
  );
}

const FIRST_PAGE = { before: undefined, after: undefined, page: undefined };

/** Links that each remove a filter. */
function ActiveFilters({ active, beside }: Pick<ListFiltersProps, 'active' | 'beside'>) {
  const { language, request } = useRequest();
  const t = commonTexts(language);
  const without = (names: readonly string[]) =>
    withQuery(request.url, { ...FIRST_PAGE, ...Object.fromEntries(names.map((name) => [name, undefined])) });
  return (
    <div class="actions active-filters">
      {active.map(({ name, text }) => (
        <a class="chip" href={without([name])} aria-label={t.removeFilter(text)}>
          {text} <span aria-hidden="true">×</span>
        </a>
      ))}
      {active.length > 0 && <a href={without(active.map(({ name }) => name))}>{t.clearFilters}</a>}
      {beside}
    </div>
  );
}
