import { addAccount } from '../../src/domain/accounts/account-changes.ts';
import { hashPassword } from '../../src/domain/accounts/passwords.ts';
import { SCRYPT_COST } from '../../src/lib/scrypt.ts';
import { Browser, PASSWORD } from '../office.ts';
import { fetchFile } from '../page-files.ts';
import { openTestDatabase } from '../sql.ts';
import { median } from './report.ts';

const NAME = 'malee';
const WARM_UPS = 10;

export async function addOwner(file: string): Promise<void> {
  const passwordHash = await hashPassword(PASSWORD, SCRYPT_COST);
  const db = openTestDatabase(file);
  addAccount(db, { name: NAME, role: 'owner', storeId: null, passwordHash, mustChangePassword: false }, Date.now());
  db.close();
}

/** The cookies of a signed-in owner. */
export async function signIn(address: string): Promise<string> {
  const browser = new Browser(address);
  await browser.open('/sign-in');
  const { status } = await browser.send('/sign-in', { name: NAME, password: PASSWORD, to: '' });
  if (status !== 200) throw new Error(`signing in answered ${status}`);
  return [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
}

interface MeasuredPage {
  page: string;
  millis: number;
  bytes: number;
}

/** Time of each page after a warm-up, and its bytes. */
export async function measurePages(base: string, pages: readonly string[], rounds: number): Promise<MeasuredPage[]> {
  const cookies = await signIn(new URL(base).origin);
  for (const page of pages) await open(base + page, cookies);
  const seen: MeasuredPage[] = [];
  for (const page of pages) seen.push({ page, ...(await measurePage(base + page, cookies, rounds)) });
  return seen;
}

const REPETITIONS = 3;

/**
 * Time of each page, the median of three times. All other pages are opened between two openings of a page, so that no
 * cache has it. A warm-up opens the list and `others` of the same kind.
 */
export async function measureUncached(
  base: string,
  pages: readonly string[],
  others: readonly string[],
): Promise<MeasuredPage[]> {
  const cookies = await signIn(new URL(base).origin);
  for (let i = 0; i < WARM_UPS; i += 1) await open(base, cookies);
  for (const page of others) await open(base + page, cookies);
  const seen = pages.map((page) => ({ page, millis: [] as number[], bytes: 0 }));
  for (let i = 0; i < REPETITIONS; i += 1)
    for (const result of seen) {
      const { millis, bytes } = await open(base + result.page, cookies);
      result.millis.push(millis);
      result.bytes = bytes;
    }
  return seen.map(({ millis, ...result }) => ({ ...result, millis: median(millis) }));
}

export const slowestOf = (pages: readonly MeasuredPage[]): MeasuredPage =>
  pages.toSorted((a, b) => b.millis - a.millis)[0] as MeasuredPage;

async function measurePage(address: string, cookies: string, rounds: number) {
  const seen = [];
  for (let round = 0; round <= rounds; round += 1) seen.push(await open(address, cookies));
  return { millis: median(seen.slice(1).map(({ millis }) => millis)), bytes: seen.at(-1)?.bytes ?? 0 };
}

/** @throws if the page does not exist */
async function open(address: string, cookies: string) {
  const begin = performance.now();
  const { status, bytes } = await fetchFile(address, { Cookie: cookies });
  const millis = performance.now() - begin;
  if (status !== 200) throw new Error(`${address} answered ${status}`);
  return { millis, bytes };
}
