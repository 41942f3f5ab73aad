import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import type { Command } from 'commander';
import { makeProgram } from '../src/cli/program.ts';
import { CONCURRENT, openFolder, openFolderOf } from './cli.ts';
import { cafe, openShop } from './support.ts';

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
cod list; cod collect; cod fail; cod reopen; cod remit; cod remittances; order history; shipment move
shipment list; shipment pick-up; shipment cancel
order refund; order promptpay; payment list; payment notify; payment confirm; payment reject; payment slip
courier list; courier set; courier reset-secret; courier end-old-secret; courier pool; shipment events
booking list; booking retry; booking drop; booking switch
account set-role; account sign-out; role list; role add; role set; role remove
customer find; customer export; customer erase; audit; order delete
key show; key rotate; key discard-unreadable; key new-identity
label; print pick-list; print packing-slip; print manifest; print receipt; print refunds`
    .split(/[;\n]/)
    .map((line) => line.trim().split(' '));

const GROUPS = [
  'store',
  'account',
  'role',
  'channel',
  'sandbox',
  'app',
  'tier',
  'warehouse',
  'product',
  'variant',
  'bundle',
  'stock',
  'count',
  'order',
  'shipment',
  'courier',
  'booking',
  'cod',
  'payment',
  'customer',
  'key',
  'print',
  'config',
  'webhook',
];

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
  [['stock', 'sett'], /unknown command 'sett'.*did you mean set\?.*see "raan stock --help"/i],
  [['--nonsense'], /unknown option '--nonsense'/],
  [['load'], /missing required argument 'file'; see "raan load --help"/],
  [['load', 'one', 'two'], /too many arguments/],
  [['demo', '--port', '65536'], /--port must be a whole number from 0 to 65535, not 65536/],
  [['store', 'set', 'nonsense=1'], /nonsense=1 must be KEY=VALUE with one of these keys: name, /],
  [['store', 'set', 'sell_below_zero=yes'], /sell_below_zero must be true or false, not yes/],
  [['store', 'set', 'order_quota=-1'], /order_quota must be a whole number from 0 to 1000000000, not -1/],
  [['account', 'add', 'malee'], /required option '--role <role>' not specified/],
  [['account', 'add', ' ', '--role', 'staff'], /NAME must not be empty/],
  [['channel', 'add', ''], /NAME must not be empty/],
  [
    ['channel', 'set', 'page', 'permissions=orders.read,all'],
    /Unknown permission all; permissions are orders\.create, orders\.read, addresses\.read/,
  ],
  [['channel', 'set', 'page', 'expire_time=1762837200'], /expire_time must be unix milliseconds or .*, not 1762837200/],
  [['stock', 'set', '1'], /Give VARIANT QTY, or QTY with --sku SKU/],
  [['stock', 'set', 'hot', '1'], /VARIANT must be a numeric id, not hot/],
  [['stock', 'add', '1', '1.5'], /QTY must be a whole number from 1 to 1000000000, not 1\.5/],
  [['stock', 'list', '--at', '1762837200'], /--at must be unix milliseconds or ISO 8601, .*, not 1762837200/],
  [['stock', 'list', '--at', '2026-02-30'], /--at must be .*, not 2026-02-30/],
  [['stock', 'list', '--low', '--at', '2026-11-30'], /--low shows current stock and cannot be combined with --at/],
  [['stock', 'set', '1', '2', '--user', 'malee', '--admin'], /'--admin' cannot be used with option '--user <name>'/],
  [['stock', 'repair', '--trust', 'nobody'], /--trust.*'nobody' is invalid.*ledger, stock/],
  [['stock', 'purchase', '1=2'], /1=2 must be VARIANT=QTY@COST/],
  [['stock', 'purchase', '1=2@free'], /cost must be an amount in baht .*, not free/],
  [['stock', 'deposit'], /Give lines as VARIANT=QTY, or --file FILE/],
  [['stock', 'deposit', '1=2', '--file', 'goods.csv'], /Give lines as VARIANT=QTY, or --file FILE/],
  [['stock', 'deposit', '1=0'], /qty must be a whole number from 1 to 1000000000, not 0/],
  [['stock', 'deposit', 'LAT-H=1'], /variant must be a numeric id, not LAT-H/],
  [['stock', 'write-off', '1=1'], /required option '--as <what>' not specified/],
  [['stock', 'transfer', '1=1', '--from', 'bkk'], /required option '--to <warehouse>' not specified/],
  [['count', 'show', 'x1'], /SHEET must be a numeric id, not x1/],
  [['order', 'show', 'x1'], /ID must be a numeric id, not x1/],
  [['tier', 'add', 'vip'], /required option '--name <name>' not specified/],
  [['tier', 'set', 'retail', 'default=false'], /default: Must be true. To replace the default tier/],
  [['warehouse', 'set', 'bkk', 'default=true'], /default=true must be KEY=VALUE with one of these keys: name/],
  [['variant', 'set', '1', 'price.gold=1'], /these keys: name, sku, .*, price\.retail, price\.vip/],
  [['variant', 'set', '1', 'cost=-1'], /cost must be 0 baht or more, not -1/],
  [['variant', 'set', '1', 'weight=heavy'], /weight must be a number of 0 or more, not heavy/],
  [['variant', 'set', '1', 'image_url=a.jpg'], /image_url must be an absolute URL, not a\.jpg/],
  [['variant', 'add', 'latte', '--stock', 'bkk'], /bkk must be WAREHOUSE=QTY/],
  [['variant', 'parts', '1'], /Give lines as VARIANT=QTY, or --file FILE/],
  [['variant', 'parts', '1', '--none', '2=1'], /Give lines or --none, not both/],
  [['variant', 'add', 'latte', '--stock', 'bkk=1', '1=2'], /1=2 repeats an earlier value/],
  [['variant', 'add', 'latte', '--price', 'vip=1', '--price', 'vip=2'], /vip=2 repeats an earlier value/],
  [['product', 'pull', 'latte', '--store', 'cafe'], /required option '--key <key>' not specified/],
  [['order', 'pay', '1', 'ten'], /AMOUNT must be an amount in baht .*, not ten/],
  [['order', 'refund', '1', 'ten'], /AMOUNT must be an amount in baht .*, not ten/],
  [['order', 'refund', '1', '--line', '1'], /1 must be LINE=QTY/],
  [['order', 'promptpay', '1', '--out', 'qr.gif'], /--out must be a \.png file, not qr\.gif/],
  [['payment', 'notify', '1', '1', '--method', 'shells'], /--method.*'shells' is invalid.*transfer, promptpay, cash/],
  [['payment', 'reject', '1'], /required option '--reason <text>' not specified/],
  [['payment', 'reject', '1', '--reason', ' '], /--reason must not be empty/],
  [['payment', 'reject', '1', '--reason', 'x'.repeat(1_001)], /--reason: .*1,000 characters/],
  [['channel', 'set', '1', `name=${'x'.repeat(501)}`], /name: .*500 characters/],
  [['variant', 'set', '1', `sku=${'x'.repeat(257)}`], /sku: .*256 characters/],
  [['order', 'edit', '1'], /Give at least one change: --set, .*--expires/],
  [['order', 'edit', '1', '--discount', '-1'], /--discount must be 0 baht or more, not -1/],
  [['order', 'edit', '1', '--expires', 'soon'], /--expires must be unix milliseconds or ISO 8601, .*, not soon/],
  [['order', 'edit', '1', '--label-note', 'x'.repeat(1_001)], /--label-note: .*1,000 characters/],
  [['order', 'book', '1', '--tracking', 'T1', '--cod', 'all'], /--cod must be an amount in baht .*, not all/],
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

const REFUSED: [string[], RegExp][] = [
  [['account', 'disable', 'absent'], /There is no account absent/],
  [['account', 'add', 'x\ny', '--role', 'owner'], /name: Must be 1 to 60 characters on one line/],
  [['dump', 'absent'], /There is no store absent/],
  [['channel', 'disable', 'absent'], /There is no channel absent/],
  [['channel', 'set', 'page', 'price_tier=absent'], /The store has no price tier absent/],
  [['app', 'ping', 'bot'], /App \S+ has no URL/],
  [['app', 'set', 'bot', 'url=ftp://bot.example'], /url: Must be an http or https URL/],
  [['stock', 'set', '--sku', 'absent', '1'], /There is no variant with the SKU absent/],
  [['stock', 'set', '1', '5', '--warehouse', 'absent'], /The store has no warehouse absent/],
  [['stock', 'deduct', '1', '11'], /10/],
  [['stock', 'deposit', '1=1', '99=1'], /There is no variant 99 in this store/],
  [['stock', 'transfer', '1=1', '--from', 'bkk', '--to', 'bkk'], /can only be transferred to another warehouse/],
  [['stock', 'assemble', '1', '1'], /Variant 1 has no parts/],
  [['stock', 'adjust', '1', '1', '--user', 'absent'], /There is no account absent/],
  [['stock', 'documents', '99'], /There is no stock document 99/],
  [['count', 'commit', '99'], /There is no count sheet 99/],
  [['order', 'show', '99'], /There is no order 99$/],
  [['order', 'show', '007'], /^raan: Nothing has the id 007$/],
  [['stock', 'set', '007', '1'], /^raan: Nothing has the id 007$/],
  [['order', 'cancel', '99999999999999999999'], /^raan: Nothing has the id 99999999999999999999$/],
  [['tier', 'add', 'vip', '--name', 'VIP'], /There is already a price tier vip/],
  [['warehouse', 'add', 'bkk', '--name', 'B'], /There is already a warehouse bkk/],
  [['warehouse', 'set', 'absent', 'name=A'], /The store has no warehouse absent/],
  [['product', 'show', 'absent'], /There is no product absent/],
  [['product', 'restore', 'latte'], /There is no deleted product latte/],
  [['product', 'pull', 'latte', '--store', 'cafe', '--key', 'x'], /Product 1 belongs to this store/],
  [['product', 'import', 'absent.csv'], /absent\.csv cannot be read\. The file does not exist\.$/],
  [['variant', 'restore', '1'], /There is no such deleted variant/],
  [['variant', 'add', 'latte', '--key', 'hot'], /There is already a variant hot/],
  [['bundle', 'set', '1', '1=2'], /^raan: 1=2: Variant 1 cannot be a part of itself/],
  [['bundle', 'clear', '1'], /Variant 1 is not a bundle/],
  [['order', 'cancel', '99'], /99/],
  [['order', 'history', '99'], /There is no order 99/],
  [['shipment', 'move', '99', 'delivered'], /There is no shipment 99/],
  [['cod', 'collect', '99'], /There is no order 99/],
  [['cod', 'remit', 'absent.csv'], /absent\.csv cannot be read\. The file does not exist\.$/],
  [['cod', 'remittances', '99'], /There is no COD payout 99/],
  [['order', 'refund', '99'], /There is no order 99/],
  [['order', 'promptpay', '99'], /There is no order 99/],
  [['payment', 'list', '99'], /There is no order 99/],
  [['payment', 'notify', '99', '1', '--slip', 'absent.png'], /absent\.png cannot be read\. The file does not exist\.$/],
  [['payment', 'notify', '99', '1'], /There is no order 99/],
  [['payment', 'confirm', '99'], /There is no payment 99/],
  [['payment', 'slip', '99', '--out', 'slip.png'], /There is no payment 99/],
  [['unblock', '192.0.2.1'], /192\.0\.2\.1 is not blocked/],
];

suite('refused', CONCURRENT, () => {
  for (const [args, expected] of REFUSED)
    test(`raan ${args.join(' ')} is refused: status 1, one line with the reason, nothing changed`, async () => {
      const folder = openFolder();
      await folder.load({ stores: [cafe()] });
      const before = folder.bytes('raan.db');
      const { status, stdout, errorLines } = await folder.runCommand(...args, '--json');
      assert.equal(status, 1);
      assert.equal(stdout, '');
      assert.equal(errorLines.length, 1, errorLines.join('\n'));
      assert.match(errorLines[0] ?? '', /^raan: /);
      assert.match(errorLines[0] ?? '', expected);
      assert.ok(folder.bytes('raan.db').equals(before));
    });
});

test('with several stores, a command on one store needs --store', async () => {
  const shop = await openShop({ stores: [cafe(), cafe({ key: 'tea' })] });
  const folder = openFolderOf(shop);
  for (const args of [
    ['store', 'suspend'],
    ['channel', 'add', 'Page'],
    ['stock', 'set', '--sku', 'LAT-H', '1'],
  ]) {
    const { status, errorLines } = await folder.runCommand(...args);
    assert.equal(status, 1);
    assert.match(errorLines[0] ?? '', /Specify the store: one of cafe, tea/);
  }
  const { stores } = await folder.runCommandJson('store', 'suspend', '--store', 'tea');
  assert.deepEqual(
    stores.map(({ key }: { key: string }) => key),
    ['tea'],
  );
});
