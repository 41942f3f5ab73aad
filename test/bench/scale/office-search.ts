import { measureUncached, slowestOf } from '../office-pages.ts';
import { median, print, type Ratio } from '../report.ts';
import type { Shop } from '../shop.ts';
import { column } from './files.ts';

const SAMPLE = 8; // of each kind, and as many for the warm-up

/**
 * Searches the order list of the office by what a customer says on the phone. A warm-up with other texts compiles the
 * code first.
 */
export async function measureOfficeSearch(address: string, shop: Shop): Promise<Ratio[]> {
  const some = (what: string) =>
    column<string>(
      shop,
      `SELECT ${what} AS value FROM addresses WHERE telephone IS NOT NULL
       ORDER BY version * 7919 % 1000003 LIMIT ${2 * SAMPLE}`,
    );
  const telephones = ['telephone', 'substr(telephone, 1, 6)', 'substr(telephone, -4)'].map(some);
  const given = `substr(name, 1, instr(name, ' ') - 1)`;
  const names = ['name', given, `substr(name, instr(name, ' ') + 1)`].map(some);
  const slowest = async (by: string, kinds: readonly string[][], more: readonly string[]): Promise<Ratio> => {
    const texts = new Set([...kinds.flatMap((texts) => texts.slice(0, SAMPLE)), ...more]);
    const others = kinds.flatMap((texts) => texts.slice(SAMPLE)).filter((text) => !texts.has(text));
    const pages = [...texts].map(searchFor);
    const seen = await measureUncached(`${address}/office/orders`, pages, others.map(searchFor));
    const { page, millis } = slowestOf(seen);
    const middle = median(seen.map(({ millis }) => millis)).toFixed(1);
    print(`office search by ${by}, median ms`, middle);
    print(`office search by ${by}, the slowest of ${pages.length}`, page);
    return {
      name: `office search by ${by}, slowest`,
      value: millis,
      unit: 'ms',
      ceiling: 20,
      absolute: `median ${middle} ms`,
    };
  };
  return [await slowest('phone number', telephones, ['0999999999']), await slowest('name', names, ['กุล', 'ไม่มีใคร'])];
}

const searchFor = (text: string): string => `?q=${text}`;
