import type { Reader } from '../../../db/reader.ts';
import { query } from '../../../db/statement.ts';
import type { Id } from '../../../lib/ids.ts';
import type { Money } from '../../../lib/money.ts';
import type { CodStatus } from '../states.ts';
import { type CodParcel, codParcel } from './cod-parcels.ts';

// The parcels of `listCodParcels`, paged: the cost does not grow with their number.

export interface CodPage {
  codStatus?: CodStatus | undefined;
  shippingType?: string | undefined;
  deliveredBefore?: number | undefined;
  /** Only older parcels. */
  before?: Id | undefined;
  limit: number;
}

/** `shipments.cod_settled`; the status of an open parcel is that of its order. */
type Settled = Exclude<CodStatus, 'pending'> | 'open';

interface Arm {
  settled: Settled;
  /** The status of the order. */
  said?: CodStatus;
}

const ALL: readonly Arm[] = [
  { settled: 'open' },
  { settled: 'collected' },
  { settled: 'remitted' },
  { settled: 'failed' },
];
const armsOf = (status: CodStatus | undefined): readonly Arm[] => {
  if (status === undefined) return ALL;
  const said: Arm = { settled: 'open', said: status };
  return status === 'pending' ? [said] : [said, { settled: status }];
};

// CROSS: otherwise SQLite scans all orders of the store.
const armText = ({ settled, said }: Arm, ofCourier: boolean, columns: string): string =>
  `SELECT ${columns} FROM shipments s INDEXED BY ${ofCourier ? 'shipments_with_cod_of_courier' : 'shipments_with_cod'}
     CROSS JOIN orders o ON o.id = s.order_id
   WHERE s.cod_settled = '${settled}' AND o.store_id = @storeId ${said ? `AND o.cod_status = '${said}'` : ''}
     ${ofCourier ? 'AND s.shipping_type = @shippingType' : ''}`;

const pageText = (status: CodStatus | undefined, ofCourier: boolean): string => {
  const arms = armsOf(status).map(
    (arm) => `SELECT * FROM (${armText(arm, ofCourier, 's.id')} AND s.id < @before
      AND (@deliveredBefore IS NULL OR s.deliver_time < @deliveredBefore) ORDER BY s.id DESC LIMIT @limit)`,
  );
  return `${arms.join(' UNION ALL ')} ORDER BY id DESC LIMIT @limit`;
};

const COD_TABLES = ['orders', 'shipments'] as const;

const END = Number.MAX_SAFE_INTEGER;

/** Newest first. */
export function newestCodParcels(
  db: Reader,
  storeId: Id,
  { codStatus, shippingType, deliveredBefore, before, limit }: CodPage,
): CodParcel[] {
  const bound = { storeId, before: before ?? END, deliveredBefore: deliveredBefore ?? null, limit };
  const text = textOf(codStatus, shippingType !== undefined);
  const ids = db.all(
    query<{ id: Id }>({ reads: COD_TABLES }, text),
    shippingType === undefined ? bound : { ...bound, shippingType },
  );
  return ids.map(({ id }) => codParcel(db, id));
}

const texts = new Map<string, string>();

/** Built once per variant: building the text at each call makes the look-up of the statement slow. */
function textOf(status: CodStatus | undefined, ofCourier: boolean): string {
  const key = `${status} ${ofCourier}`;
  const known = texts.get(key) ?? pageText(status, ofCourier);
  texts.set(key, known);
  return known;
}

/** What couriers still have to collect or to pay out. */
export interface OpenCodSum {
  codStatus: 'pending' | 'collected';
  /** Of the newest parcels; `isMore`: there are others. */
  count: number;
  amount: Money;
  isMore: boolean;
}

const MOST_SUMMED = 5_000; // parcels: more would take longer than the page

const sumOf = (status: 'pending' | 'collected', ofCourier: boolean) => {
  const arms = armsOf(status).map(
    (arm) => `SELECT * FROM (${armText(arm, ofCourier, 's.cod_amount AS amount')}
      ORDER BY s.id DESC LIMIT @limit)`,
  );
  return query<{ count: number; amount: Money }>(
    { reads: COD_TABLES },
    `SELECT count(*) AS count, coalesce(sum(amount), 0) AS amount FROM (${arms.join(' UNION ALL ')} LIMIT @limit)`,
  );
};
const SUMS = (['pending', 'collected'] as const).map((codStatus) => ({
  codStatus,
  ofStore: sumOf(codStatus, false),
  ofCourier: sumOf(codStatus, true),
}));

/** With all couriers, or with one. */
export const openCodSums = (db: Reader, storeId: Id, shippingType?: string): OpenCodSum[] =>
  SUMS.map(({ codStatus, ofStore, ofCourier }) => {
    const bound = { storeId, limit: MOST_SUMMED };
    const sum = (
      shippingType === undefined ? db.get(ofStore, bound) : db.get(ofCourier, { ...bound, shippingType })
    ) as { count: number; amount: Money };
    return { codStatus, ...sum, isMore: sum.count === MOST_SUMMED };
  });
