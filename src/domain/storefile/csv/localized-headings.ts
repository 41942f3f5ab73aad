import type { Language } from '../../../lib/messages/catalogue.ts';
import { type ColumnTargets, columnFinder } from './column-names.ts';
import { priceColumn, stockColumn } from './columns.ts';
import { HEADINGS, PRICE_HEADING, STOCK_HEADING } from './headings.ts';

/**
 * The headings of columns in a language, with the names of price tiers and warehouses. A column whose heading an import
 * would read as another one keeps its name, for example if two tiers have the same name.
 */
export function localizedHeadings(places: ColumnTargets, language: Language): (column: string) => string {
  const at = language === 'th' ? 0 : 1;
  const columnOf = columnFinder(places);
  const headings = new Map([
    ...Object.entries(HEADINGS).map(([column, pair]) => [column, pair[at]] as const),
    ...places.tiers.map(({ key, name }) => [priceColumn(key), `${PRICE_HEADING[at]}: ${name}`] as const),
    ...places.warehouses.map(({ key, name }) => [stockColumn(key), `${STOCK_HEADING[at]}: ${name}`] as const),
  ]);
  return (column) => {
    const heading = headings.get(column)?.trim();
    return heading !== undefined && columnOf(heading) === column ? heading : column;
  };
}
