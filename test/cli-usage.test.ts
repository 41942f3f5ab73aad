import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import type { Command } from 'commander';
import { makeProgram } from '../src/cli/program.ts';
import { CONCURRENT, openFolder } from './cli.ts';
import { ANY, errorPattern } from './errors.ts';
import { cafe } from './support.ts';

const COMMANDS =
  `help; serve; init; install; demo; load; dump; upgrade; backup; restore; check; salvage; doctor; unblock; openapi; webhook listen; config check
store list; store set; store suspend; store resume
account list; account add; account reset-password; account reset-2fa; account require-2fa; account disable; account enable
channel list; channel add; channel set; channel reset-secret; channel end-old-secret; channel revoke-tokens; channel disable; channel enable; channel calls; channel blocks
sandbox add-channel; sandbox reset
app list; app add; app set; app reset-secret; app end-old-secret; app ping; app deliveries
tier list; tier add; tier set; warehouse list; warehouse add; warehouse set
product list; product show; product delete; product restore; product pull; product export; product import
variant add; variant set; variant parts; variant delete; variant restore; bundle show; bundle set; bundle clear
stock list; stock ledger; stock set; stock add; stock deduct; stock adjust; stock verify; stock repair
stock purchase; stock deposit; stock write-off; stock transfer; stock assemble; stock disassemble; stock fulfilment
stock documents; count start; count enter; count remove; count show; count commit; count discard; count list
order list; order show; order pay; order cancel; order edit; order book; order ship; order return
cod list; cod collect; cod fail; cod reopen; cod remit; cod set-fee; cod undo; cod remittances; order history; shipment move
shipment list; shipment pick-up; shipment undo-pick-up; shipment cancel
order refund; order promptpay; payment list; payment notify; payment confirm; payment reject; payment slip
payment undo-confirm; order no-refund; order receipt replace
courier list; courier set; courier reset-secret; courier end-old-secret; courier pool; shipment events
booking list; booking retry; booking drop; booking switch
account set-role; account sign-out; role list; role add; role set; role remove
customer find; customer export; customer erase; audit; order delete
key show; key rotate; key discard-unreadable; key new-identity
label; print pick-list; print packing-slip; print manifest; print receipt; print refunds`
    .split(/[;\n]/)
    .map((line) => line.trim().split(' '));

/** The commands that have subcommands. */
const GROUPS = new Set(COMMANDS.flatMap(([head = '', name]) => (name ? [head] : [])));

/** The command with these names. */
const commandOf = (args: readonly string[]): Command =>
  args.reduce(
    (command, word) => command.commands.find((child) => child.name() === word) ?? assert.fail(`there is no ${word}`),
    makeProgram({
      loadServer: () => assert.fail('nothing is served'),
      openApi: () => assert.fail('nothing is described'),
    }),
  );

const names = (command: Command): string[] => command.commands.map((child) => child.name()).sort();

test('raan has exactly the specified commands, each in its group', () => {
  const heads = new Set(COMMANDS.map(([head]) => head));
  assert.deepEqual(names(commandOf([])), [...heads].sort());
  for (const group of GROUPS) {
    const below = COMMANDS.filter(([head, name]) => head === group && name).map(([, name]) => name);
    assert.deepEqual(names(commandOf([group])), below.sort());
  }
});

for (const args of COMMANDS)
  test(`the help of raan ${args.join(' ')} describes the command, its arguments and the global options`, () => {
    const help = commandOf(args).helpInformation();
    const [usage = '', empty, description = ''] = help.split('\n');
    assert.ok(usage.startsWith(`Usage: raan ${args.join(' ')} `), usage);
    assert.equal(empty, '');
    assert.match(description, /^[A-Z]\w+ \S+/);
    for (const [, argument] of usage.matchAll(/[<[]([\w-]+)(\.\.\.)?[>\]]/g))
      if (argument !== 'options') assert.match(help, new RegExp(`^ +${argument} {2,}\\S`, 'm'));
    for (const option of ['--config <file>', '--json']) assert.match(help, new RegExp(`^ +${option} {2,}\\S`, 'm'));
  });

test('--help prints the help of the program, a group or a command, with status 0', async () => {
  const folder = openFolder();
  for (const args of [[], ['stock'], ['stock', 'set']]) {
    const { status, stdout, stderr } = await folder.runCommandWithoutConfig(...args, '--help');
    assert.equal(status, 0);
    assert.equal(stderr, '');
    assert.ok(stdout.startsWith(`Usage: ${['raan', ...args].join(' ')} `), stdout);
  }
});

test('raan --version prints only the version', async () => {
  const { status, stdout } = await openFolder().spawnCommand('--version');
  assert.equal(status, 0);
  assert.match(stdout, /^\d+\.\d+\.\d+\n$/);
});

test('help marks required options', async () => {
  const { stdout } = await openFolder().runCommand('order', 'book', '--help');
  assert.match(stdout, /\n +--tracking <number> +Tracking number [^-]*\(required\)\n/);
  assert.equal(stdout.match(/\(required\)/g)?.length, 1);
});

test('raan or a group without a command prints its help as wrong usage', async () => {
  const folder = openFolder();
  for (const args of [[], ['store']]) {
    const { status, stdout, stderr } = await folder.runCommandWithoutConfig(...args);
    assert.equal(status, 2);
    assert.equal(stdout, '');
    assert.ok(stderr.startsWith(`Usage: ${['raan', ...args].join(' ')} `), stderr);
  }
});

const WRONG: [string[], RegExp][] = [
  [['nonsense'], /unknown command 'nonsense'.*see "raan --help"/],
  [['order', 'create', '--help'], /unknown command 'create'.*see "raan order --help"/],
  [['order', 'help', 'create'], /unknown command 'create'.*see "raan order --help"/],
  [['stock', 'sett'], /unknown command 'sett'.*did you mean set\?.*see "raan stock --help"/i],
  [['--nonsense'], /unknown option '--nonsense'/],
  [['load'], /missing required argument 'file'; see "raan load --help"/],
  [['load', 'one', 'two'], /too many arguments/],
  [
    ['demo', '--port', '65536'],
    errorPattern('argument_not_a_whole_number', { name: '--port', min: 0, max: 65_535, text: '65536' }),
  ],
  [['store', 'set', 'nonsense=1'], errorPattern('argument_not_a_setting', { text: 'nonsense=1' })],
  [
    ['store', 'set', 'sell_below_zero=yes'],
    errorPattern('argument_not_true_or_false', { name: 'sell_below_zero', text: 'yes' }),
  ],
  [
    ['store', 'set', 'order_quota=-1'],
    errorPattern('argument_not_a_whole_number', { name: 'order_quota', min: 0, max: 1_000_000_000, text: '-1' }),
  ],
  [['account', 'add', 'malee'], /required option '--role <role>' not specified/],
  [['account', 'add', ' ', '--role', 'staff'], errorPattern('argument_empty', { name: 'NAME' })],
  [['channel', 'add', ''], errorPattern('argument_empty', { name: 'NAME' })],
  [
    ['channel', 'set', 'page', 'permissions=orders.read,all'],
    errorPattern('argument_not_a_permission', {
      text: 'all',
      known: ['orders.create', 'orders.read', 'addresses.read', ANY],
    }),
  ],
  [
    ['channel', 'set', 'page', 'expire_time=1762837200'],
    errorPattern('argument_not_a_time_with_offset', { name: 'expire_time', text: '1762837200' }),
  ],
  [['stock', 'set', '1'], errorPattern('quantity_not_given')],
  [['stock', 'set', 'hot', '1'], errorPattern('argument_not_an_id', { name: 'VARIANT', text: 'hot' })],
  [
    ['stock', 'add', '1', '1.5'],
    errorPattern('argument_not_a_whole_number', { name: 'QTY', min: 1, max: 1_000_000_000, text: '1.5' }),
  ],
  [['stock', 'list', '--at', '1762837200'], errorPattern('argument_not_a_time', { name: '--at', text: '1762837200' })],
  [['stock', 'list', '--at', '2026-02-30'], errorPattern('argument_not_a_time', { name: '--at', text: '2026-02-30' })],
  [['stock', 'list', '--low', '--at', '2026-11-30'], errorPattern('low_stock_at_a_time')],
  [['stock', 'set', '1', '2', '--user', 'malee', '--admin'], /'--admin' cannot be used with option '--user <name>'/],
  [['stock', 'repair', '--trust', 'nobody'], /--trust.*'nobody' is invalid.*ledger, stock/],
  [['stock', 'purchase', '1=2'], errorPattern('argument_malformed', { text: '1=2', form: 'VARIANT=QTY@COST' })],
  [
    ['stock', 'purchase', '1=2@free'],
    errorPattern('argument_not_an_amount', { path: '1=2@free', name: 'cost', text: 'free' }),
  ],
  [['stock', 'deposit'], errorPattern('lines_not_given', { form: 'VARIANT=QTY' })],
  [['stock', 'deposit', '1=2', '--file', 'goods.csv'], errorPattern('lines_not_given', { form: 'VARIANT=QTY' })],
  [
    ['stock', 'deposit', '1=0'],
    errorPattern('argument_not_a_whole_number', { path: '1=0', name: 'qty', min: 1, max: 1_000_000_000, text: '0' }),
  ],
  [
    ['stock', 'deposit', 'LAT-H=1'],
    errorPattern('argument_not_an_id', { path: 'LAT-H=1', name: 'variant', text: 'LAT-H' }),
  ],
  [['stock', 'write-off', '1=1'], /required option '--as <what>' not specified/],
  [['stock', 'transfer', '1=1', '--from', 'bkk'], /required option '--to <warehouse>' not specified/],
  [['count', 'show', 'x1'], errorPattern('argument_not_an_id', { name: 'SHEET', text: 'x1' })],
  [['order', 'show', 'x1'], errorPattern('argument_not_an_id', { name: 'ID', text: 'x1' })],
  [['tier', 'add', 'vip'], /required option '--name <name>' not specified/],
  [['tier', 'set', 'retail', 'default=false'], errorPattern('default_tier_not_removable', { path: 'default' })],
  [
    ['warehouse', 'set', 'bkk', 'default=true'],
    errorPattern('argument_not_a_setting', { text: 'default=true', keys: ['name'] }),
  ],
  [
    ['variant', 'set', '1', 'price.gold=1'],
    errorPattern('argument_not_a_setting', {
      text: 'price.gold=1',
      keys: ['name', 'sku', ANY, 'price.retail', 'price.vip'],
    }),
  ],
  [['variant', 'set', '1', 'cost=-1'], errorPattern('argument_below_zero_baht', { name: 'cost', text: '-1' })],
  [['variant', 'set', '1', 'weight=heavy'], errorPattern('argument_not_a_number', { name: 'weight', text: 'heavy' })],
  [
    ['variant', 'set', '1', 'image_url=a.jpg'],
    errorPattern('argument_not_a_url', { name: 'image_url', text: 'a.jpg' }),
  ],
  [
    ['variant', 'add', 'latte', '--stock', 'bkk'],
    errorPattern('argument_malformed', { text: 'bkk', form: 'WAREHOUSE=QTY' }),
  ],
  [['variant', 'parts', '1'], errorPattern('lines_not_given', { form: 'VARIANT=QTY' })],
  [['variant', 'parts', '1', '--none', '2=1'], errorPattern('lines_and_none_given')],
  [['variant', 'add', 'latte', '--stock', 'bkk=1', '1=2'], errorPattern('argument_repeated', { text: '1=2' })],
  [
    ['variant', 'add', 'latte', '--price', 'vip=1', '--price', 'vip=2'],
    errorPattern('argument_repeated', { text: 'vip=2' }),
  ],
  [['product', 'pull', 'latte', '--store', 'cafe'], /required option '--key <key>' not specified/],
  [['order', 'pay', '1', 'ten'], errorPattern('argument_not_an_amount', { name: 'AMOUNT', text: 'ten' })],
  [['order', 'refund', '1', 'ten'], errorPattern('argument_not_an_amount', { name: 'AMOUNT', text: 'ten' })],
  [['order', 'refund', '1', '--line', '1'], errorPattern('argument_malformed', { text: '1', form: 'LINE=QTY' })],
  [
    ['order', 'promptpay', '1', '--out', 'qr.gif'],
    errorPattern('argument_not_a_png_file', { name: '--out', text: 'qr.gif' }),
  ],
  [['payment', 'notify', '1', '1', '--method', 'shells'], /--method.*'shells' is invalid.*transfer, promptpay, cash/],
  [['payment', 'reject', '1'], /required option '--reason <text>' not specified/],
  [['payment', 'reject', '1', '--reason', ' '], errorPattern('argument_empty', { name: '--reason' })],
  [
    ['payment', 'reject', '1', '--reason', 'x'.repeat(1_001)],
    errorPattern('text_too_long', { path: '--reason', most: 1_000 }),
  ],
  [['channel', 'set', '1', `name=${'x'.repeat(501)}`], errorPattern('text_too_long', { path: 'name', most: 500 })],
  [['variant', 'set', '1', `sku=${'x'.repeat(257)}`], errorPattern('text_too_long', { path: 'sku', most: 256 })],
  [['order', 'edit', '1'], errorPattern('order_change_not_given')],
  [
    ['order', 'edit', '1', '--discount', '-1'],
    errorPattern('argument_below_zero_baht', { name: '--discount', text: '-1' }),
  ],
  [
    ['order', 'edit', '1', '--expires', 'soon'],
    errorPattern('argument_not_a_time', { name: '--expires', text: 'soon' }),
  ],
  [
    ['order', 'edit', '1', '--label-note', 'x'.repeat(1_001)],
    errorPattern('text_too_long', { path: '--label-note', most: 1_000 }),
  ],
  [
    ['order', 'book', '1', '--tracking', 'T1', '--cod', 'all'],
    errorPattern('argument_not_an_amount', { name: '--cod', text: 'all' }),
  ],
  [['shipment', 'move', '1', 'picked_up'], /'picked_up' is invalid.*in_transit, .*returned/],
  [['cod', 'list', '--status', 'paid'], /--status.*'paid' is invalid.*pending, collected, remitted, failed/],
  [['order', 'cancel', '1', '--by', 'nobody'], /--by.*'nobody' is invalid.*buyer, reseller, store, system/],
];

suite('wrong usage', CONCURRENT, () => {
  for (const [args, expected] of WRONG)
    test(`raan ${args.join(' ')} is wrong usage: status 2 and one line with the reason`, async () => {
      const folder = openFolder();
      await folder.load({ stores: [cafe()] });
      const { status, stdout, errorLines } = await folder.runCommand(...args);
      assert.equal(status, 2);
      assert.equal(stdout, '');
      assert.equal(errorLines.length, 1, errorLines.join('\n'));
      assert.match(errorLines[0] ?? '', /^raan: /);
      assert.match(errorLines[0] ?? '', expected);
    });
});
