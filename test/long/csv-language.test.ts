import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { parse } from 'csv-parse/sync';
import type { Browser } from '../office.ts';
import { everyRoute, openCrawlStore } from '../office-routes.ts';

interface File {
  address: string;
  headings: readonly string[];
  rows: readonly (readonly string[])[];
}

/** Words of both languages in headings. */
const COMMON = /^(ID|SKU|URL|COD|Client ID|Webhook URL)$/;
const THAI = /[ก-๙]/;
/** Names that the demo's owner typed, codes of the API, and what another system answered. */
const TYPED_HEADINGS = /คำสั่ง|รหัส|Endpoint|Error code|Key|ID$|ไฟล์|File|ข้อมูลที่ตอบกลับ|Response body/;

const DATE_HEADINGS =
  /^(เวลา|วันเวลา|วันที่|สร้างเมื่อ|ส่งเมื่อ|สั่งล่าสุด|จนถึง|วันหมดอายุ|Time|Date|Created|Sent|Last order|Until|Expires)$/;

async function csvFiles(browser: Browser, paths: readonly string[], language: 'th' | 'en'): Promise<File[]> {
  await browser.open('/me');
  await browser.send('/language', { language });
  const files: File[] = [];
  for (const address of paths) {
    const { status, html } = await browser.open(`${address}?from=2020-01-01&days=90`);
    assert.equal(status, 200, address);
    const [headings = [], ...rows] = parse(html, { bom: true }) as string[][];
    files.push({ address, headings, rows });
  }
  return files;
}

describe('the CSV files of the office', () => {
  let thai: File[];
  let english: File[];

  before(async () => {
    const { shop, owner } = await openCrawlStore();
    const paths = (await everyRoute(shop, owner)).flatMap(({ screen: { path, method }, address }) =>
      /csv$/.test(path) && method === 'GET' && !path.startsWith('/demo/') ? [address] : [],
    );
    thai = await csvFiles(owner, paths, 'th');
    english = await csvFiles(owner, paths, 'en');
  });

  test('have headings in the language of the page, and the same columns in both', () => {
    assert.ok(thai.length > 20, String(thai.length));
    for (const [i, { address, headings }] of thai.entries()) {
      assert.deepEqual(
        headings.filter((heading) => !THAI.test(heading) && !COMMON.test(heading)),
        [],
        address,
      );
      const named = english[i]?.headings ?? [];
      assert.equal(named.length, headings.length, address);
      assert.deepEqual(
        named.filter((heading) => !/^[A-Z][^_]*$/.test(heading) || (THAI.test(heading) && !heading.includes(': '))),
        [],
        address,
      );
    }
  });

  test('have no codes in place of words', () => {
    for (const { address, headings, rows } of [...thai, ...english])
      for (const [i, heading] of headings.entries()) {
        if (TYPED_HEADINGS.test(heading)) continue;
        const codes = rows
          .map((row) => row[i] ?? '')
          .filter((cell) => /^(true|false|on|off|[a-z]+(_[a-z]+)+)$/.test(cell));
        assert.deepEqual([...new Set(codes)], [], `${address}: ${heading}`);
      }
  });

  test('write dates as spreadsheets read them', () => {
    for (const { address, headings, rows } of [...thai, ...english])
      for (const [i, heading] of headings.entries()) {
        if (!DATE_HEADINGS.test(heading)) continue;
        const cells = rows.map((row) => row[i] ?? '').filter((cell) => cell !== '');
        const unreadable = cells.filter((cell) => !/^\d{4}-\d\d-\d\d( \d\d:\d\d(:\d\d)?)?$/.test(cell));
        assert.deepEqual(unreadable, [], `${address}: ${heading}`);
      }
  });
});
