import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { after } from 'node:test';
import type { Measured } from './measured-server-process.ts';
import { Browser, createAccount, PASSWORD } from './office.ts';
import { checkStderrOf } from './personal-data.ts';
import { pageUntil } from './product-import-steps.ts';
import { openShop, type Shop } from './support.ts';
import { workbook } from './workbook.ts';

// Large product files, and a separate server process that imports them.

const HEAD = ['ชื่อสินค้า', 'ตัวเลือก', 'SKU', 'ราคา', 'คงเหลือ'];

const shirts = (rows: number): (string | number)[][] =>
  Array.from({ length: rows }, (_, i) => [
    `เสื้อยืด ${Math.floor(i / 5)}`,
    `ไซซ์ ${i}`,
    `SKU-${i}`,
    100 + (i % 900),
    (i % 50) + 1,
  ]);

export const productFile = (rows: number): File => new File([[HEAD, ...shirts(rows)].join('\n')], 'shirts.csv');

export const productWorkbook = (rows: number): File =>
  new File([workbook({ rows: [HEAD, ...shirts(rows)] }) as Uint8Array<ArrayBuffer>], 'shirts.xlsx');

interface MeasuredServer {
  child: ChildProcess;
  browser: Browser;
  /** Another browser of the same account. */
  other: Browser;
  /** Returns the measurement since the previous call. The first call starts it. */
  takeMeasurement: () => Promise<Measured>;
}

/** Serves the database of a stopped shop from a process that measures its CPU time and memory. */
export async function serveInMeasuredProcess({ config }: Pick<Shop, 'config'>): Promise<MeasuredServer> {
  const script = path.join(import.meta.dirname, 'measured-server-process.ts');
  const child = fork(script, [JSON.stringify(config)], { silent: true });
  checkStderrOf(child);
  after(() => child.kill('SIGKILL'));
  const [{ address }] = (await once(child, 'message')) as [{ address: string }];
  const browser = await signedInAt(address);
  const other = await signedInAt(address);
  const takeMeasurement = async () => {
    child.send('measure');
    return ((await once(child, 'message')) as [Measured])[0];
  };
  return { child, browser, other, takeMeasurement };
}

async function signedInAt(address: string): Promise<Browser> {
  const browser = new Browser(address);
  await browser.open('/sign-in');
  await browser.send('/sign-in', { name: 'malee', password: PASSWORD, to: '' });
  await browser.send('/language', { language: 'en', from: '' });
  return browser;
}

export async function openStoppedShop(): Promise<Shop> {
  const shop = await openShop();
  await createAccount(shop);
  await shop.stop();
  return shop;
}

export const waitForText = (browser: Browser, page: string, wanted: RegExp) =>
  pageUntil(browser, page, (text) => wanted.test(text));
