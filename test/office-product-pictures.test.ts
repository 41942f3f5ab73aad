import assert from 'node:assert/strict';
import { test } from 'node:test';
import { pictureBytes, pictureNameIn } from '../src/domain/pictures/stored-pictures.ts';
import { officePattern } from './errors.ts';
import { type Browser, signedIn } from './office.ts';
import { file, hot, latte, product, variant } from './office-product-steps.ts';
import { inspectPicture } from './sample-photos.ts';
import { openShop, type Shop } from './support.ts';

test('pictures are uploaded, reordered and removed', async () => {
  const shop = await openShop();
  const browser = await signedIn(shop);
  await browser.open(latte(shop));
  const response = await upload(
    shop,
    browser,
    ...(await Promise.all(['111.jpg', '222.jpg', '333.jpg'].map((name) => file(name)))),
  );
  assert.equal(response.status, 200, response.text);
  const [a, b, c] = product(shop).pictures.map(({ url }) => url) as [string, string, string];
  assert.ok(response.html.includes(a.replace('full', 'thumbnail')));
  assert.equal((await fetch(shop.url + c)).status, 200);

  await browser.send(`${latte(shop)}/pictures/move`, { url: c, position: '0' });
  await browser.send(`${latte(shop)}/pictures/remove`, { url: a });
  assert.deepEqual(
    product(shop).pictures.map(({ url }) => url),
    [c, b],
  );
  assert.equal((await fetch(shop.url + a)).status, 404);
});

/** Saves the form of the product's page with chosen pictures. */
function upload(shop: Shop, browser: Browser, ...files: File[]) {
  const form = new FormData();
  form.append('csrf', /name="csrf" value="([^"]+)"/.exec(browser.page.html)?.[1] as string);
  form.append('name', 'ลาเต้');
  for (const file of files) form.append('picture', file);
  return browser.post(`${latte(shop)}/details`, form);
}

test('an unreadable picture is named and nothing is saved; an existing picture is not added again', async () => {
  const shop = await openShop();
  const browser = await signedIn(shop, { language: 'en' });
  await browser.open(latte(shop));
  const response = await upload(
    shop,
    browser,
    await file('<i>note</i>.jpg', Buffer.from('<script>alert(1)</script>')),
    await file('111.jpg'),
    await file('big.png', Buffer.alloc(11 * 2 ** 20)),
  );
  assert.equal(response.status, 422);
  assert.match(response.text, new RegExp(`<i>note</i>\\.jpg: .*${officePattern('not_a_picture').source}`));
  assert.match(response.text, /big\.png: .*10 MB/);
  assert.ok(!response.html.includes('<i>note'));
  assert.equal(product(shop).pictures.length, 0);
  assert.match((await upload(shop, browser, await file('111.jpg'), await file('222.jpg'))).text, /2 images added/);
  assert.match((await upload(shop, browser, await file('111.jpg'), await file('333.jpg'))).text, /Image added/);
  assert.match((await upload(shop, browser, await file('111.jpg'))).text, /already has these images/);
  assert.equal(product(shop).pictures.length, 3);
});

test('an upload that is too large links back to its page', async () => {
  const shop = await openShop();
  const browser = await signedIn(shop);
  await browser.open(latte(shop));
  const form = new FormData();
  form.append('picture', await file('big.jpg', Buffer.alloc(41 * 2 ** 20)));
  const page = `/office${latte(shop)}?from=list`;
  for (const [referer, back] of [
    [shop.url + page, page],
    [`https://elsewhere.example${page}`, `/office${latte(shop)}`],
    ['', `/office${latte(shop)}`],
  ] as const) {
    const response = await browser.post(`${latte(shop)}/details`, form, referer === '' ? {} : { Referer: referer });
    assert.equal(response.status, 413);
    assert.match(response.html, new RegExp(`href="${back.replace('?', '\\?')}" class="button main">กลับหน้าเดิม<`));
  }
});

test('an unreadable picture is shown with the errors of the other fields, and a form without a picture is saved', async () => {
  const shop = await openShop();
  const browser = await signedIn(shop);
  await browser.open(latte(shop));
  const picture = await file('x.jpg', Buffer.from('x'));
  const refused = await browser.send(`${latte(shop)}/details`, { name: '', min: 'x', picture });
  assert.equal(refused.status, 422);
  for (const field of ['name', 'min', 'picture']) assert.match(refused.html, new RegExp(`id="field-${field}-error"`));
  const saved = await browser.send(`${latte(shop)}/details`, { name: 'ลาเต้', picture: new File([], '') });
  assert.equal(saved.status, 200, saved.text);
  assert.equal(product(shop).pictures.length, 0);
});

test('a variant picture can be rotated on upload, by quarter turns only', async () => {
  const shop = await openShop();
  const browser = await signedIn(shop);
  await browser.open(hot(shop));
  const picture = await file('111.jpg');
  assert.equal((await browser.send(`${hot(shop)}/picture`, { picture, turn: ['45'] })).status, 422);
  await browser.send(`${hot(shop)}/picture`, { picture, turn: ['90'] });
  const turned = pictureBytes(shop.ctx.db, pictureNameIn(variant(shop).imageUrl ?? '') ?? '', 'full');
  const { width = 0, height = 0 } = await inspectPicture(turned ?? assert.fail());
  assert.ok(height > width, `${width} × ${height}`);
});

test('a variant picture is set and removed', async () => {
  const shop = await openShop();
  const browser = await signedIn(shop);
  await browser.open(hot(shop));
  await browser.send(`${hot(shop)}/picture`, { picture: await file('111.jpg') });
  const { imageUrl } = variant(shop);
  assert.match(imageUrl ?? '', /^\/pictures\//);
  assert.equal(
    (await browser.send(`${hot(shop)}/picture`, { picture: await file('x.jpg', Buffer.from('x')) })).status,
    422,
  );
  assert.equal(variant(shop).imageUrl, imageUrl);
  await browser.open(hot(shop));
  await browser.send(`${hot(shop)}/picture/remove`);
  assert.equal(variant(shop).imageUrl, null);
});
