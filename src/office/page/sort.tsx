import { optionalChoice } from '../forms/fields.ts';
import { withQuery } from './components.tsx';

/** The sort order of a list; in the URL `sort=total` or, descending, `sort=-total`. */
export interface Sort<Key extends string = string> {
  key: Key;
  descending: boolean;
}

/** The query parameter `sort` of a list. */
export const sortField = <Key extends string>(keys: readonly Key[]) =>
  optionalChoice([...keys, ...keys.map((key) => `-${key}` as const)]);

export const sortOf = <Key extends string>(text: Key | `-${Key}` | undefined): Sort<Key> | undefined =>
  text && { key: text.replace(/^-/, '') as Key, descending: text.startsWith('-') };

/** The heading of a column that sorts its list. */
export interface SortHeading {
  label: string;
  key: string;
  url: URL;
  current: Sort | undefined;
  /** Whether the first click sorts in descending order, for example the largest amounts first. */
  descendingFirst?: boolean;
}

export const ariaSort = ({ key, current }: SortHeading) =>
  current?.key !== key ? undefined : current.descending ? ('descending' as const) : ('ascending' as const);

/** Sorts by the column; a second click reverses the order. The other parameters stay, except for the page. */
export function SortLink(heading: SortHeading) {
  const { label, key, url, current, descendingFirst = false } = heading;
  const descending = current?.key === key ? !current.descending : descendingFirst;
  const href = withQuery(url, {
    sort: descending ? `-${key}` : key,
    page: undefined,
    before: undefined,
    after: undefined,
  });
  return (
    <a class="sort" href={href}>
      {label}
    </a>
  );
}
