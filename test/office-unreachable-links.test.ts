import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createManualOrder } from '../src/domain/orders/create-manual-order.ts';
import { byUser } from '../src/domain/orders/history.ts';
import { webAddress } from '../src/domain/web-address.ts';
import type { Id } from '../src/lib/ids.ts';
import { ZERO } from '../src/lib/money.ts';
import { officePattern } from './errors.ts';
import { errorAt, signedIn } from './office.ts';
import { LATTE } from './office-orders-list-steps.ts';
import { runStep } from './stock-steps.ts';
import { cafe, idOf, openShop } from './support.ts';

// Payment links of a server whose web address is not set. The tests reach it under 127.0.0.1.

async function opened(settings: object) {
  const shop = await openShop({ stores: [cafe({ settings })] });
  const wanted = {
    ...{ formKey: 'first', shippingType: 'ems', lines: LATTE, recipientAddress: { name: 'สมชาย' } },
    ...{ discount: ZERO, shippingFee: ZERO, otherFee: ZERO, shipBeforePay: false, autoRequestXshipping: false },
  };
  const act = (now: number) => byUser(7 as Id, now);
  const { id } = await runStep(shop, (tx, now) => createManualOrder(tx, idOf(shop.ids.id), wanted, act(now)));
  const browser = await signedIn(shop, { language: 'en' });
  await browser.open(`/orders/${id}`);
  return { shop, id, browser };
}

const UNREACHABLE = /Customers cannot open the payment link, because the web address of the store is not set\./g;

test('a link that customers cannot open is announced, and the QR code of the amount is offered instead', async () => {
  const { id, browser } = await opened({ promptpay_id: '0899999999' });
  assert.equal(browser.page.text.match(UNREACHABLE)?.length, 1);
  assert.match(
    browser.page.html,
    new RegExp(`href="/office/orders/${id}/promptpay">Send the PromptPay QR code instead`),
  );
  assert.match(browser.page.html, new RegExp(`id="tools"[^>]*><a href="/office/orders/${id}/promptpay"`));
  assert.match(browser.page.text, /Customer payment link .* Create link/);
  await browser.send(`/orders/${id}/buyer-link`, { days: '30' });
  assert.equal(browser.page.text.match(UNREACHABLE)?.length, 1);
  assert.doesNotMatch(browser.page.html, /data-copies-now|data-copies="#buyer-link|id="buyer-link-(th|en)"/);
  assert.match((await browser.open(`/orders/${id}/promptpay`)).html, /qr\.png" download="promptpay-1\.png">Save QR/);
});

test('without PromptPay a received payment is recorded, the link is not copied, and only the owner is sent to the web address', async () => {
  const { shop, id, browser } = await opened({});
  assert.equal(browser.page.text.match(UNREACHABLE)?.length, 1);
  assert.doesNotMatch(browser.page.text, /PromptPay QR/);
  assert.doesNotMatch(browser.page.text, /Copy payment link/);
  assert.match(browser.page.html, /id="tools"[^>]*><a href="#act-payments"/);
  assert.match(browser.page.html, /href="\/office\/settings\/web-address">Learn how to set it/);
  const keeper = await signedIn(shop, { name: 'keeper', role: 'bookkeeper', store: 'cafe', language: 'en' });
  assert.match((await keeper.open(`/orders/${id}`)).text, /is not set\. Ask the owner to set it\./);
  const explained = await browser.open('/settings/web-address');
  assert.match(
    explained.text,
    /The web address is not set\. Customers cannot open .* base_url = "https:\/\/shop\.example"/,
  );
});

test('a server with a web address has no warning', async () => {
  const { shop, id, browser } = await opened({ promptpay_id: '0899999999' });
  Object.assign(shop.ctx.config.listen, { base_url: 'https://shop.example' }); // after the sign-in, which needs the origin
  assert.match((await browser.open('/settings/web-address')).text, /All links use the address https:\/\/shop\.example/);
  await browser.open(`/orders/${id}`);
  assert.doesNotMatch(browser.page.text, UNREACHABLE);
  assert.match(browser.page.text, /Copy payment link/);
});

test('the owner sets the web address in the office; links use it, unless the config file has one', async () => {
  const { shop, id, browser } = await opened({ promptpay_id: '0899999999' });
  await browser.open('/settings/web-address');
  const refused = await browser.send('/settings/web-address', { address: 'shop.example' });
  assert.match(errorAt(refused, 'address') ?? '', officePattern('not_a_web_address'));
  const { text } = await browser.send('/settings/web-address', { address: 'https://shop.example/' });
  assert.match(text, /All links use the address https:\/\/shop\.example /);
  await browser.open(`/orders/${id}`);
  assert.doesNotMatch(browser.page.text, UNREACHABLE);
  await browser.send(`/orders/${id}/buyer-link`, { days: '30' });
  assert.match(browser.page.html, /https:\/\/shop\.example\/o\//);
  assert.equal(webAddress(shop.ctx), 'https://shop.example');
  Object.assign(shop.ctx.config.listen, { base_url: 'https://other.example' });
  assert.equal(webAddress(shop.ctx), 'https://other.example');
  const fixed = await browser.open('/settings/web-address');
  assert.match(fixed.text, /https:\/\/other\.example The address is set as listen\.base_url/);
  assert.doesNotMatch(fixed.html, /name="address"/);
  Object.assign(shop.ctx.config.listen, { base_url: '' });
  await browser.open('/settings/web-address');
  await browser.send('/settings/web-address', { address: '' });
  assert.equal(webAddress(shop.ctx), undefined);
});
