import path from 'node:path';
import { ORDER_TABS } from '../../src/domain/orders/list/tabs.ts';
import { fetchFile, filesOf } from '../page-files.ts';
import { writeManyOrders } from './many-orders.ts';
import { addOwner, measurePages, signIn, slowestOf } from './office-pages.ts';
import type { Plan } from './plan.ts';
import { raan } from './programs.ts';
import { formatInteger, median, print, type Ratio } from './report.ts';
import { startServer } from './server.ts';
import { openShop } from './shop.ts';

const MAX_BYTES = 60 * 1_024;
const MAX_ASSET_BYTES = 150 * 1_024;

/** First and deep pages of tabs, filters with few or no matches, and each kind of search. */
const pagesOf = (orders: number): string[] => [
  ...ORDER_TABS.flatMap((tab) => [`?tab=${tab}`, `?tab=${tab}&before=${orders / 2}`]),
  ...['?late=yes', '?channel=line&cod=no', '?tab=delivered&channel=phone', '?tab=closed&courier=kex&paid=yes'],
  ...['?from=2026-01-01&to=2026-01-31', '?tab=delivered&paid=no'],
  ...[`${orders / 8}`, `${orders / 4}`, 'EX0001', 'SHOP-1000', 'COF-7-1', 'cof-7', 'COF-NONE'].map(searchFor),
  ...['สมชาย', 'ใจดี', 'somchai ใจดี', 'รัตนสมบัติ', 'ชัย', 'ไม่มีใคร', '5678', '0812345678', '081234'].map(searchFor),
  ...['สมชาย', '5678', 'cof-7'].flatMap((text) => [`?tab=to_pack&q=${text}`, `?tab=returning&q=${text}`]),
];

const searchFor = (text: string): string => `?q=${text}`;

/** The order list of the office with very many orders, page by page as a browser loads it. */
export async function measureOfficeList(folder: string, { orders, rounds }: Plan): Promise<Ratio[]> {
  const count = orders * 10;
  const shop = await openShop(path.join(folder, 'office'));
  writeManyOrders(shop.database, count, Date.now());
  await addOwner(shop.database);
  const server = await startServer(raan(shop));
  try {
    const base = `${server.address}/office/orders`;
    const seen = await measurePages(base, pagesOf(count), rounds);
    const { page, millis } = slowestOf(seen);
    const largest = Math.max(...seen.map(({ bytes }) => bytes));
    print(`slowest page of ${formatInteger(count)} orders`, page);
    const middle = median(seen.map(({ millis }) => millis)).toFixed(1);
    print('its pages, median ms', middle);
    const files = await fileBytes(base, await signIn(server.address));
    return [
      {
        name: `slowest page of 50 of ${formatInteger(count)} orders in the office`,
        value: millis,
        unit: 'ms',
        ceiling: 20,
        absolute: `median ${middle} ms`,
      },
      {
        name: 'largest such page, compressed ÷ 60 KB',
        value: largest / MAX_BYTES,
        ceiling: 1,
        absolute: `${formatInteger(largest)} bytes`,
      },
      {
        name: 'all files of a page, compressed ÷ 150 KB',
        value: files / MAX_ASSET_BYTES,
        ceiling: 1,
        absolute: `${formatInteger(files)} bytes`,
      },
    ];
  } finally {
    await server.stop();
  }
}

/**
 * Bytes of all assets that the page loads, including those of its stylesheets.
 * @throws if an asset is missing
 */
async function fileBytes(address: string, cookies: string): Promise<number> {
  const page = await fetchFile(address, { Cookie: cookies });
  const files = await filesOf(address, String(page.body));
  const missing = files.find(({ status }) => status !== 200);
  if (missing || files.length === 0) throw new Error(`${missing?.address ?? 'any file of the page'} is missing`);
  return files.reduce((sum, { bytes }) => sum + bytes, 0);
}
