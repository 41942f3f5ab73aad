import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { bankAccounts } from '../src/domain/bank-accounts.ts';
import { CONCURRENT } from './cli.ts';
import { NO_ADDRESS, openStore, openWizard } from './first-run-steps.ts';
import { errorAt, type PageResponse } from './office.ts';

suite('steps of the first run that can be skipped', CONCURRENT, () => {
  test('the payments step takes PromptPay or a complete bank account, and an error is at its field', async () => {
    const { shop, browser, store } = await openStore();
    const errorsOf = async (typed: object) => {
      const page = await browser.send('/first-run/payments', {
        promptpay_id: '',
        bank: '',
        number: '',
        name: '',
        ...typed,
      });
      return page.status === 200
        ? page.path
        : ['promptpay_id', 'bank', 'number', 'name'].filter((field) => errorAt(page, field));
    };
    await browser.open('/first-run/payments');
    assert.deepEqual(await errorsOf({}), ['promptpay_id']);
    assert.deepEqual(await errorsOf({ promptpay_id: '12' }), ['promptpay_id']);
    assert.deepEqual(await errorsOf({ number: '1234567890' }), ['bank', 'name']);
    assert.deepEqual(await errorsOf({ bank: '004', number: '12', name: 'มาลี' }), ['number']);
    assert.deepEqual(bankAccounts(shop.ctx.db, store), []);
    assert.equal(await errorsOf({ bank: '004', number: '1234567890', name: 'มาลี' }), '/first-run/channel');
    assert.match((await browser.open('/first-run/payments')).text, /123-4-56789-0/);
    assert.equal(await errorsOf({}), '/first-run/channel', 'nothing more is needed');
  });

  test('every step after the account has a sign-out, and those that the store does not need are skipped by a button', async () => {
    const { browser } = await openWizard();
    const next = ({ html }: PageResponse) =>
      /<a href="\/office([^"]*)" class="button">(?:ข้ามไปก่อน|ไปหน้าวันนี้)<\/a>/.exec(html)?.[1];
    const signsOut = ({ html }: PageResponse) => html.split('action="/office/sign-out"').length - 1;
    assert.deepEqual([next(browser.page), signsOut(browser.page)], [undefined, 1]);
    await browser.send('/first-run/store', NO_ADDRESS);
    for (const [step, path] of [
      ['product', '/first-run/payments'],
      ['payments', '/first-run/channel'],
      ['channel', ''],
    ] as const) {
      const page = await browser.open(`/first-run/${step}`);
      assert.deepEqual([next(page), signsOut(page)], [path, 1], step);
    }
  });
});
