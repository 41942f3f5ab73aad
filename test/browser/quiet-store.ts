import type { WriteTx } from '../../src/db/write-tx.ts';
import { type Channel, channelById } from '../../src/domain/channels/channels.ts';
import { s10Number } from '../../src/domain/couriers/s10.ts';
import { createOrder } from '../../src/domain/orders/create.ts';
import { byCommand } from '../../src/domain/orders/history.ts';
import { priceLines } from '../../src/domain/orders/lines.ts';
import { existingOrder } from '../../src/domain/orders/order.ts';
import type { OrderInput } from '../../src/domain/orders/order-input.ts';
import { notifyPayment, takePayment } from '../../src/domain/orders/payments/payments.ts';
import { bookShipment } from '../../src/domain/orders/shipments/book.ts';
import { moveShipment, pickUp } from '../../src/domain/orders/shipments/move.ts';
import { type DemoStore, demoStore } from '../../src/domain/storefile/demo.ts';
import { type Money, moneyText, parseMoney, sum, ZERO } from '../../src/lib/money.ts';
import { remitRows } from '../cod-steps.ts';
import { ONE_PIXEL } from '../one-pixel.ts';
import { runStep } from '../stock-steps.ts';
import { MINUTE, stoppedClock } from '../stopped-clock.ts';
import { idOf, openShop, type Shop } from '../support.ts';

const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

const BUYERS = [
  ['พิมพ์ชนก แสงทอง', '0812345678', '99/1 ถ.นิมมานเหมินท์', 'สุเทพ', 'เมืองเชียงใหม่', 'เชียงใหม่', 50200],
  ['กมลวรรณ ศรีสุวรรณ', '0898765432', '12/34 หมู่บ้านพฤกษา ซ.5', 'บางแก้ว', 'บางพลี', 'สมุทรปราการ', 10540],
  ['ธนกฤต วัฒนกุล', '0651112222', '88 ซ.สุขุมวิท 24 ห้อง 1204', 'คลองตัน', 'คลองเตย', 'กรุงเทพมหานคร', 10110],
  ['ณัฐธิดา วงศ์ประเสริฐ', '0623456789', '77 หมู่ 3', 'ท่าช้าง', 'เมืองจันทบุรี', 'จันทบุรี', 22000],
  ['อารีย์ หมัดอะดั้ม', '0734567890', '5 ถ.ราษฎร์ยินดี', 'หาดใหญ่', 'หาดใหญ่', 'สงขลา', 90110],
  ['วีรภัทร อินทร์แก้ว', '0867774411', '140 ถ.มิตรภาพ', 'ในเมือง', 'เมืองขอนแก่น', 'ขอนแก่น', 40000],
  ['ศิริพร บุญมา', '0915558822', '21/7 ถ.พระร่วง', 'ในเมือง', 'เมืองพิษณุโลก', 'พิษณุโลก', 65000],
] as const;

/** The demo store after six weeks without problems, on the morning of a fixed day. */
export async function openQuietStore(): Promise<Shop> {
  const demo = demoStore();
  const store = {
    ...demo,
    settings: { cod_counts_as_ready: true, vat_percent: 7, promptpay_id: '0812345678' },
    addresses: demo.addresses.map((address) => ({ ...address, legal_entity_id: '0505561234567', branch_type: 'h' })),
    products: demo.products.map((product, i) => ({
      ...product,
      variants: product.variants.map(withStock(i % 4 === 0)),
    })),
    couriers: [
      { shipping_type: 'ems', adapter: 'number_pool', prefix: 'EX', first: 20_000_000, count: 1_000 },
      { shipping_type: 'flash', adapter: 'manual' },
    ],
  };
  const clock = stoppedClock();
  clock.forward(-42 * DAY - 3 * HOUR);
  const shop = await openShop({ stores: [store], now: clock.now });
  for (let daysAgo = 42; daysAgo >= 0; daysAgo -= 1) {
    const orders = daysAgo === 0 ? 8 : 4 + ((daysAgo * 5 + 2) % 7) + (daysAgo % 7 === 2 ? 3 : 0);
    for (let i = 0; i < orders; i += 1) {
      await addOrder(shop, daysAgo, i);
      clock.forward(23 * MINUTE);
    }
    clock.forward((daysAgo === 0 ? 0 : DAY) - orders * 23 * MINUTE);
  }
  clock.forward(3 * HOUR + 10 * MINUTE);
  return shop;
}

type DemoVariant = DemoStore['products'][number]['variants'][number];

/** Stock for six weeks; some variants end low. */
const withStock = (isWatched: boolean) => (variant: DemoVariant) => ({
  ...variant,
  stock: { bkk: variant.stock.bkk * 2 + 6, cnx: variant.stock.cnx * 2 + 6 },
  ...(isWatched && { low_stock_threshold: 30 }),
});

/** Creates an order and moves it to the state that it has by now. */
async function addOrder(shop: Shop, daysAgo: number, i: number): Promise<void> {
  const seed = daysAgo * 29 + i * 2;
  const codParcel = await runStep(shop, (tx, now) => {
    const channel = channelById(tx, idOf(shop.ids.channels[seed % 5 === 0 ? 'wholesale' : 'page']?.id)) as Channel;
    const wanted = wantedOrder(shop, seed, now);
    const { id } = createOrder(tx, channel, seed % 4 === 1 ? withCod(tx, channel, wanted) : wanted, now).order;
    const order = existingOrder(tx, id);
    const act = byCommand(now);
    if (daysAgo === 0 && i < 5) {
      if (i === 4 && !order.isCod)
        notifyPayment(tx, id, { method: 'transfer', amount: order.total, slip: ONE_PIXEL }, act);
      if (i > 1 || order.isCod) return undefined;
    }
    if (daysAgo === 0 && i > 6) return undefined;
    if (!order.isCod) takePayment(tx, id, { method: 'transfer' }, act);
    return daysAgo === 0 ? undefined : shipOrder(tx, { id, seed, daysAgo, now });
  });
  if (codParcel) await remitRows(shop, [codParcel]);
}

/** Ships the order. @returns tracking number and amount if the courier has paid out its COD money */
function shipOrder(
  tx: WriteTx,
  { id, seed, daysAgo, now }: { id: Parameters<typeof existingOrder>[1]; seed: number; daysAgo: number; now: number },
): [string, string] | undefined {
  const act = byCommand(now + 2 * HOUR);
  const trackingNumber = s10Number('EX', 30_000_000 + seed * 37);
  const shipment = bookShipment(tx, id, { trackingNumber }, act);
  pickUp(tx, shipment.id, {}, byCommand(now + 5 * HOUR));
  if (daysAgo < 3) return undefined;
  moveShipment(tx, shipment.id, 'delivered', byCommand(now + 50 * HOUR));
  const { isCod, codAmount } = existingOrder(tx, id);
  return isCod && codAmount && daysAgo > 6 ? [trackingNumber, moneyText(codAmount)] : undefined;
}

/** The order as COD: the courier collects its total. */
function withCod(tx: WriteTx, { storeId, priceTierId }: Channel, wanted: OrderInput): OrderInput {
  const amounts = priceLines(tx, storeId, priceTierId, wanted.lines).map(({ amount }) => amount);
  return { ...wanted, cod: { fee: ZERO, amount: sum(...amounts, wanted.shippingFee) ?? ZERO } };
}

function wantedOrder(shop: Shop, seed: number, now: number): OrderInput {
  const variants = Object.values(shop.ids.variants);
  const variantAt = (n: number) => idOf(variants[(n * 17) % variants.length]);
  const [name, telephone, address1, sub_district, district, province, postal_code] = BUYERS[
    seed % BUYERS.length
  ] as (typeof BUYERS)[number];
  return {
    shippingType: seed % 3 === 0 ? 'flash' : 'ems',
    lines: Array.from({ length: 1 + (seed % 3) }, (_, i) => ({ variantId: variantAt(seed + i), qty: 1 + (i % 2) })),
    recipientAddress: { name, telephone, address1, sub_district, district, province, postal_code },
    externalOrderId: `WEB-${10_000 + seed}`,
    salesChannel: ['facebook', 'line', 'sales_page'][seed % 3],
    discount: ZERO,
    shippingFee: parseMoney('45') as Money,
    otherFee: ZERO,
    shipBeforePay: false,
    autoRequestXshipping: false,
    shipDeadlineTime: now + 2 * DAY,
    ...(seed % 5 === 0 && { privateNote: 'ลูกค้าประจำ ขอห่อของขวัญ' }),
  };
}
