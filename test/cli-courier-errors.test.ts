import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import type { Message } from '../src/lib/messages/catalogue.ts';
import { CONCURRENT } from './cli.ts';
import { FLASH, HTTP, openCafe, POOL } from './cli-courier-steps.ts';
import { ANY, errorPattern, partialMessage } from './errors.ts';

/** The problems of the settings of one shipping type, in one line. */
const settingsProblem = (shippingType: string, ...messages: Message[]): RegExp =>
  errorPattern('several', { path: shippingType, messages });

const WRONG_ADAPTER = settingsProblem(
  'ems',
  partialMessage('not_one_of', { path: 'adapter', codes: ['number_pool', 'http', 'flash', 'shippop', 'manual'] }),
);

const required = (path: string) => partialMessage('required', { path });
const unknownSetting = (path: string, adapter: string) => partialMessage('courier_setting_unknown', { path, adapter });
const notBetween = (path: string, least: number, most: number) =>
  partialMessage('not_a_whole_number_between', { path, least, most });

const WRONG: [string[], RegExp][] = [
  [
    ['pigeon', 'adapter=manual'],
    errorPattern('argument_not_a_shipping_type', {
      text: 'pigeon',
      known: ['ems', 'register', ANY, 'store_pickup', 'other'],
    }),
  ],
  [
    ['ems', 'nonsense=1'],
    errorPattern('argument_not_a_setting', {
      text: 'nonsense=1',
      keys: ['adapter', ANY, 'prefix', 'first', ANY, 'merchant_id', ANY],
    }),
  ],
  [['ems', 'url=https://a.example'], WRONG_ADAPTER],
  [['ems', 'adapter=pigeon'], WRONG_ADAPTER],
  [
    ['jt', ...POOL],
    settingsProblem('jt', partialMessage('courier_adapter_unfit', { path: 'adapter', shippingType: 'jt' })),
  ],
  [['ems', 'adapter=number_pool'], settingsProblem('ems', required('prefix'), required('first'), required('count'))],
  [['ems', 'adapter=number_pool', 'prefix=EX', 'first=1', 'count='], settingsProblem('ems', required('count'))],
  [
    ['ems', ...POOL.with(1, 'prefix=ex').with(2, 'first=123456785').with(3, 'count=0'), 'cod=yes', 'given=x'],
    settingsProblem(
      'ems',
      partialMessage('number_range_prefix_malformed', { path: 'prefix' }),
      notBetween('first', 0, 99_999_999),
      notBetween('count', 1, 100_000_000),
      partialMessage('not_true_or_false', { path: 'cod' }),
      notBetween('given', 0, 100_000_000),
    ),
  ],
  [['ems', ...POOL, 'warn_below=-1'], settingsProblem('ems', notBetween('warn_below', 0, 100_000_000))],
  [['ems', ...POOL, 'merchant_id=M'], settingsProblem('ems', unknownSetting('merchant_id', 'number_pool'))],
  [['ems', 'adapter=http'], settingsProblem('ems', required('url'))],
  [
    ['ems', 'adapter=http', 'url=courier.example'],
    settingsProblem('ems', partialMessage('not_a_web_address', { path: 'url' })),
  ],
  [
    ['ems', ...HTTP, 'tracking_url=https://a.example'],
    settingsProblem('ems', partialMessage('courier_url_without_number', { path: 'tracking_url' })),
  ],
  [
    ['ems', ...HTTP, 'prefix=EX', 'token='],
    settingsProblem('ems', unknownSetting('prefix', 'http'), unknownSetting('token', 'http')),
  ],
  [
    ['ems', ...HTTP, 'secret='],
    settingsProblem('ems', partialMessage('courier_secret_not_removable', { path: 'secret' })),
  ],
  [
    ['flash', ...FLASH.slice(0, 3)],
    settingsProblem('flash', partialMessage('courier_secret_required', { path: 'secret' })),
  ],
  [['other', 'adapter=manual', 'url=https://a.example'], settingsProblem('other', unknownSetting('url', 'manual'))],
];

suite('invalid courier settings', CONCURRENT, () => {
  for (const [args, expected] of WRONG)
    test(`raan courier set ${args.join(' ')} is wrong usage, lists all problems and changes nothing`, async () => {
      const folder = await openCafe();
      const before = folder.bytes('raan.db');
      const { status, stdout, errorLines } = await folder.runCommand('courier', 'set', ...args);
      assert.deepEqual([status, stdout, errorLines.length], [2, '', 1]);
      assert.match(errorLines[0] ?? '', expected);
      assert.ok(folder.bytes('raan.db').equals(before));
    });
});

const REFUSED: [string[], RegExp][] = [
  [
    ['set', 'ems', ...POOL.with(2, 'first=99999999')],
    errorPattern('number_range_too_long', { from: 'EX999999995TH', numbers: 1_000 }),
  ],
  [
    ['set', 'ems', ...POOL, 'given=1001'],
    errorPattern('number_range_used_beyond', { from: 'EX123456785TH', used: 1_001, numbers: 1_000 }),
  ],
  [['set', 'ems', ...POOL, '--store', 'absent'], errorPattern('store_not_found', { store: 'absent' })],
  [['pool', 'spx_pickup'], errorPattern('courier_has_no_number_pool', { shippingType: 'spx_pickup' })],
  [['reset-secret', 'kex'], errorPattern('courier_not_set_up', { shippingType: 'kex' })],
  [['reset-secret', 'flash'], errorPattern('courier_makes_its_secret', { shippingType: 'flash' })],
  [['reset-secret', 'other'], errorPattern('courier_has_no_secret', { shippingType: 'other' })],
];

suite('refused courier commands', CONCURRENT, () => {
  for (const [args, expected] of REFUSED)
    test(`raan courier ${args.join(' ')} is refused and changes nothing`, async () => {
      const folder = await openCafe(['spx_pickup', ...HTTP], ['flash', ...FLASH], ['other', 'adapter=manual']);
      const before = folder.bytes('raan.db');
      const { status, stdout, errorLines } = await folder.runCommand('courier', ...args);
      assert.deepEqual([status, stdout, errorLines.length], [1, '', 1]);
      assert.match(errorLines[0] ?? '', expected);
      assert.ok(folder.bytes('raan.db').equals(before));
    });
});
