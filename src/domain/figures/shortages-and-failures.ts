import type { Reader } from '../../db/reader.ts';
import { query } from '../../db/statement.ts';
import type { Id } from '../../lib/ids.ts';
import { courierLevels } from '../couriers/courier-levels.ts';
import { listCouriers } from '../couriers/couriers.ts';
import type { PoolLevel } from '../couriers/number-pools.ts';

/** A number pool below the store's limit. */
export type LowPool = Pick<PoolLevel, 'cod' | 'left'> & { shippingType: string };

export const lowPools = (db: Reader, storeId: Id): LowPool[] =>
  listCouriers(db, storeId).flatMap((courier) =>
    courierLevels(db, courier)
      .filter(({ low }) => low)
      .map(({ cod, left }) => ({ shippingType: courier.shippingType, cod, left })),
  );

export interface FailingApp {
  appId: Id;
  name: string;
  failed: number;
}

interface AppFailures {
  failed: number;
  /** The newest failure. */
  last: { id: Id; requestTime: number; answer: string | null };
}

const OF_APP = `FROM webhook_deliveries WHERE app_id = a.id AND status = 'failed'`;

/** Undefined if no delivery failed since then. */
export function appFailures(db: Reader, appId: Id, since: number): AppFailures | undefined {
  const from = `FROM webhook_deliveries WHERE app_id = ? AND status = 'failed' AND request_time >= ?`;
  const { failed } = db.get(
    query<{ failed: number }>({ reads: ['webhook_deliveries'] }, `SELECT count(*) AS failed ${from}`),
    appId,
    since,
  ) ?? { failed: 0 };
  const last = db.get(
    query<AppFailures['last']>(
      { reads: ['webhook_deliveries'] },
      `SELECT id, request_time AS requestTime, answer ${from} ORDER BY request_time DESC, id DESC LIMIT 1`,
    ),
    appId,
    since,
  );
  return last && { failed, last };
}

const appsWithFailures = query<FailingApp>(
  { reads: ['apps', 'webhook_deliveries'] },
  `SELECT * FROM (
     SELECT a.id AS appId, a.name,
       (SELECT count(*) ${OF_APP} AND request_time >= @since) AS failed
     FROM apps a WHERE a.store_id = @storeId)
   WHERE failed > 0 ORDER BY appId`,
);

/** The store's apps with failed deliveries since then. */
export const failingApps = (db: Reader, storeId: Id, since: number): FailingApp[] =>
  db.all(appsWithFailures, { storeId, since });
