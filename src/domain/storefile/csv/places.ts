import { shorten } from '../../../lib/text.ts';
import { priceColumn, stockColumn } from './columns.ts';
import type { ProductDraft, RowFault } from './rows.ts';

const PRODUCT_FIELDS: [string, string][] = [
  ['.key', 'product_key'],
  ['.name', 'product_name'],
  ['.description', 'description'],
  ['.variants', 'variant_key'],
];

const VARIANT_FIELDS: [string, string][] = [
  ['.key', 'variant_key'],
  ['.name', 'variant_name'],
  ...['sku', 'cost', 'weight', 'low_stock_threshold', 'bundle', 'parts'].map((name): [string, string] => [
    `.${name}`,
    name,
  ]),
];

const PLACE = /^stores\[0\]\.products\[(?<product>\d+)\](?:\.variants\[(?<variant>\d+)\])?(?<rest>.*)$/s;

/** Turns a fault of the store file that these products make into one of the row and column that it comes from. */
export function locateIn(
  products: readonly ProductDraft[],
  tiers: readonly string[],
  warehouses: readonly string[],
): (line: string) => RowFault {
  const keyed: [string, string][] = [
    ...tiers.map((key): [string, string] => [`.prices.${shorten(key)}`, priceColumn(key)]),
    ...warehouses.map((key): [string, string] => [`.stock.${shorten(key)}`, stockColumn(key)]),
  ];
  const variantFields = [...VARIANT_FIELDS, ...keyed.sort(([one], [other]) => other.length - one.length)];
  return (line) => {
    const { product = '', variant, rest = '' } = PLACE.exec(line)?.groups ?? {};
    const draft = products[Number(product)];
    const row = (variant === undefined ? draft : draft?.variants[Number(variant)])?.row;
    if (row === undefined) return { row: 0, line };
    const field = (variant === undefined ? PRODUCT_FIELDS : variantFields).find(
      ([name]) => rest.startsWith(name) && /^[ .[]/.test(rest.slice(name.length)),
    );
    return { row, line: field ? `row ${row} ${field[1]}${rest.slice(field[0].length)}` : `row ${row}${rest}` };
  };
}
