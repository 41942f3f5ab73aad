import { measureFirst, slowestOf } from '../office-pages.ts';
import { median, print, type Ratio } from '../report.ts';
import type { Shop } from '../shop.ts';
import { column } from './files.ts';

const SAMPLE = 8; // of each kind

/** The office's list of orders, searched by what it is told on the telephone: each text for the first time. */
export async function measureOfficeSearch(address: string, shop: Shop): Promise<Ratio[]> {
  const some = (what: string) =>
    column<string>(
      shop,
      `SELECT ${what} AS value FROM addresses WHERE telephone IS NOT NULL ORDER BY version * 7919 % 1000003 LIMIT ${SAMPLE}`,
    );
  const telephones = [
    ...some('telephone'),
    ...some('substr(telephone, 1, 6)'),
    ...some('substr(telephone, -4)'),
    '0999999999',
  ];
  const given = `substr(name, 1, instr(name, ' ') - 1)`;
  const names = [...some('name'), ...some(given), ...some(`substr(name, instr(name, ' ') + 1)`), 'กุล', 'ไม่มีใคร'];
  const slowest = async (by: string, texts: readonly string[]): Promise<Ratio> => {
    const pages = [...new Set(texts)].map((text) => `?q=${text}`);
    const seen = await measureFirst(`${address}/office/orders`, pages);
    const { page, millis } = slowestOf(seen);
    print(`office search by ${by}, median ms`, median(seen.map((one) => one.millis)).toFixed(1));
    print(`office search by ${by}, the slowest of ${pages.length}`, page);
    return { name: `office search by ${by}, ms, the slowest`, value: millis, ceiling: 20 };
  };
  return [await slowest('telephone', telephones), await slowest('name', names)];
}
