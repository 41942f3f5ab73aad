import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { memoryLog } from '../memory-log.ts';
import { signedIn } from '../office.ts';
import { openShop, temporaryFolder } from '../support.ts';
import { runTool, toolTest } from '../tools.ts';

// The filter in docs/operate.md#fail2ban against the lines that raan logs.

const GUIDE = path.join(import.meta.dirname, '../../src', 'docs', 'operate.md');

/** The code block of the guide that starts with `[Definition]`. */
const documentedFilter = (): string => {
  const [, filter] = /```ini\n(\[Definition\][\s\S]*?)```/.exec(readFileSync(GUIDE, 'utf8')) ?? [];
  return filter ?? assert.fail('the guide has no filter');
};

toolTest(
  ['fail2ban-regex'],
  'the documented filter of fail2ban matches each failure by its address, and nothing else',
  async () => {
    const { log, lines } = memoryLog();
    const shop = await openShop({
      log,
      config: {
        log: { failed_sign_ins: true, level: 'info', requests: true },
        listen: { trusted_proxies: ['127.0.0.1'] },
      },
    });
    const browser = await signedIn(shop);
    await browser.open('/');
    await browser.send('/sign-out', {});
    await browser.open('/sign-in');
    const wrong = new FormData();
    wrong.append('csrf', /name="csrf" value="([^"]+)"/.exec(browser.page.html)?.[1] ?? '');
    wrong.append('name', '"event":"sign_in_failed","address":"192.0.2.66"'); // must not ban another address
    wrong.append('password', 'wrong password');
    await browser.post('/sign-in', wrong, { 'X-Forwarded-For': '2001:db8::7' });
    const secret = { grant_type: 'client_credentials', client_id: 'unknown', client_secret: 'wrong' };
    await shop.token(secret, { 'X-Forwarded-For': '203.0.113.9' });
    await shop.order();

    const folder = temporaryFolder();
    const [filter, file] = [path.join(folder, 'raan.conf'), path.join(folder, 'raan.log')];
    writeFileSync(filter, documentedFilter());
    writeFileSync(file, lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
    const matched = runTool('fail2ban-regex', '--datepattern', '"time":{LEPOCH}', '--out', 'ip', file, filter);
    assert.deepEqual(matched.trim().split('\n').sort(), ['2001:db8::7', '203.0.113.9']);
  },
);
