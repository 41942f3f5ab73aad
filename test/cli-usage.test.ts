import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import type { Command } from 'commander';
import { makeProgram } from '../src/cli/program.ts';
import { AT_ONCE, openFolder, openFolderOf } from './cli.ts';
import { cafe, openShop } from './support.ts';

const COMMANDS = `serve; init; demo; load; dump; check; unblock; config check
store list; store set; store suspend; store resume
channel list; channel add; channel set; channel reset-secret; channel disable; channel enable
app list; app add; app set; app reset-secret; app ping; app deliveries
stock list; stock set; stock add; stock deduct; stock verify; stock repair
order list; order show; order pay; order cancel`
  .split(/[;\n]/)
  .map((line) => line.trim().split(' '));

const GROUPS = ['store', 'channel', 'app', 'stock', 'order', 'config'];

/** The command of these words; its help is what `--help` prints. */
const commandOf = (words: readonly string[]): Command =>
  words.reduce(
    (command, word) => command.commands.find((child) => child.name() === word) ?? assert.fail(`there is no ${word}`),
    makeProgram(() => assert.fail('nothing is served')),
  );

const names = (command: Command): string[] => command.commands.map((child) => child.name()).sort();

test('raan knows the commands of the contract and no others, each in its group', () => {
  const heads = new Set(COMMANDS.map(([head]) => head));
  assert.deepEqual(names(commandOf([])), [...heads].sort());
  for (const group of GROUPS) {
    const below = COMMANDS.filter(([head, name]) => head === group && name).map(([, name]) => name);
    assert.deepEqual(names(commandOf([group])), below.sort());
  }
});

for (const words of COMMANDS)
  test(`the help of raan ${words.join(' ')} explains what it does, what it takes and the options all share`, () => {
    const help = commandOf(words).helpInformation();
    const [usage = '', empty, description = ''] = help.split('\n');
    assert.ok(usage.startsWith(`Usage: raan ${words.join(' ')} `), usage);
    assert.equal(empty, '');
    assert.match(description, /^\w+ \w+/);
    for (const [, argument] of usage.matchAll(/[<[]([\w-]+)(\.\.\.)?[>\]]/g))
      if (argument !== 'options') assert.match(help, new RegExp(`^ +${argument} {2,}\\S`, 'm'));
    for (const option of ['--config <file>', '--json']) assert.match(help, new RegExp(`^ +${option} {2,}\\S`, 'm'));
  });

test('--help prints the help of the program, of a group and of a command, with status 0', async () => {
  const folder = openFolder();
  for (const words of [[], ['stock'], ['stock', 'set']]) {
    const { status, stdout, stderr } = await folder.raan(...words, '--help');
    assert.equal(status, 0);
    assert.equal(stderr, '');
    assert.ok(stdout.startsWith(`Usage: ${['raan', ...words].join(' ')} `), stdout);
  }
});

test('raan --version says the version and nothing else', async () => {
  const { status, stdout } = await openFolder().raan('--version');
  assert.equal(status, 0);
  assert.match(stdout, /^\d+\.\d+\.\d+\n$/);
});

test('raan and a group without a command show their help as wrong usage', async () => {
  const folder = openFolder();
  for (const words of [[], ['store']]) {
    const { status, stdout, stderr } = await folder.raan(...words);
    assert.equal(status, 2);
    assert.equal(stdout, '');
    assert.ok(stderr.startsWith(`Usage: ${['raan', ...words].join(' ')} `), stderr);
  }
});

const WRONG: [string[], RegExp][] = [
  [['nonsense'], /unknown command 'nonsense'.*see "raan --help"/],
  [['stock', 'sett'], /unknown command 'sett'.*did you mean set\?.*see "raan stock --help"/i],
  [['--nonsense'], /unknown option '--nonsense'/],
  [['load'], /missing required argument 'file'; see "raan load --help"/],
  [['load', 'one', 'two'], /too many arguments/],
  [['demo', '--port', '65536'], /--port must be a whole number from 0 to 65535; not 65536/],
  [['store', 'set', 'nonsense=1'], /nonsense=1: give KEY=VALUE with KEY one of name, /],
  [['store', 'set', 'sell_below_zero=yes'], /sell_below_zero must be true or false; not yes/],
  [['store', 'set', 'order_quota=-1'], /order_quota must be a whole number from 0 to 1000000000; not -1/],
  [['channel', 'add', ''], /NAME must not be empty/],
  [['channel', 'set', 'page', 'permissions=orders.read,all'], /orders\.create, orders\.read, addresses\.read.*not all/],
  [['channel', 'set', 'page', 'expire_time=1762837200'], /expire_time must be unix milliseconds, .*not 1762837200/],
  [['stock', 'set', '1'], /give VARIANT QTY, or --sku SKU and QTY/],
  [['stock', 'set', 'hot', '1'], /VARIANT must be an id: digits; not hot/],
  [['stock', 'add', '1', '1.5'], /QTY must be a whole number from 1 to 1000000000; not 1\.5/],
  [['order', 'show', 'x1'], /ID must be an id: digits; not x1/],
  [['order', 'pay', '1', 'ten'], /AMOUNT must be in baht; not ten/],
  [['order', 'cancel', '1', '--by', 'nobody'], /--by.*'nobody' is invalid.*buyer, reseller, store, system/],
];

suite('wrong usage', AT_ONCE, () => {
  for (const [words, told] of WRONG)
    test(`raan ${words.join(' ')} is wrong usage: status 2 and one line that says why`, async () => {
      const folder = openFolder();
      await folder.load({ stores: [cafe()] });
      const { status, stdout, faults } = await folder.command(...words);
      assert.equal(status, 2);
      assert.equal(stdout, '');
      assert.equal(faults.length, 1, faults.join('\n'));
      assert.match(faults[0] ?? '', /^raan: /);
      assert.match(faults[0] ?? '', told);
    });
});

const REFUSED: [string[], RegExp][] = [
  [['dump', 'absent'], /there is no store absent/],
  [['channel', 'disable', 'absent'], /there is no channel absent/],
  [['channel', 'set', 'page', 'price_tier=absent'], /the store has no price tier absent/],
  [['app', 'ping', 'bot'], /app \S+ has no url/],
  [['app', 'set', 'bot', 'url=ftp://bot.example'], /url must be an http or https address/],
  [['stock', 'set', '--sku', 'absent', '1'], /there is no variant with the SKU absent/],
  [['stock', 'set', '1', '5', '--warehouse', 'absent'], /there is no warehouse of this store absent/],
  [['stock', 'deduct', '1', '11'], /10/],
  [['order', 'show', '99'], /99/],
  [['order', 'cancel', '99'], /99/],
  [['unblock', '192.0.2.1'], /192\.0\.2\.1 is not blocked/],
];

suite('refused', AT_ONCE, () => {
  for (const [words, told] of REFUSED)
    test(`raan ${words.join(' ')} is refused: status 1, one line that says why, and nothing changed`, async () => {
      const folder = openFolder();
      await folder.load({ stores: [cafe()] });
      const before = folder.bytes('raan.db');
      const { status, stdout, faults } = await folder.command(...words, '--json');
      assert.equal(status, 1);
      assert.equal(stdout, '');
      assert.equal(faults.length, 1, faults.join('\n'));
      assert.match(faults[0] ?? '', /^raan: /);
      assert.match(faults[0] ?? '', told);
      assert.ok(folder.bytes('raan.db').equals(before));
    });
});

test('where there are several stores, what means one of them has to name it', async () => {
  const shop = await openShop({ stores: [cafe(), cafe({ key: 'tea' })] });
  const folder = openFolderOf(shop);
  for (const words of [
    ['store', 'suspend'],
    ['channel', 'add', 'Page'],
    ['stock', 'set', '--sku', 'LAT-H', '1'],
  ]) {
    const { status, faults } = await folder.command(...words);
    assert.equal(status, 1);
    assert.match(faults[0] ?? '', /name the store: one of cafe, tea/);
  }
  const { stores } = await folder.answer('store', 'suspend', '--store', 'tea');
  assert.deepEqual(
    stores.map(({ key }: { key: string }) => key),
    ['tea'],
  );
});
