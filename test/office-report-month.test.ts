import assert from 'node:assert/strict';
import { test } from 'node:test';
import { signedIn } from './office.ts';
import { placeOrder } from './order-steps.ts';
import { stoppedClock } from './stopped-clock.ts';
import { openShop } from './support.ts';

// The month of a report is chosen from a list.

/** A store whose first order is from October 2026. */
async function openOldStore(now: string) {
  const clock = stoppedClock(Date.parse('2026-10-05T12:00:00+07:00'));
  const shop = await openShop({ now: clock.now, steadyNow: clock.now });
  await placeOrder(shop, [{ sku: 'LAT-H', qty: 1 }]);
  clock.forward(Date.parse(now) - clock.now());
  return shop;
}

/** The form of the months, and its options with the chosen one marked. */
function monthsIn(html: string) {
  const [form = ''] = /<form class="months"[\s\S]*?<\/form>/.exec(html) ?? [];
  const options = [...form.matchAll(/<option value="([\d-]+)"( selected="")?>([^<]*)</g)];
  return { form, options: options.map(([, month, chosen, label]) => `${chosen ? '*' : ''}${month} ${label}`) };
}

test('the months of a report are those since the first order, newest first, without JavaScript too', async () => {
  const shop = await openOldStore('2027-01-20T12:00:00+07:00');
  const browser = await signedIn(shop, { language: 'en' });
  for (const path of ['/reports/money', '/reports/vat', '/reports/vat/sales']) {
    const { form, options } = monthsIn((await browser.open(`${path}?month=2026-11`)).html);
    assert.deepEqual(options, [
      '2027-01 January 2027',
      '2026-12 December 2026',
      '*2026-11 November 2026',
      '2026-10 October 2026',
    ]);
    assert.match(form, new RegExp(`action="/office${path}"`));
    assert.match(form, /<select [^>]*name="month"[\s\S]*<button type="submit"/);
  }
});

test('Thai months have the Buddhist year', async () => {
  const shop = await openOldStore('2026-11-20T12:00:00+07:00');
  const browser = await signedIn(shop);
  const { html, text } = await browser.open('/reports/money');
  assert.deepEqual(monthsIn(html).options, ['*2026-11 พฤศจิกายน 2569', '2026-10 ตุลาคม 2569']);
  assert.match(text, /‹ ต\.ค\. 2569/);
});

test('a month outside the list is in it while it is shown', async () => {
  const shop = await openOldStore('2026-11-20T12:00:00+07:00');
  const browser = await signedIn(shop, { language: 'en' });
  const optionsOf = async (month: string) =>
    monthsIn((await browser.open(`/reports/money?month=${month}`)).html).options;
  assert.equal((await optionsOf('2026-08')).at(-1), '*2026-08 August 2026');
  assert.equal((await optionsOf('2026-12'))[0], '*2026-12 December 2026');
});
