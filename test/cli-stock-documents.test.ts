import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { CONCURRENT, type Folder, openFolder } from './cli.ts';
import { english, errorPattern } from './errors.ts';
import { MALEE } from './owner-account.ts';
import { roastery } from './stock-steps.ts';
import { cafe, idOf, type Json } from './support.ts';

async function openRoastery(stores: object[] = [roastery({ apps: [] })]): Promise<Folder> {
  const folder = openFolder();
  await folder.load({ stores });
  folder.change(MALEE);
  return folder;
}

/** Stock on hand in Bangkok of the first variants: beans, cups and kits. */
const onHand = (folder: Folder) =>
  folder
    .rows<{ on_hand: number }>(
      'SELECT on_hand FROM stock WHERE warehouse_id = 1 AND variant_id < 4 ORDER BY variant_id',
    )
    .map((row) => row.on_hand);

const lines = ({ document }: Json) => document.lines.map((line: Json) => [line.sku, line.qty, line.cost]);

suite('stock documents', CONCURRENT, () => {
  test('stock purchase receives goods by ids or SKUs and averages the cost of variants', async () => {
    const folder = await openRoastery();
    const bought = await folder.runCommandJson('stock', 'purchase', '1=5@20.50', '2=10@3', '--note', 'ใบส่งของ 7');
    assert.deepEqual(lines(bought), [
      ['BEANS', 5, '20.5'],
      ['CUP', 10, '3'],
    ]);
    const { kind, status, warehouse, note, line_count, user_id } = bought.document;
    assert.deepEqual(
      { kind, status, warehouse, note, line_count, user_id },
      { kind: 'purchase', status: 'committed', warehouse: 'bkk', note: 'ใบส่งของ 7', line_count: 2, user_id: undefined },
    );
    await folder.runCommandJson('stock', 'purchase', 'CUP=1@3.25', '--by-sku', '--user', 'malee');
    assert.deepEqual(onHand(folder), [25, 21, 1]);
    assert.deepEqual(folder.rows('SELECT cost FROM variants WHERE id < 3'), [{ cost: 205_000 }, { cost: 30_086 }]);
    const { documents } = await folder.runCommandJson('stock', 'documents');
    assert.deepEqual(
      documents.map((document: Json) => [document.id, document.user_id]),
      [
        ['2', '7'],
        ['1', undefined],
      ],
    );
  });

  test('stock deposit, write-off and transfer change stock by their lines', async () => {
    const folder = await openRoastery();
    await folder.runCommandJson('stock', 'deposit', '1=5', '--warehouse', 'cnx');
    await folder.runCommandJson('stock', 'deposit', '2=5');
    for (const as of ['damaged', 'lost', 'withdrawn'])
      await folder.runCommandJson('stock', 'write-off', '1=1', '--as', as);
    const { document } = await folder.runCommandJson('stock', 'transfer', '1=7', '2=1', '--from', 'bkk', '--to', 'cnx');
    assert.deepEqual([document.warehouse, document.to_warehouse], ['bkk', 'cnx']);
    assert.deepEqual(onHand(folder), [10, 14, 1]);
    assert.deepEqual(
      folder.rows(`SELECT reason, count(*) AS n FROM stock_ledger WHERE document_id > 0 GROUP BY reason`),
      [
        { reason: 'damaged', n: 1 },
        { reason: 'deposited', n: 2 },
        { reason: 'lost', n: 1 },
        { reason: 'user_added', n: 2 },
        { reason: 'user_deducted', n: 2 },
        { reason: 'withdrawn', n: 1 },
      ],
    );
  });

  test('stock assemble and disassemble convert between parts and kits', async () => {
    const folder = await openRoastery();
    assert.deepEqual(lines(await folder.runCommandJson('stock', 'assemble', '3', '4', '--user', 'malee')), [
      ['KIT', 4, undefined],
    ]);
    assert.deepEqual(onHand(folder), [12, 6, 5]);
    await folder.runCommandJson('stock', 'disassemble', '--sku', 'KIT', '5');
    assert.deepEqual(onHand(folder), [22, 11, 0]);
  });

  test('stock documents lists documents and shows one with its lines', async () => {
    const folder = await openRoastery();
    await folder.runCommandJson('stock', 'purchase', '1=5@20', '2=1@0', '--user', 'malee', '--note', 'ใบส่งของ 7');
    await folder.runCommandJson('stock', 'transfer', '1=7', '--from', 'bkk', '--to', 'cnx');
    const listed = (await folder.runCommand('stock', 'documents')).stdout.split('\n');
    const cells = listed.map((line) => line.replace(/\d{4}-\d\d-\d\d \d\d:\d\d/, 'TIME').split(/ {2,}/));
    assert.deepEqual(cells.slice(0, 3), [
      ['id', 'kind', 'status', 'warehouse', 'order', 'by', 'lines', 'time', 'note'],
      ['2', 'transfer', 'committed', 'bkk → cnx', '1', 'TIME'],
      ['1', 'purchase', 'committed', 'bkk', 'malee', '2', 'TIME', 'ใบส่งของ 7'],
    ]);
    assert.match(
      (await folder.runCommand('stock', 'documents', '1')).stdout,
      /^document {3}1 {2}purchase, committed\nwarehouse {2}bkk\nby {9}malee\nnote {7}ใบส่งของ 7\ntime {7}\S+ \d\d:\d\d\nvariant +sku +name +qty +cost\n1 +BEANS +กาแฟ เมล็ด +5 +20\n2 +CUP +กาแฟ แก้ว +1 +0\n$/,
    );
    assert.equal(
      (await folder.runCommandJson('stock', 'documents', '--limit', '1', '--offset', '1')).documents[0].id,
      '1',
    );
    assert.deepEqual((await folder.runCommand('stock', 'documents', '9')).errorLines, [
      `raan: ${english('stock_document_not_found', { document: idOf('9') })}`,
    ]);
  });

  test('a SKU may contain =, and the last = separates the quantity', async () => {
    const variants = ['A=1', 'A=1@2'].map((sku, i) => ({ key: `v${i}`, sku, stock: { bkk: 0 } }));
    const folder = await openRoastery([cafe({ products: [{ key: 'p', name: 'P', variants }] })]);
    await folder.runCommandJson('stock', 'deposit', '--by-sku', 'A=1=5', 'A=1@2=6');
    await folder.runCommandJson('stock', 'purchase', '--by-sku', 'A=1@2=7@0.5');
    assert.deepEqual(onHand(folder), [5, 13]);
  });
});

const notEnough = (path: string, variant: string, onHand: number, qty: number): string =>
  `raan: ${english('not_enough_on_hand', { path, variant: idOf(variant), onHand, qty, removal: 'written_off' })}`;

const wrongQty = (path: string, text: string, min = 1): string =>
  `raan: ${english('argument_not_a_whole_number', { path, name: 'qty', min, max: 1_000_000_000, text })}`;

const missing = (path: string, name: string): string => `raan: ${english('argument_missing', { path, name })}`;

suite('files of lines', CONCURRENT, () => {
  test('a CSV file has lines by SKU or id, in UTF-8 with BOM or TIS-620', async () => {
    const folder = await openRoastery();
    const rows = 'sku,ชื่อ,qty,cost\r\nBEANS,เมล็ด,5,20.5\r\nCUP,แก้ว, 1 ,3\r\n';
    const tis620 = Buffer.from(
      rows.replace(/[ก-๛]/g, (thai) => String.fromCharCode(thai.charCodeAt(0) - 0xd60)),
      'latin1',
    );
    for (const [name, content] of [
      ['bom.csv', `\ufeff${rows}`],
      ['tis620.csv', tis620],
    ] as const) {
      const file = folder.write(name, content);
      assert.deepEqual(lines(await folder.runCommandJson('stock', 'purchase', '--file', file)), [
        ['BEANS', 5, '20.5'],
        ['CUP', 1, '3'],
      ]);
    }
    const byId = folder.write('ids.csv', 'variant,sku,qty\n3,,2\n,CUP,3\n');
    await folder.runCommandJson('stock', 'deposit', '--file', byId);
    assert.deepEqual(onHand(folder), [30, 15, 3]);
  });

  test('lines are read from standard input', async () => {
    const folder = await openRoastery();
    const { status, stderr } = await folder.spawnCommandWith(
      { input: 'sku,qty\nCUP,4\n' },
      'stock',
      'deposit',
      '--file',
      '-',
    );
    assert.equal(status, 0, stderr);
    assert.deepEqual(onHand(folder), [20, 14, 1]);
  });

  test('every invalid row of a file is reported, and nothing changes', async () => {
    const folder = await openRoastery();
    const file = folder.write(
      'goods.csv',
      'variant,sku,qty,cost\n1,,5,20\n9,,5,20\nbeans,,1,1\n,absent,1,1\n2,,0,1\n2,,1.5,1,9\n2,,1,\n2,,1,-3\n,,1,1\n',
    );
    const before = folder.bytes('raan.db');
    const { status, stdout, errorLines } = await folder.runCommand('stock', 'purchase', '--file', file);
    assert.deepEqual([status, stdout], [1, '']);
    assert.deepEqual(
      errorLines.map((problem) => problem.replace(file, 'FILE')),
      [
        `raan: ${english('variant_not_in_store', { path: 'FILE row 3', variant: idOf('9') })}`,
        `raan: ${english('argument_not_an_id', { path: 'FILE row 4', name: 'variant', text: 'beans' })}`,
        `raan: ${english('variant_of_sku_not_found', { path: 'FILE row 5', sku: 'absent' })}`,
        wrongQty('FILE row 6', '0'),
        `raan: ${english('table_row_too_long', { path: 'FILE row 7', columns: 4 })}`,
        wrongQty('FILE row 7', '1.5'),
        missing('FILE row 8', 'cost'),
        `raan: ${english('argument_below_zero_baht', { path: 'FILE row 9', name: 'cost', text: '-3' })}`,
        missing('FILE row 10', 'variant or sku'),
      ],
    );
    assert.ok(folder.bytes('raan.db').equals(before));
  });

  test('rows without enough stock are reported', async () => {
    const folder = await openRoastery();
    const file = folder.write('lost.csv', 'sku,qty\nBEANS,15\nDUO,1\nBEANS,6\nKIT,2\n');
    const named = async () =>
      (await folder.runCommand('stock', 'write-off', '--as', 'lost', '--file', file)).errorLines.map((problem) =>
        problem.replace(file, 'FILE'),
      );
    assert.deepEqual(await named(), [
      `raan: ${english('stock_of_a_bundle', { variant: idOf('4'), path: 'FILE row 3' })}`,
    ]);
    folder.write('lost.csv', 'sku,qty\nBEANS,15\n\nBEANS,6\nKIT,2\n');
    assert.deepEqual(await named(), [notEnough('FILE row 4', '1', 20, 21), notEnough('FILE row 5', '3', 1, 2)]);
    assert.deepEqual(onHand(folder), [20, 10, 1]);
  });

  test('arguments without enough stock are quoted as typed', async () => {
    const folder = await openRoastery();
    const args = ['stock', 'write-off', '--as', 'lost', '--by-sku', 'BEANS=15', 'BEANS=6', 'KIT=2'];
    assert.deepEqual((await folder.runCommand(...args)).errorLines, [
      notEnough('BEANS=6', '1', 20, 21),
      notEnough('KIT=2', '3', 1, 2),
    ]);
  });

  test('an invalid argument is quoted as typed', async () => {
    const folder = await openRoastery();
    for (const [words, expected] of [
      [
        ['1=1', '2=99999999999999'],
        errorPattern('argument_not_a_whole_number', { path: '2=99999999999999', name: 'qty', min: 1 }),
      ],
      [['1=1', '9=2'], errorPattern('variant_not_in_store', { path: '9=2', variant: 9 })],
      [['--by-sku', 'NOPE=2'], errorPattern('variant_of_sku_not_found', { path: 'NOPE=2', sku: 'NOPE' })],
    ] as const)
      assert.match((await folder.runCommand('stock', 'deposit', ...words)).errorLines[0] ?? '', expected);
  });

  test('a file is refused with the names of its missing columns', async () => {
    const folder = await openRoastery();
    const file = folder.write('goods.csv', 'name,count\nbeans,1\n');
    const { errorLines } = await folder.runCommand('stock', 'purchase', '--file', file);
    assert.deepEqual(
      errorLines,
      [['variant', 'sku'], ['qty'], ['cost']].map(
        (columns) => `raan: ${english('file_lacks_column', { file, columns })}`,
      ),
    );
    const { errorLines: absent } = await folder.runCommand('stock', 'deposit', '--file', folder.path('absent.csv'));
    assert.match(absent[0] ?? '', errorPattern('file_not_readable', { file: folder.path('absent.csv') }));
  });
});

suite('stock fulfilment', CONCURRENT, () => {
  const FILE = 'sku,qty,lot\nBEANS,25,7\nCUP,10,7\nKIT,0,8\n';
  const changed = (changes: Json[]) => changes.map((line) => [line.sku, line.on_hand, line.counted, line.difference]);
  const CHANGES = [
    ['BEANS', 20, 25, 5],
    ['KIT', 1, 0, -1],
  ];

  test('--dry-run prints the changes without saving them', async () => {
    const folder = await openRoastery();
    const file = folder.write('stock.csv', FILE);
    const before = folder.bytes('raan.db');
    const tried = await folder.runCommandJson('stock', 'fulfilment', file, '--dry-run');
    assert.deepEqual([tried.dry_run, tried.line_count, changed(tried.lines)], [true, 3, CHANGES]);
    const { stdout } = await folder.runCommand('stock', 'fulfilment', file, '--dry-run');
    assert.match(stdout, /^2 of 3 lines would change what is on hand\nvariant .*\n1 +BEANS .* \+5\n3 +KIT .* -1\n$/);
    assert.ok(folder.bytes('raan.db').equals(before));
  });

  test('sets stock on hand in the given warehouse and prints the changes', async () => {
    const folder = await openRoastery();
    const file = folder.write('stock.csv', FILE);
    const { document } = await folder.runCommandJson('stock', 'fulfilment', file, '--note', 'รอบเช้า');
    assert.deepEqual([document.kind, document.status, document.note], ['fulfilment', 'committed', 'รอบเช้า']);
    assert.deepEqual([document.line_count, changed(document.lines)], [3, CHANGES]);
    assert.deepEqual(onHand(folder), [25, 10, 0]);
    const there = await folder.runCommandJson('stock', 'fulfilment', file, '--warehouse', 'cnx');
    assert.deepEqual(changed(there.document.lines), [
      ['BEANS', 4, 25, 21],
      ['CUP', 8, 10, 2],
    ]);
  });

  test('reports every invalid row, with and without --dry-run, and changes nothing', async () => {
    const folder = await openRoastery();
    const file = folder.write('stock.csv', 'sku,qty\nBEANS,25\nNOPE,1\nCUP,-1\nKIT,\n');
    for (const options of [[], ['--dry-run']]) {
      const { status, errorLines } = await folder.runCommand('stock', 'fulfilment', file, ...options);
      assert.equal(status, 1);
      assert.deepEqual(
        errorLines.map((problem) => problem.replace(file, 'FILE')),
        [
          `raan: ${english('variant_of_sku_not_found', { path: 'FILE row 3', sku: 'NOPE' })}`,
          wrongQty('FILE row 4', '-1', 0),
          missing('FILE row 5', 'qty'),
        ],
      );
    }
    folder.write('stock.csv', 'sku,qty\nBEANS,25\nDUO,1\nBEANS,3\n');
    const { errorLines } = await folder.runCommand('stock', 'fulfilment', file);
    assert.ok(errorLines[0]?.endsWith(english('stock_of_a_bundle', { variant: idOf('4'), path: `${file} row 3` })));
    folder.write('stock.csv', 'sku,qty\nBEANS,25\nBEANS,3\n');
    const { errorLines: twice } = await folder.runCommand('stock', 'fulfilment', file);
    assert.ok(twice[0]?.endsWith(english('variant_counted_twice', { variant: idOf('1'), path: `${file} row 3` })));
    assert.deepEqual(onHand(folder), [20, 10, 1]);
  });
});
