import { storeAddresses } from '../src/domain/addresses.ts';
import { putBankAccount } from '../src/domain/bank-accounts.ts';
import { deleteVariant } from '../src/domain/catalogue/delete-product.ts';
import { deriveCustomers } from '../src/domain/orders/customers/customer-rows.ts';
import { byCommand } from '../src/domain/orders/history.ts';
import { takePayment } from '../src/domain/orders/payments/payments.ts';
import { refundOrder } from '../src/domain/orders/payments/refund.ts';
import { enterCounts, startCount } from '../src/domain/stock/counts.ts';
import { ping } from '../src/domain/webhooks/delivery-worker.ts';
import { baht } from './amounts.ts';
import { signedIn } from './office.ts';
import { ONE_PIXEL } from './one-pixel.ts';
import { placeOrder } from './order-steps.ts';
import { bookOrder, pickUpShipment } from './shipment-steps.ts';
import { sql } from './sql.ts';
import { runStep } from './stock-steps.ts';
import { cafe, idOf, openShop, type Shop } from './support.ts';

const parts = (qtys: Record<string, number>) => Object.entries(qtys).map(([variant, qty]) => ({ variant, qty }));

/** A store whose names all contain the word. */
const storeOf = (key: string, word: string) =>
  cafe({
    key,
    name: `ร้าน${word}`,
    price_tiers: [
      { key: 'retail', name: `ปลีก${word}`, default: true },
      { key: 'vip', name: `ตัวแทน${word}` },
    ],
    warehouses: [
      { key: 'bkk', name: `กรุงเทพ${word}` },
      { key: 'cnx', name: `เชียงใหม่${word}` },
    ],
    addresses: [{ key: 'shop', is_primary: true, name: `หน้าร้าน${word}`, telephone: '021234567', postal_code: 10110 }],
    products: [
      {
        key: 'coffee',
        name: `กาแฟ${word}`,
        variants: [
          {
            key: 'beans',
            name: `เมล็ด${word}`,
            sku: `BEANS-${word}`,
            prices: { retail: 9 },
            stock: { bkk: 50, cnx: 9 },
          },
          { key: 'cup', name: `แก้ว${word}`, sku: `CUP-${word}`, prices: { retail: 9 }, stock: { bkk: 50, cnx: 9 } },
          { key: 'kit', name: `ชุด${word}`, sku: `KIT-${word}`, stock: { cnx: 9 }, parts: parts({ beans: 2, cup: 1 }) },
          { key: 'old', name: `เก่า${word}`, sku: `OLD-${word}` },
        ],
      },
    ],
    channels: [{ key: 'page', name: `เพจ${word}` }],
    apps: [{ key: 'bot', name: `บอต${word}`, url: 'http://127.0.0.1:9/' }],
    couriers: [{ shipping_type: 'ems', adapter: 'number_pool', prefix: 'EX', first: word.length * 1_000, count: 40 }],
  });

export const OURS = 'เรา';
export const THEIRS = 'ลับเฉพาะ';

interface Sent {
  id: string;
  line: string;
  shipment: string;
}

/** Ids of everything in a store. */
export type StoreIds = Record<
  | 'store'
  | 'vip'
  | 'bkk'
  | 'cnx'
  | 'address'
  | 'app'
  | 'channel'
  | 'customer'
  | 'product'
  | 'beans'
  | 'cup'
  | 'kit'
  | 'deleted'
  | 'sheet'
  | 'payment'
  | 'refund'
  | 'delivery'
  | 'range'
  | 'bankAccount',
  string
> & { open: Sent; booked: Sent; waiting: Sent; sent: Sent };

async function idsIn(shop: Shop, key: string, word: string): Promise<StoreIds> {
  const loaded = shop.stores[key] as Shop['ids'];
  const [storeId, token] = [idOf(loaded.id), await shop.bearer('page', loaded)];
  const order = async (...steps: ('book' | 'leave')[]): Promise<Sent> => {
    const recipient_address = { name: `ลูกค้า${word}`, telephone: '0812345678', postal_code: 50200 };
    const made = await placeOrder(
      shop,
      [{ sku: `BEANS-${word}`, qty: 4 }],
      { recipient_address, shipping_type: 'kex' },
      token,
    );
    const shipment = steps.length > 0 ? (await bookOrder(shop, made)).result : undefined;
    if (shipment && steps.includes('leave')) await pickUpShipment(shop, shipment);
    return { id: String(made.id), line: String(made.lines[0]), shipment: String(shipment?.id) };
  };
  const open = await order();
  const sheet = await runStep(shop, (tx, now) => {
    const sheet = startCount(tx, { storeId, warehouseId: idOf(loaded.warehouses.bkk) }, now);
    enterCounts(tx, sheet, [{ variantId: idOf(loaded.variants.beans), counted: 50 }]);
    deleteVariant(tx, idOf(loaded.variants.old), now);
    takePayment(tx, idOf(open.id), { method: 'transfer', amount: baht('2') }, byCommand(now));
    refundOrder(tx, idOf(open.id), { amount: baht('1'), slip: ONE_PIXEL }, byCommand(now));
    return sheet;
  });
  const account = { bank: '004', number: '1234567890', name: word };
  const bankAccount = await shop.ctx.write((tx) => putBankAccount(tx, storeId, account));
  await ping(shop.ctx, idOf(loaded.apps.bot?.id));
  await shop.ctx.write((tx) => deriveCustomers(tx, 1_000));
  const newest = (text: string) => String(shop.ctx.db.get(sql<{ id: number }>(text))?.id);
  return {
    store: loaded.id,
    bankAccount: String(bankAccount),
    vip: loaded.price_tiers.vip ?? '',
    bkk: loaded.warehouses.bkk ?? '',
    cnx: loaded.warehouses.cnx ?? '',
    address: String(storeAddresses(shop.ctx.db, storeId)[0]?.id),
    app: loaded.apps.bot?.id ?? '',
    channel: loaded.channels.page?.id ?? '',
    customer: newest(`SELECT id FROM customers WHERE store_id = ${storeId}`),
    product: loaded.products.coffee ?? '',
    beans: loaded.variants.beans ?? '',
    cup: loaded.variants.cup ?? '',
    kit: loaded.variants.kit ?? '',
    deleted: loaded.variants.old ?? '',
    sheet: String(sheet),
    payment: newest('SELECT max(id) AS id FROM payments'),
    refund: newest('SELECT max(id) AS id FROM refunds'),
    delivery: newest('SELECT max(id) AS id FROM webhook_deliveries'),
    range: newest(`SELECT r.id FROM number_ranges r JOIN couriers c ON c.id = courier_id WHERE store_id = ${storeId}`),
    open,
    booked: await order('book'),
    waiting: await order('book'),
    sent: await order('book', 'leave'),
  };
}

/** Two equally filled stores, and an owner of the second. */
export async function openTwoStores() {
  const shop = await openShop({ stores: [storeOf('theirs', THEIRS), storeOf('ours', OURS)] });
  const [theirs, own] = [await idsIn(shop, 'theirs', THEIRS), await idsIn(shop, 'ours', OURS)];
  const browser = await signedIn(shop, { store: 'ours' });
  return { shop, theirs, own, browser };
}
