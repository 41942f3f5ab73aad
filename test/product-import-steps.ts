import assert from 'node:assert/strict';
import { setTimeout } from 'node:timers/promises';
import type { Browser, PageResponse } from './office.ts';

// Imports of product files in the office. An import that takes longer than a request shows its progress first.

const PROGRESS = /Checking the file…|กำลังตรวจไฟล์…|ยกเลิกการนำเข้า|Cancel import/;

/** Polls the page of the import until `isDone` accepts its text. */
export async function pageUntil(
  browser: Browser,
  page: string,
  isDone: (text: string) => boolean,
): Promise<PageResponse> {
  const end = performance.now() + 240_000;
  while (!isDone((await browser.open(page)).text)) {
    if (performance.now() > end) assert.fail(`${page} shows ${browser.page.text.slice(0, 500)}`);
    await setTimeout(100); // leaves the processor to the import
  }
  return browser.page;
}

const waitForEnd = async (browser: Browser): Promise<PageResponse> =>
  PROGRESS.test(browser.page.text)
    ? pageUntil(browser, browser.page.path, (text) => !PROGRESS.test(text))
    : browser.page;

/** Uploads a file. @returns the page with the preview or the errors */
export async function uploadProducts(browser: Browser, file: File): Promise<PageResponse> {
  await browser.open('/products/import');
  await browser.send('/products/import', { file });
  return waitForEnd(browser);
}

/** Imports the previewed file. @returns the page with the result */
export async function applyImport(browser: Browser, page: string): Promise<PageResponse> {
  await browser.send(`${page}/apply`);
  return waitForEnd(browser);
}
