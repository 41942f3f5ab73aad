import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { receiptOfOrder } from '../../src/domain/orders/payments/receipts.ts';
import { storeById } from '../../src/domain/stores.ts';
import { CONCURRENT, type Folder, openFolderOf } from '../cli.ts';
import { english, errorPattern, partialMessage } from '../errors.ts';
import { placeOrder } from '../order-steps.ts';
import {
  barcodesOf,
  missingGlyphs,
  NEEDS_PDF_TOOLS,
  outsidePage,
  overlapping,
  textOf,
  wordsOf,
} from '../pdf-reader.ts';
import { bookOrder } from '../shipment-steps.ts';
import { change, tamper } from '../sql.ts';
import { cafe, type Json, openShop, type Shop } from '../support.ts';

const SELLER = {
  key: 'shop',
  is_primary: true,
  name: 'บริษัท บ้านกาแฟ จำกัด',
  telephone: '021234567',
  address1: '88/9 ซ.อารีย์ 1',
  sub_district: 'สามเสนใน',
  district: 'พญาไท',
  province: 'กรุงเทพมหานคร',
  postal_code: 10400,
  legal_entity_id: '0105556000000',
  branch_type: 'h',
};

const BUYER = {
  name: 'บริษัท ใจดี จำกัด',
  telephone: '0812345678',
  address1: '99/1 ถ.นิมมานเหมินท์',
  sub_district: 'สุเทพ',
  district: 'เมืองเชียงใหม่',
  province: 'เชียงใหม่',
  postal_code: 50200,
  legal_entity_id: '0505556000005',
  branch_type: 'b',
  branch_number: '1',
};

const hot = (qty: number) => ({ sku: 'LAT-H', qty });

/** A registered store with an order of 2 lattes to a company; booked, as `TRACK-1`. */
async function openSoldOrder(vat = 7, more: object = {}): Promise<{ shop: Shop; id: string; folder: Folder }> {
  const shop = await openShop({ stores: [cafe({ addresses: [SELLER], settings: { vat_percent: vat } })] });
  const order = await placeOrder(shop, [hot(2)], { recipient_address: BUYER, ...more });
  await bookOrder(shop, order, { trackingNumber: 'TRACK-1' });
  return { shop, id: String(order.id), folder: openFolderOf(shop) };
}

const pay = (folder: Folder, id: string, amount: string) => folder.runCommandJson('order', 'pay', id, amount);

/** The checked PDF of a command. */
async function writtenPdf(folder: Folder, ...args: string[]): Promise<{ text: string; answer: Json; pdf: Buffer }> {
  const answer = await folder.runCommandJson(...args, '--out', folder.path('out.pdf'), '--force');
  const pdf = folder.bytes('out.pdf');
  assert.equal(pdf.subarray(0, 5).toString(), '%PDF-');
  const [text, words] = await Promise.all([textOf(pdf), wordsOf(pdf)]);
  assert.deepEqual(outsidePage(words), []);
  assert.deepEqual(overlapping(words), []);
  assert.equal(missingGlyphs(pdf), 0);
  return { text, answer, pdf };
}

suite('printing', { ...CONCURRENT, ...NEEDS_PDF_TOOLS }, () => {
  test('label writes labels of the given size', async () => {
    const { shop, id, folder } = await openSoldOrder();
    const other = await placeOrder(shop, [hot(1)]);
    await bookOrder(shop, other, { trackingNumber: 'TRACK-2' });
    const { answer, pdf } = await writtenPdf(folder, 'label', id, String(other.id), '--size', 'a4');
    assert.equal(answer.file, folder.path('out.pdf'));
    assert.equal(answer.pages, 1);
    assert.deepEqual(answer.warnings, [
      english('label_address_incomplete', {
        orderNumber: 2,
        fields: ['address1', 'sub_district', 'district', 'province'],
      }),
    ]);
    const codes = (await barcodesOf(pdf)).flat().sort();
    assert.deepEqual(codes, ['CODE-128:TRACK-1', 'CODE-128:TRACK-2', 'QR-Code:1', 'QR-Code:2']);
  });

  test('label refuses an order without a tracking number and writes nothing', async () => {
    const shop = await openShop();
    const order = await placeOrder(shop, [hot(1)]);
    const folder = openFolderOf(shop);
    const { status, errorLines } = await folder.runCommand('label', String(order.id), '--out', folder.path('out.pdf'));
    assert.equal(status, 1);
    assert.deepEqual(errorLines, [`raan: ${english('no_numbered_shipment', { order: order.id })}`]);
    assert.equal(folder.has('out.pdf'), false);
  });

  test('an existing file is overwritten only with --force', async () => {
    const { id, folder } = await openSoldOrder();
    const file = folder.write('out.pdf', 'mine');
    const { status, errorLines } = await folder.runCommand('label', id, '--out', file);
    assert.equal(status, 1);
    assert.deepEqual(errorLines, [`raan: ${english('file_exists', { file })}`]);
    assert.equal(folder.read('out.pdf'), 'mine');
    const forced = await folder.runCommand('label', id, '--out', file, '--force');
    assert.equal(forced.stdout, `${file}: 1 page\n`);
    assert.notEqual(folder.read('out.pdf'), 'mine');
  });

  test('a file that cannot be written is named in the error', async () => {
    const { id, folder } = await openSoldOrder();
    const { status, errorLines } = await folder.runCommand('label', id, '--out', folder.path('absent', 'out.pdf'));
    assert.equal(status, 1);
    const why = partialMessage('file_folder_missing');
    assert.match(
      errorLines.join('\n'),
      errorPattern('file_not_writable', { file: folder.path('absent', 'out.pdf'), why }),
    );
  });

  test('print pick-list prints warehouse, goods, quantities and orders', async () => {
    const { id, folder } = await openSoldOrder();
    const { text } = await writtenPdf(folder, 'print', 'pick-list', id);
    assert.match(text, /ใบหยิบสินค้า.*คลังกรุงเทพ.*LAT-Hลาเต้ร้อน21×2.*รวมทั้งหมด2ชิ้น/s);
  });

  test('print packing-slip prints the goods without prices', async () => {
    const { id, folder } = await openSoldOrder(7, { shipping_label_note: 'ระวังแตก' });
    const { text, pdf } = await writtenPdf(folder, 'print', 'packing-slip', id);
    assert.deepEqual(await barcodesOf(pdf), [['QR-Code:1']]);
    assert.match(text, /ใบแพ็กสินค้า.*TRACK-1.*บริษัทใจดีจำกัด.*LAT-Hลาเต้ร้อน2.*หมายเหตุ:ระวังแตก/s);
    assert.doesNotMatch(text, /บาท|65|130/);
  });

  test('print packing-slip lists what is in a bundle, also before a parcel exists', async () => {
    const variants = [
      { key: 'set', name: '', sku: 'SET', prices: { retail: '120' }, bundle: [{ variant: 'hot', qty: 2 }] },
    ];
    const products = [...cafe().products, { key: 'set', name: 'ชุดคู่', variants }];
    const shop = await openShop({ stores: [cafe({ products })] });
    const { id } = await placeOrder(shop, [{ sku: 'SET', qty: 3 }]);
    const { text } = await writtenPdf(openFolderOf(shop), 'print', 'packing-slip', String(id), '--size', 'a6');
    assert.match(text, /SETชุดคู่•6×ลาเต้ร้อน\(LAT-H\)3/);
  });

  test('print manifest prints the parcels for a courier, with room for signatures', async () => {
    const { id, folder } = await openSoldOrder(7, { is_cod: true, cod_fee: '0', cod_amount: '130' });
    const { text } = await writtenPdf(folder, 'print', 'manifest', '--courier', 'ems');
    assert.match(text, /ใบส่งมอบพัสดุ.*1TRACK-11บริษัทใจดีจำกัด1\/1130\.00.*พัสดุทั้งหมด1ชิ้น/s);
    assert.match(text, /ลงชื่อผู้ส่งมอบ\(ร้าน\).*ผู้รับมอบ\(ขนส่ง\)/s);
    const named = await writtenPdf(folder, 'print', 'manifest', id, '--courier', 'ems');
    assert.equal(named.text, text);
    const { status, errorLines } = await folder.runCommand('print', 'manifest', '--courier', 'kex', '--out', 'x.pdf');
    assert.deepEqual(
      [status, errorLines],
      [1, [`raan: ${english('no_parcel_of_courier_to_hand_over', { shippingType: 'kex' })}`]],
    );
  });

  test('print receipt of a VAT-registered store prints a tax invoice with both parties and the VAT', async () => {
    const { id, folder } = await openSoldOrder(7, { shipping_fee: '40', discount: '10' });
    await pay(folder, id, '160');
    const { text } = await writtenPdf(folder, 'print', 'receipt', id);
    assert.match(text, /ใบเสร็จรับเงิน\/ใบกำกับภาษี/);
    assert.match(text, /เลขที่000001/);
    for (const part of ['สำนักงานใหญ่(00000)', '0105556000000', 'สาขาที่00001', '0505556000005'])
      assert.ok(text.includes(part));
    assert.match(text, /1ลาเต้ร้อน265\.00130\.00/);
    assert.match(text, /ส่วนลด-10\.00ค่าจัดส่ง40\.00มูลค่าก่อนภาษีมูลค่าเพิ่ม149\.53ภาษีมูลค่าเพิ่ม7%10\.47จำนวนเงินทั้งสิ้น160\.00/);
    assert.match(text, /\(หนึ่งร้อยหกสิบบาทถ้วน\)/);
  });

  test('print receipt of a store without VAT prints a plain receipt', async () => {
    const { id, shop, folder } = await openSoldOrder(0);
    assert.equal(storeById(shop.ctx.db, 1 as never).vatPercent, 0);
    await pay(folder, id, '130');
    const { text } = await writtenPdf(folder, 'print', 'receipt', id);
    assert.doesNotMatch(text, /ภาษีมูลค่าเพิ่ม|ใบกำกับภาษี/);
  });

  test('a tax invoice without the tax id of the seller is refused and uses no number', async () => {
    const shop = await openShop({ stores: [cafe({ settings: { vat_percent: 7 } })] });
    const order = await placeOrder(shop, [hot(1)]);
    const folder = openFolderOf(shop);
    await pay(folder, String(order.id), '65');
    const { status, errorLines } = await folder.runCommand(
      'print',
      'receipt',
      String(order.id),
      '--out',
      folder.path('no.pdf'),
    );
    assert.equal(status, 1);
    assert.match(errorLines.join('\n'), errorPattern('receipt_without_tax_id', { store: 'cafe', percent: 7 }));
    assert.equal(receiptOfOrder(shop.ctx.db, order.id), undefined);
    assert.equal(folder.has('no.pdf'), false);
  });

  test('the first print of a receipt has the original and a copy, printed again it is the same copy', async () => {
    const { id, shop, folder } = await openSoldOrder(7);
    await pay(folder, id, '130');
    const first = (await writtenPdf(folder, 'print', 'receipt', id)).text;
    await shop.ctx.write((tx) => {
      tx.run(change('UPDATE stores SET vat_percent = 10'));
      tx.run(change("UPDATE addresses SET name = 'อื่น', legal_entity_id = '1'"));
      tx.run(change("UPDATE order_lines SET name = 'อื่น'"));
      tx.run(change('UPDATE orders SET total = 1'));
      tx.invalidate('store');
    });
    const again = (await writtenPdf(folder, 'print', 'receipt', id)).text;
    assert.equal(first, again.replaceAll('(สำเนา)', '(ต้นฉบับ)') + again);
    assert.match(again, /ใบเสร็จรับเงิน\/ใบกำกับภาษี\(สำเนา\)/);
  });

  test('a long receipt continues on numbered pages with repeated headings', async () => {
    const shop = await openShop({ stores: [cafe({ addresses: [SELLER] })] });
    const lines = Array.from({ length: 90 }, () => ({ sku: 'LAT-I', qty: 1, price: '1' }));
    tamper(shop.ctx, 'UPDATE stores SET sell_below_zero = 1');
    const order = await placeOrder(shop, lines, { recipient_address: BUYER });
    const folder = openFolderOf(shop);
    await pay(folder, String(order.id), '90');
    const { text, answer } = await writtenPdf(folder, 'print', 'receipt', String(order.id));
    const pages = answer.pages / 2; // of the original, and of the copy
    assert.ok(pages >= 3);
    assert.equal(text.split('ราคาต่อหน่วย').length - 1, answer.pages);
    for (let page = 1; page <= pages; page += 1) assert.ok(text.includes(`หน้า${page}/${pages}`));
    for (let i = 1; i <= 90; i += 1) assert.ok(text.includes(`${i}ลาเต้เย็น11.001.00`), `line ${i}`);
    assert.equal(text.split('จำนวนเงินทั้งสิ้น').length - 1, 2);
  });
});
