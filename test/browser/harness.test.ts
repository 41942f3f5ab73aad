import assert from 'node:assert/strict';
import { openShop } from '../support.ts';
import { browserTest, closeWindow, openWindow, overflows, PHONE, violations } from './browser.ts';

// Proves that the page checks find problems.

const show = async (html: string) => {
  const page = await openWindow(await openShop(), { size: PHONE });
  await page.setContent(`<!doctype html><html lang="en"><title>x</title><main>${html}</main></html>`);
  return page;
};

browserTest('a page wider than the window is found', async () => {
  const page = await show(
    '<p style="width: 500px; white-space: nowrap">a line that is very long indeed, longer than the window is wide</p>',
  );
  const found = await overflows(page);
  assert.match(found.join('\n'), /^the page is 508 wide in a window of 390$/m);
  assert.match(found.join('\n'), /^“a line that is very long.*” in p runs out of the window$/m);
  await closeWindow(page);
});

browserTest('cut-off text is found; text only for screen readers is ignored', async () => {
  const page = await show(
    `<div class="row" style="width: 50px; overflow: hidden; white-space: nowrap">cut off here</div>
     <div style="position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%)">only heard</div>`,
  );
  assert.deepEqual(await overflows(page), ['“cut off here” in div.row is cut off']);
  await closeWindow(page);
});

browserTest('text that ends with an ellipsis is found unless its title has all of it', async () => {
  const style = 'width: 50px; overflow: hidden; white-space: nowrap; text-overflow: ellipsis';
  const page = await show(`<p style="${style}" title="a long store name">a long store name</p>`);
  assert.deepEqual(await overflows(page), []);
  await page.evaluate('document.querySelector("p").title = "a long"');
  assert.match((await overflows(page)).join('\n'), /^“a long store name” in p is cut off$/m);
  await closeWindow(page);
});

browserTest('overlapping text is found', async () => {
  const page = await show('<p>one line</p><p class="up" style="margin-top: -1.6em">and another</p>');
  assert.deepEqual(await overflows(page), ['“one line” in p overlaps “and another” in p.up']);
  await closeWindow(page);
});

browserTest('a tag that is wider than its card, and a button text higher than its button, are found', async () => {
  const page = await show(
    `<div class="card" style="width: 60px"><span class="tag" style="white-space: nowrap">COD awaiting payout</span></div>
     <button style="width: 90px; height: 20px; padding: 0"><span>Save this view now</span></button>`,
  );
  assert.deepEqual(await overflows(page), [
    '“COD awaiting payout” in span.tag leaves its frame',
    '“Save this view now” in span leaves its frame',
  ]);
  await closeWindow(page);
});

browserTest('accessibility violations are found', async () => {
  const page = await show('<h1>Coffee</h1><input>');
  assert.match((await violations(page)).join('\n'), /^label \(.*\): input$/m);
  await closeWindow(page);
});

browserTest('pale text is found on a new background, on another background and in another size', async () => {
  const texts = [
    '<h1>Coffee</h1><p>dark</p><p style="color: #999">pale</p>',
    '<h1>Coffee</h1><p>dark</p><div style="background: #777"><p>dark</p><p class="b" style="color: #999">pale</p></div>',
    '<h1>Coffee</h1><p>dark</p><p style="color: #999; font-size: 12px">pale</p>',
  ];
  for (const html of texts) {
    const page = await show(html);
    assert.match((await violations(page)).join('\n'), /^color-contrast \(.*\): (p\[|p:nth|\.b)/m);
    await closeWindow(page);
  }
});

browserTest('a link that looks like the text around it is found after a link without text around it', async () => {
  const link = '<a href="/" style="color: #00f; text-decoration: none">tea</a>';
  const page = await show(
    `<h1>Coffee</h1><p>${link}</p><p id="text" style="color: #00e">Coffee and ${link} are drinks of the morning.</p>`,
  );
  assert.match((await violations(page)).join('\n'), /^link-in-text-block \(.*\): #text > a$/m);
  await closeWindow(page);
});

browserTest('pale text is found after a disabled control, hidden text and a symbol of the same colors', async () => {
  const pale = 'style="color: #aaa"';
  const page = await show(
    `<h1>Coffee</h1><button disabled ${pale}>off</button><label ${pale}>off <input disabled></label>
     <p hidden ${pale}>hidden</p><p ${pale}>·</p><button ${pale}>on</button><label ${pale}>name <input></label>
     <p ${pale}>text</p>`,
  );
  const found = (await violations(page)).find((line) => line.startsWith('color-contrast')) ?? '';
  assert.equal(found.split(', ').length, 3, found);
  await closeWindow(page);
});

browserTest('a signed-in account sees the office in its language, with and without JavaScript', async () => {
  const shop = await openShop();
  for (const javaScript of [true, false])
    for (const language of ['th', 'en'] as const) {
      const account = { name: `malee-${language}-${javaScript}` };
      const page = await openWindow(shop, { account, language, javaScript });
      await page.goto('/office');
      assert.equal(await page.locator('html').getAttribute('lang'), language);
      assert.equal(new URL(page.url()).pathname, '/office');
      await closeWindow(page);
    }
});
