import assert from 'node:assert/strict';
import { test } from 'node:test';
import { LONGEST_BLOCK } from '../event-loop.ts';
import {
  openStoppedShop,
  productFile,
  productWorkbook,
  serveInMeasuredProcess,
  waitForText,
} from '../large-imports.ts';
import { pageUntil } from '../product-import-steps.ts';

// Imports of large product files.

/** The applied changes that a page shows. */
const appliedOn = (text: string): number => Number(/([\d,]+) of [\d,]+/.exec(text)?.[1]?.replaceAll(',', '') ?? 0);

const TRIES = 3; // garbage collection hits any of them

test('a file of 10,000 rows blocks no other call while it is uploaded, checked and applied', async () => {
  const { browser, takeMeasurement } = await serveInMeasuredProcess(await openStoppedShop());
  const upload = async (rows: number) => {
    await browser.open('/products/import');
    const { path: page } = await browser.send('/products/import', { file: productFile(rows) });
    await waitForText(browser, page, new RegExp(`${rows.toLocaleString('en')} new variants`));
    return page;
  };
  await upload(1_000); // compiles the code
  let checking = Number.POSITIVE_INFINITY;
  let page = '';
  for (let i = 0; i < TRIES && checking > LONGEST_BLOCK; i += 1) {
    await takeMeasurement();
    page = await upload(10_000);
    checking = Math.min(checking, (await takeMeasurement()).longest);
  }
  await browser.send(`${page}/apply`);
  await pageUntil(browser, page, (text) => appliedOn(text) > 3_000);
  const { longest: applying } = await takeMeasurement();
  await browser.send(`${page}/cancel`);
  assert.match(browser.page.text, /Import canceled/);
  for (const [what, longest] of Object.entries({ checking, applying }))
    assert.ok(longest <= LONGEST_BLOCK, `${what} blocks the event loop for ${longest.toFixed(0)} ms`);
});

test('a workbook of 10,000 rows blocks no other call while it is uploaded and checked', async () => {
  const { browser, takeMeasurement } = await serveInMeasuredProcess(await openStoppedShop());
  const upload = async (rows: number) => {
    const file = productWorkbook(rows);
    await browser.open('/products/import');
    await takeMeasurement();
    const { path: page } = await browser.send('/products/import', { file });
    await waitForText(browser, page, new RegExp(`${rows.toLocaleString('en')} new variants`));
    return (await takeMeasurement()).longest;
  };
  await upload(1_000); // compiles the code
  let longest = Number.POSITIVE_INFINITY;
  for (let i = 0; i < TRIES && longest > LONGEST_BLOCK; i += 1) longest = Math.min(longest, await upload(10_000));
  assert.ok(longest <= LONGEST_BLOCK, `the event loop is blocked for ${longest.toFixed(0)} ms`);
});
