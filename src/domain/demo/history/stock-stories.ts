import { bangkokDay, dayStart } from '../../../lib/calendar.ts';
import type { Money } from '../../../lib/money.ts';
import { purchase } from '../../catalogue/purchase.ts';
import { finishApplyingCounts } from '../../stock/count-lines.ts';
import { commitCount, enterCounts, startCount } from '../../stock/counts.ts';
import { transfer, writeOff } from '../../stock/goods.ts';
import { levelOf } from '../../stock/ledger.ts';
import { Chance } from './chance.ts';
import { availableIn, DAY, DAYS, HOUR, type Scene } from './scene.ts';
import type { Moment, Story } from './timeline.ts';

/** Purchases, transfers, write-offs and counts. */
export function stockStories(scene: Scene): Story[] {
  const firstDay = bangkokDay(scene.end) - (DAYS - 1);
  return [purchases(scene, firstDay), removals(scene, firstDay), counts(scene, firstDay), runningCount(scene)];
}

const at = (day: number, hour: number): number => dayStart(day) + hour * HOUR;

const LOW = 0.35;
const LOW_OF_POPULAR = 0.85; // bought often, at costs that vary
const POPULAR = 12; // variants
const FORGOTTEN_DAYS = 24; // some variants were not bought again since, so that the demo has low stock

/** Every five days the store buys what has become low. */
function* purchases(scene: Scene, firstDay: number): Story {
  const chance = new Chance(scene.seed, -8);
  for (let day = firstDay + 4; ; day += 5) yield* buy(scene, at(day, 11), chance);
}

const QUARTER_BAHT = 2_500;

/** Suppliers charge from 3 % less to 6 % more than at the beginning. */
const priceToday = (cost: Money, chance: Chance): Money =>
  (Math.round((cost * (100 + chance.between(-3, 6))) / 100 / QUARTER_BAHT) * QUARTER_BAHT) as Money;

function* buy(scene: Scene, time: number, chance: Chance): Story {
  const { storeId, staff, warehouses, variants, end } = scene;
  const { tx, now } = yield { at: time };
  const isForgotten = (i: number) => i % 6 === 2 && now > end - FORGOTTEN_DAYS * DAY;
  const lines = variants.flatMap(({ id, target, cost }, i) => {
    const available = availableIn(tx, scene, id);
    const low = i < POPULAR ? LOW_OF_POPULAR : LOW;
    return available > target * low || isForgotten(i)
      ? []
      : { variantId: id, qty: target - available, cost: priceToday(cost, chance) };
  });
  const goods = { storeId, userId: staff.owner, warehouseId: warehouses.bkk, note: 'ของเข้าตามรอบ' };
  if (lines.length > 0) purchase(tx, { ...goods, lines }, now);
}

/** Every nine days goods move to Chiang Mai; now and then something breaks. */
function* removals(scene: Scene, firstDay: number): Story {
  const chance = new Chance(scene.seed, -2);
  for (let day = firstDay + 6; ; day += 9) {
    const moment = yield { at: at(day, 14) };
    move(scene, moment, chance);
    if (chance.happens(0.5)) drop(scene, moment, chance);
  }
}

function move({ storeId, staff, warehouses, variants }: Scene, { tx, now }: Moment, chance: Chance): void {
  const lines = variants.flatMap(({ id }) => {
    const { onHand, reserved } = levelOf(tx, id, warehouses.bkk);
    return onHand - reserved > 30 && chance.happens(0.2) ? { variantId: id, qty: chance.between(4, 10) } : [];
  });
  const goods = { storeId, userId: staff.packer, warehouseId: warehouses.bkk, toWarehouseId: warehouses.cnx };
  if (lines.length > 0) transfer(tx, { ...goods, note: 'เติมหน้าร้านเชียงใหม่', lines }, now);
}

function drop({ storeId, staff, warehouses, variants }: Scene, { tx, now }: Moment, chance: Chance): void {
  const { id } = chance.of(variants);
  const { onHand, reserved } = levelOf(tx, id, warehouses.bkk);
  const goods = { storeId, userId: staff.packer, warehouseId: warehouses.bkk, note: 'ซองรั่ว / แตกตอนแพ็ก' };
  if (onHand - reserved > 2)
    writeOff(tx, { ...goods, kind: 'damaged', lines: [{ variantId: id, qty: chance.between(1, 2) }] }, now);
}

/** A count of the warehouse in Chiang Mai every 30 days. */
function* counts(scene: Scene, firstDay: number): Story {
  const { storeId, staff, warehouses, variants } = scene;
  const chance = new Chance(scene.seed, -3);
  for (let day = firstDay + 27; ; day += 30) {
    const { tx, now } = yield { at: at(day, 18) };
    const sheet = startCount(tx, { storeId, warehouseId: warehouses.cnx, userId: staff.packer, note: 'นับสิ้นเดือน' }, now);
    const lines = variants.map(({ id }) => ({ variantId: id, counted: counted(scene, tx, id, chance) }));
    enterCounts(tx, sheet, lines);
    commitCount(tx, sheet, now);
    finishApplyingCounts(tx, now);
  }
}

/** One variant in twelve is found to be short by a piece. */
function counted({ warehouses }: Scene, tx: Moment['tx'], variantId: Scene['variants'][number]['id'], chance: Chance) {
  const { onHand, reserved } = levelOf(tx, variantId, warehouses.cnx);
  return onHand > reserved && chance.happens(1 / 12) ? onHand - 1 : onHand;
}

const COUNTED = 14;

/** A count that is not finished: the first variants are counted, two of them differ. */
function* runningCount({ storeId, staff, warehouses, variants, end }: Scene): Story {
  const { tx, now } = yield { at: end - 2 * HOUR };
  const sheet = startCount(tx, { storeId, warehouseId: warehouses.bkk, userId: staff.packer, note: 'นับชั้นกาแฟ' }, now);
  const lines = variants.slice(0, COUNTED).map(({ id }, i) => {
    const { onHand } = levelOf(tx, id, warehouses.bkk);
    return { variantId: id, counted: i === 3 ? onHand + 1 : i === 8 && onHand > 1 ? onHand - 2 : onHand };
  });
  enterCounts(tx, sheet, lines);
}
