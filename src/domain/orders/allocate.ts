import type { Reader } from '../../db/reader.ts';
import type { WriteTx } from '../../db/write-tx.ts';
import { invalidRequest } from '../../lib/errors.ts';
import type { Id } from '../../lib/ids.ts';
import type { PathPart } from '../../lib/messages/path.ts';
import type { Money } from '../../lib/money.ts';
import { warehouses } from '../catalogue/warehouses.ts';
import { MAX_STOCK, type Movement, type StockLocation } from '../stock/ledger.ts';
import { variantWithStock } from '../stock/line-checks.ts';
import { stockIn } from '../stock/stock-levels.ts';
import { storeById } from '../stores.ts';
import { existingVariant, keepsStock, type Part } from '../variants.ts';

interface Share extends StockLocation {
  qty: number;
}

/** A quantity of something that consists of these parts. */
export interface Demand {
  /** In errors: `products[0]`, or an order line. */
  path: readonly PathPart[];
  components: readonly Part[];
  qty: number;
}

interface Supply {
  warehouseId: Id;
  available: number;
  reserved: number;
}

/**
 * Chooses the warehouses that supply each line (docs/decisions.md#warehouse-choice): the first that has the whole line,
 * otherwise each part is spread; overselling goes to the first warehouse. Lines share one supply. Orders that arrive
 * together cannot oversell, because each write step sees what earlier ones reserved (docs/architecture.md#write-path).
 * @param freed still reserved, but released in the same step
 * @throws AppError invalid_request at the first line that cannot be met
 */
export function allocate(tx: WriteTx, lines: readonly Demand[], freed: readonly Share[] = []): Share[][] {
  const supplies = new Map<Id, Supply[]>(); // what earlier lines leave
  const supplyOf = (variantId: Id): Supply[] => {
    let supply = supplies.get(variantId);
    if (!supply) {
      const ofStore = warehouses(tx, existingVariant(tx, variantId).storeId);
      supply = stockIn(tx, variantId, ofStore).map(({ warehouseId, onHand, reserved }) => ({
        warehouseId,
        available: onHand - reserved,
        reserved,
      }));
      for (const share of freed) if (share.variantId === variantId) take(supply, { ...share, qty: -share.qty });
      supplies.set(variantId, supply);
    }
    return supply;
  };
  return lines.map((line) => {
    requireSupply(tx, line, supplyOf);
    const commonWarehouse = line.components.length > 1 ? findCommonWarehouse(line, supplyOf) : undefined;
    return line.components.flatMap((part) => {
      const shares = spread(tx, part.variantId, part.qty * line.qty, supplyOf(part.variantId), commonWarehouse);
      for (const taken of shares) take(supplyOf(part.variantId), taken);
      return shares;
    });
  });
}

function requireSupply(db: Reader, { path, components, qty }: Demand, supplyOf: (id: Id) => Supply[]): void {
  if (components.length === 0) throw invalidRequest('source_no_longer_sold', { path });
  let maxQty = Number.POSITIVE_INFINITY;
  for (const part of components) {
    const variant = existingVariant(db, part.variantId);
    if (!keepsStock(variant)) throw invalidRequest('became_a_bundle', { path, variant: variant.id });
    if (warehouses(db, variant.storeId).length === 0) throw invalidRequest('no_warehouse_to_supply_from', { path });
    const supply = supplyOf(part.variantId);
    const { sellBelowZero } = storeById(db, variant.storeId);
    // Overselling is limited by the largest quantity that the ledger can store.
    const left = sellBelowZero ? MAX_STOCK - total(supply, 'reserved') : total(supply, 'available');
    maxQty = Math.min(maxQty, Math.floor(Math.max(left, 0) / part.qty));
  }
  if (qty > maxQty) throw invalidRequest('out_of_stock', { path: [...path, 'qty'], needed: qty, available: maxQty });
}

const total = (supply: readonly Supply[], quantity: 'available' | 'reserved'): number =>
  supply.reduce((sum, row) => sum + row[quantity], 0);

/** @throws AppError invalid_request if the warehouse does not belong to the store that keeps the stock of the variant */
export function requireWarehouseOfStock(db: Reader, { variantId, warehouseId }: StockLocation): void {
  const { storeId } = variantWithStock(db, variantId);
  if (!warehouses(db, storeId).some(({ id }) => id === warehouseId))
    throw invalidRequest('warehouse_does_not_keep_variant', { warehouse: warehouseId, variant: variantId });
}

/** The first warehouse that has every part of the line. */
function findCommonWarehouse({ components, qty }: Demand, supplyOf: (id: Id) => Supply[]): Id | undefined {
  const has = (part: Part, warehouseId: Id) =>
    supplyOf(part.variantId).some((supply) => supply.warehouseId === warehouseId && supply.available >= part.qty * qty);
  const [first] = components;
  return supplyOf(first?.variantId as Id).find(({ warehouseId }) => components.every((part) => has(part, warehouseId)))
    ?.warehouseId;
}

function spread(
  db: Reader,
  variantId: Id,
  qty: number,
  supply: readonly Supply[],
  commonWarehouse: Id | undefined,
): Share[] {
  const warehouseId = commonWarehouse ?? supply.find(({ available }) => available >= qty)?.warehouseId;
  if (warehouseId !== undefined) return [{ variantId, warehouseId, qty }];
  const shares: Share[] = [];
  let missing = qty;
  for (const { warehouseId, available } of supply) {
    const taken = Math.min(Math.max(available, 0), missing);
    if (taken > 0) shares.push({ variantId, warehouseId, qty: taken });
    missing -= taken;
  }
  if (missing > 0) addTo(shares, { variantId, warehouseId: firstWarehouse(db, variantId), qty: missing });
  return shares;
}

const firstWarehouse = (db: Reader, variantId: Id): Id =>
  warehouses(db, existingVariant(db, variantId).storeId)[0]?.id as Id;

function take(supply: Supply[], { warehouseId, qty }: Share): void {
  const known = supply.find((row) => row.warehouseId === warehouseId);
  if (known) {
    known.available -= qty;
    known.reserved += qty;
  } else supply.push({ warehouseId, available: -qty, reserved: qty });
}

function addTo(shares: Share[], added: Share): void {
  const known = shares.find(({ warehouseId }) => warehouseId === added.warehouseId);
  if (known) known.qty += added.qty;
  else shares.push(added);
}

/** A quantity of a variant in a warehouse, for a line of an order. */
export interface Allocation extends Share {
  lineId: Id;
  /** Per unit when it left, if it has left and its variant had a cost. */
  cost?: Money | null;
}

export const allocationsOf = (lineIds: readonly Id[], shares: readonly (readonly Share[])[]): Allocation[] =>
  lineIds.flatMap((lineId, i) => (shares[i] ?? []).map((share) => ({ lineId, ...share })));

/** The quantity of the line that its allocations cover. All parts of a line are reserved and shipped together. */
export const lineQty = (allocations: readonly Share[], components: readonly Part[]): number =>
  countOf(allocations) / countOf(components);

const countOf = (counted: readonly { qty: number }[]): number => counted.reduce((sum, { qty }) => sum + qty, 0);

/** Splits a line's allocations, in their order: those that cover `qty` of the line, and the rest. */
export function splitAllocations<T extends Share>(
  allocations: readonly T[],
  components: readonly Part[],
  qty: number,
): { first: T[]; rest: T[] } {
  const needed = new Map(components.map((part) => [part.variantId, part.qty * qty]));
  const first: T[] = [];
  const rest: T[] = [];
  for (const allocation of allocations) {
    const left = needed.get(allocation.variantId) ?? 0;
    const taken = Math.min(allocation.qty, left);
    needed.set(allocation.variantId, left - taken);
    if (taken > 0) first.push({ ...allocation, qty: taken });
    if (taken < allocation.qty) rest.push({ ...allocation, qty: allocation.qty - taken });
  }
  return { first, rest };
}

/** Sums movements per stock location and omits zero sums. Keyed by id: text keys would dominate the cost of an order. */
export function netOf(movements: readonly Movement[]): Required<Movement>[] {
  const net: Required<Movement>[] = [];
  const ofVariant = new Map<Id, Required<Movement>[]>();
  for (const { variantId, warehouseId, onHand = 0, reserved = 0 } of movements) {
    const locations = ofVariant.get(variantId) ?? [];
    const known = locations.find((location) => location.warehouseId === warehouseId);
    if (known) {
      known.onHand += onHand;
      known.reserved += reserved;
      continue;
    }
    const movement = { variantId, warehouseId, onHand, reserved };
    net.push(movement);
    ofVariant.set(variantId, [...locations, movement]);
  }
  return net.filter(({ onHand, reserved }) => onHand !== 0 || reserved !== 0);
}
