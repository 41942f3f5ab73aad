import { addAccount } from '../../src/domain/accounts/change.ts';
import { hashPassword } from '../../src/domain/accounts/passwords.ts';
import { Browser, PASSWORD } from '../office.ts';
import { sent } from '../page-files.ts';
import { openTestDatabase } from '../sql.ts';
import { median } from './report.ts';

const NAME = 'malee';
const IN_USE = 10; // times that it was opened

export async function addOwner(file: string): Promise<void> {
  const passwordHash = await hashPassword(PASSWORD);
  const db = openTestDatabase(file);
  addAccount(db, { name: NAME, role: 'owner', storeId: null, passwordHash, mustChangePassword: false }, Date.now());
  db.close();
}

/** The cookies of the owner, who has signed in. */
export async function signIn(address: string): Promise<string> {
  const browser = new Browser(address);
  await browser.open('/sign-in');
  const { status } = await browser.send('/sign-in', { name: NAME, password: PASSWORD, to: '' });
  if (status !== 200) throw new Error(`signing in answered ${status}`);
  return [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
}

export interface MeasuredPage {
  page: string;
  millis: number;
  bytes: number;
}

/** How long each page takes once it has been opened before, as in a server in use, and how many bytes come. */
export async function measurePages(base: string, pages: readonly string[], rounds: number): Promise<MeasuredPage[]> {
  const cookies = await signIn(new URL(base).origin);
  for (const page of pages) await open(base + page, cookies);
  const seen: MeasuredPage[] = [];
  for (const page of pages) seen.push({ page, ...(await measurePage(base + page, cookies, rounds)) });
  return seen;
}

const TIMES = 3;

/**
 * The same of pages of which so many are opened in between that nothing is kept of one when it is opened again: the middle
 * of three times. The list is in use, and `others` of their kind have been opened.
 */
export async function measureInTurn(
  base: string,
  pages: readonly string[],
  others: readonly string[],
): Promise<MeasuredPage[]> {
  const cookies = await signIn(new URL(base).origin);
  for (let i = 0; i < IN_USE; i += 1) await open(base, cookies);
  for (const page of others) await open(base + page, cookies);
  const seen = pages.map((page) => ({ page, millis: [] as number[], bytes: 0 }));
  for (let i = 0; i < TIMES; i += 1)
    for (const one of seen) {
      const { millis, bytes } = await open(base + one.page, cookies);
      one.millis.push(millis);
      one.bytes = bytes;
    }
  return seen.map(({ millis, ...one }) => ({ ...one, millis: median(millis) }));
}

export const slowestOf = (pages: readonly MeasuredPage[]): MeasuredPage =>
  pages.toSorted((a, b) => b.millis - a.millis)[0] as MeasuredPage;

async function measurePage(address: string, cookies: string, rounds: number) {
  const seen = [];
  for (let round = 0; round <= rounds; round += 1) seen.push(await open(address, cookies));
  return { millis: median(seen.slice(1).map(({ millis }) => millis)), bytes: seen.at(-1)?.bytes ?? 0 };
}

/** @throws where it is no page */
async function open(address: string, cookies: string) {
  const begin = performance.now();
  const { status, bytes } = await sent(address, { Cookie: cookies });
  const millis = performance.now() - begin;
  if (status !== 200) throw new Error(`${address} answered ${status}`);
  return { millis, bytes };
}
