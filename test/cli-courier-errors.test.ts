import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { CONCURRENT } from './cli.ts';
import { FLASH, HTTP, openCafe, POOL } from './cli-courier-steps.ts';

const ADAPTERS = 'adapter: Must be one of number_pool, http, flash, shippop, manual';

const WRONG: [string[], string | RegExp][] = [
  [['pigeon', 'adapter=manual'], /^Unknown shipping type pigeon; use one of ems, register, .*, store_pickup, other$/],
  [
    ['ems', 'nonsense=1'],
    /^nonsense=1 must be KEY=VALUE with one of these keys: adapter, .*prefix, first, .*merchant_id/,
  ],
  [['ems', 'url=https://a.example'], `ems: ${ADAPTERS}`],
  [['ems', 'adapter=pigeon'], `ems: ${ADAPTERS}`],
  [['ems', 'adapter=number_pool'], 'ems: prefix: Required; first: Required; count: Required'],
  [['ems', 'adapter=number_pool', 'prefix=EX', 'first=1', 'count='], 'ems: count: Required'],
  [
    ['ems', ...POOL.with(1, 'prefix=ex').with(2, 'first=123456785').with(3, 'count=0'), 'cod=yes', 'given=x'],
    new RegExp(
      [
        '^ems: prefix: Must be two capital letters; first: Must be a whole number from 0 to 99,999,999',
        'count: Must be a whole number from 1 to 100,000,000; cod: Must be true or false',
        'given: Must be a whole number from 0 to 100,000,000$',
      ].join('; '),
    ),
  ],
  [['ems', ...POOL, 'warn_below=-1'], 'ems: warn_below: Must be a whole number from 0 to 100,000,000'],
  [['ems', ...POOL, 'merchant_id=M'], 'ems: merchant_id: Not a setting of number_pool'],
  [['ems', 'adapter=http'], 'ems: url: Required'],
  [['ems', 'adapter=http', 'url=courier.example'], 'ems: url: Must be an http or https URL'],
  [
    ['ems', ...HTTP, 'tracking_url=https://a.example'],
    'ems: tracking_url: Must have {number} where the tracking number goes',
  ],
  [['ems', ...HTTP, 'prefix=EX', 'token='], 'ems: prefix: Not a setting of http; token: Not a setting of http'],
  [['ems', ...HTTP, 'secret='], 'ems: secret: Cannot be removed. Run raan courier reset-secret to make a new one.'],
  [['flash', ...FLASH.slice(0, 3)], 'flash: secret: Required. Set the secret that you got from the courier.'],
  [['other', 'adapter=manual', 'url=https://a.example'], 'other: url: Not a setting of manual'],
];

suite('invalid courier settings', CONCURRENT, () => {
  for (const [args, expected] of WRONG)
    test(`raan courier set ${args.join(' ')} is wrong usage, lists all problems and changes nothing`, async () => {
      const folder = await openCafe();
      const before = folder.bytes('raan.db');
      const { status, stdout, errorLines } = await folder.runCommand('courier', 'set', ...args);
      assert.deepEqual([status, stdout, errorLines.length], [2, '', 1]);
      const problem = (errorLines[0] ?? '').replace(/^raan: /, '');
      if (typeof expected === 'string') assert.equal(problem, expected);
      else assert.match(problem, expected);
      assert.ok(folder.bytes('raan.db').equals(before));
    });
});

const REFUSED: [string[], string][] = [
  [
    ['set', 'ems', ...POOL.with(2, 'first=99999999')],
    'The range that starts at EX999999995TH has fewer than 1,000 numbers, because the last serial is 99999999',
  ],
  [
    ['set', 'ems', ...POOL, 'given=1001'],
    'The range that starts at EX123456785TH has more used numbers (1,001) than 1,000',
  ],
  [['set', 'ems', ...POOL, '--store', 'absent'], 'There is no store absent'],
  [['pool', 'spx_pickup'], 'spx_pickup has no number pool'],
  [['reset-secret', 'kex'], 'The store has not set up kex'],
  [['reset-secret', 'flash'], 'The courier of flash issues the secret. Set the secret that you got from the courier.'],
  [['reset-secret', 'other'], 'other is manual and has no secret'],
];

suite('refused courier commands', CONCURRENT, () => {
  for (const [args, expected] of REFUSED)
    test(`raan courier ${args.join(' ')} is refused and changes nothing`, async () => {
      const folder = await openCafe(['spx_pickup', ...HTTP], ['flash', ...FLASH], ['other', 'adapter=manual']);
      const before = folder.bytes('raan.db');
      const { status, stdout, errorLines } = await folder.runCommand('courier', ...args);
      assert.deepEqual([status, stdout, errorLines], [1, '', [`raan: ${expected}`]]);
      assert.ok(folder.bytes('raan.db').equals(before));
    });
});
