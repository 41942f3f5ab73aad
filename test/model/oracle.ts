// The expected stock of a store in plain maps, computed again at each access: no cache, no SQL, no shortcuts.

export interface Part {
  variant: string;
  qty: number;
}

export interface Variant {
  store: string;
  product: string;
  /** Neither it nor its product is deleted. */
  live: boolean;
  isBundle: boolean;
  parts: Part[];
  /** Source of a pulled variant. */
  source?: string;
}

export interface Level {
  onHand: number;
  reserved: number;
}

/** A quantity of a variant in a warehouse. */
export interface Allocation {
  variant: string;
  warehouse: string;
  qty: number;
}

export interface Movement {
  variant: string;
  warehouse: string;
  onHand?: number;
  reserved?: number;
}

export interface Cause {
  reason: string;
  store?: string;
  order?: number;
  user?: number;
}

/** An expected announcement, without its time. */
export interface Item {
  store: string;
  variant: string;
  warehouse: string;
  old: number;
  new: number;
  reason: string;
  order?: number;
  user?: number;
}

export interface Line {
  id: number;
  variant: string;
  qty: number;
  /** The parts of one piece at the time of the order. */
  consumedParts: Part[];
  reserved: Allocation[];
  shipped: Allocation[];
  /** In units of the line, as are the others. */
  shippedQty: number;
  shortQty: number;
  returnedQty: number;
}

export interface Shipment {
  id: number;
  status: 'booked' | 'picked_up' | 'canceled';
  items: { line: Line; qty: number; pieces: Allocation[] }[];
  /** What was taken at the pick-up, by item. */
  taken?: { pieces: Allocation[]; shortBy: number }[];
}

export interface Order {
  id: number;
  store: string;
  status: 'open' | 'canceled' | 'expired';
  expires: number;
  lines: Line[];
  shipments: Shipment[];
}

export class Oracle {
  readonly warehouses: Record<string, string[]>;
  readonly allowsNegativeStock: Record<string, boolean>;
  readonly variants: Record<string, Variant> = {};
  readonly levels = new Map<string, Level>();
  readonly orders: Order[] = [];
  /** The expected announcements since the last check. */
  items: Item[] = [];
  readonly #availableAtDeletion = new Map<string, ReadonlyMap<string, number>>();

  constructor(warehouses: Record<string, string[]>, allowsNegativeStock: Record<string, boolean>) {
    this.warehouses = warehouses;
    this.allowsNegativeStock = allowsNegativeStock;
  }

  add(name: string, variant: Omit<Variant, 'live'>): void {
    this.variants[name] = { ...variant, live: true };
  }

  variant = (name: string): Variant => this.variants[name] as Variant;

  names = (matches: (variant: Variant) => boolean = () => true): string[] =>
    Object.keys(this.variants).filter((name) => matches(this.variant(name)));

  hasOwnStock = (name: string): boolean => !this.variant(name).isBundle && this.variant(name).source === undefined;

  level(variant: string, warehouse: string): Level {
    const key = `${variant} ${warehouse}`;
    let level = this.levels.get(key);
    if (!level) {
      level = { onHand: 0, reserved: 0 };
      this.levels.set(key, level);
    }
    return level;
  }

  /** The parts that one piece of the variant takes from stock. */
  consumedParts(name: string): Part[] {
    const { source, isBundle, parts } = this.variant(name);
    if (source !== undefined) return this.variant(source).live ? this.consumedParts(source) : [];
    return isBundle ? parts.map((part) => ({ ...part })) : [{ variant: name, qty: 1 }];
  }

  /** The available quantity in these warehouses together. */
  available(name: string, ...warehouses: string[]): number {
    const parts = this.consumedParts(name).map(({ variant, qty }) => {
      const levels = warehouses.map((warehouse) => this.level(variant, warehouse));
      return Math.floor(levels.reduce((sum, { onHand, reserved }) => sum + onHand - reserved, 0) / qty);
    });
    return parts.length === 0 ? 0 : Math.min(...parts);
  }

  /** The store that owns the stock. */
  owningStore = (name: string): string => this.variant(this.variant(name).source ?? name).store;

  warehousesOf = (name: string): string[] => this.warehouses[this.owningStore(name)] as string[];

  /** Whether the variant can have stock in the warehouse. */
  canStock = ({ variant, warehouse }: { variant: string; warehouse: string }): boolean =>
    this.hasOwnStock(variant) && this.warehousesOf(variant).includes(warehouse);

  /** Moves stock and records the announcements: each movement of a variant, and each bundle once. */
  move(cause: Cause, movements: readonly Movement[]): void {
    const bundles = this.names(({ isBundle, live }) => isBundle && live);
    const before = new Map(bundles.map((name) => [name, this.#byWarehouse(name)]));
    for (const { variant, warehouse, onHand = 0, reserved = 0 } of movements) {
      const old = this.available(variant, warehouse);
      const level = this.level(variant, warehouse);
      level.onHand += onHand;
      level.reserved += reserved;
      this.#announce(cause, variant, warehouse, old);
    }
    for (const [name, olds] of before) for (const [warehouse, old] of olds) this.#announce(cause, name, warehouse, old);
  }

  /** Records changes of available quantities without movements. */
  changeAvailable(cause: Cause, names: readonly string[], change: () => void): void {
    const all = names.flatMap((name) => [name, ...this.#pulledFrom(name)]);
    const before = all.map((name) => [name, this.#byWarehouse(name)] as const);
    change();
    for (const [name, olds] of before)
      for (const [warehouse, old] of olds) this.#addItem(cause, name, warehouse, old, this.available(name, warehouse));
  }

  /** Remembers what live variants have available before they are deleted. */
  rememberAvailable(names: readonly string[]): void {
    for (const name of names)
      if (this.variant(name).live) this.#availableAtDeletion.set(name, new Map(this.#byWarehouse(name)));
  }

  /** Records what has changed since the deletion of restored variants. */
  announceMissed(names: readonly string[]): void {
    for (const name of names) {
      if (!this.variant(name).live) continue;
      for (const [warehouse, old] of this.#availableAtDeletion.get(name) ?? [])
        this.#addItem({ reason: 'system_corrected' }, name, warehouse, old, this.available(name, warehouse));
      this.#availableAtDeletion.delete(name);
    }
  }

  /** The announcements since the last check. */
  takeItems(): Item[] {
    const items = this.items;
    this.items = [];
    return items;
  }

  #byWarehouse = (name: string): [warehouse: string, available: number][] =>
    this.warehousesOf(name).map((warehouse) => [warehouse, this.available(name, warehouse)]);

  #pulledFrom = (name: string): string[] => this.names(({ source, live }) => source === name && live);

  #announce(cause: Cause, name: string, warehouse: string, old: number): void {
    const now = this.available(name, warehouse);
    this.#addItem(cause, name, warehouse, old, now);
    if (this.variant(name).live)
      for (const pulled of this.#pulledFrom(name)) this.#addItem(cause, pulled, warehouse, old, now);
  }

  #addItem(
    { reason, order, user, store: actingStore }: Cause,
    variant: string,
    warehouse: string,
    old: number,
    now: number,
  ): void {
    const { store, live } = this.variant(variant);
    if (old === now || !live) return;
    const item: Item = { store, variant, warehouse, old, new: now, reason };
    if (order !== undefined && actingStore === store) item.order = order;
    if (user !== undefined && actingStore === store) item.user = user;
    this.items.push(item);
  }
}
