import type { Message } from '../../../lib/messages/catalogue.ts';
import { shorten } from '../../../lib/text.ts';
import { priceColumn, stockColumn } from './columns.ts';
import type { ProductDraft, RowProblem } from './rows.ts';

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

const PATH = /^stores\[0\]\.products\[(?<product>\d+)\](?:\.variants\[(?<variant>\d+)\])?(?<rest>.*)$/s;

/** Finds the row and column from which a problem of the store file comes that these products make. */
export function locateIn(
  products: readonly ProductDraft[],
  tiers: readonly string[],
  warehouses: readonly string[],
): (problem: Message) => RowProblem {
  const keyed: [string, string][] = [
    ...tiers.map((key): [string, string] => [`.prices.${shorten(key)}`, priceColumn(key)]),
    ...warehouses.map((key): [string, string] => [`.stock.${shorten(key)}`, stockColumn(key)]),
  ];
  const variantFields = [...VARIANT_FIELDS, ...keyed.sort(([one], [other]) => other.length - one.length)];
  return (problem) => {
    const { product = '', variant, rest = '' } = PATH.exec(problem.path ?? '')?.groups ?? {};
    const draft = products[Number(product)];
    const row = (variant === undefined ? draft : draft?.variants[Number(variant)])?.row;
    if (row === undefined) return { row: 0, problem };
    const [field = '', column] =
      (variant === undefined ? PRODUCT_FIELDS : variantFields).find(
        ([name]) => rest.startsWith(name) && /^([.[]|$)/.test(rest.slice(name.length)),
      ) ?? [];
    return { row, column, inCell: rest.slice(field.length), problem };
  };
}
