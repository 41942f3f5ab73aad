import type { WriteTx } from '../../db/write-tx.ts';
import type { Id } from '../../lib/ids.ts';
import { newUuid } from '../../lib/runtime.ts';
import { addAccount } from '../accounts/account-changes.ts';
import { bankAccounts } from '../bank-accounts.ts';
import type { CallLog } from '../channels/calls.ts';
import { type Channel, channelById } from '../channels/channels.ts';
import { findCourier } from '../couriers/couriers.ts';
import { DEMO_OWNER, type Demo, markDemo } from '../demo-mark.ts';
import type { AddedCodes } from '../orders/order-codes.ts';
import { type Loaded, loadStoreFile } from '../storefile/load.ts';
import { Chance } from './history/chance.ts';
import { companiesOf, customersOf } from './history/customers.ts';
import type { Scene } from './history/scene.ts';
import { demoVariants, idIn, livingStore } from './living-store.ts';

interface Opening {
  demo: Pick<Demo, 'seed' | 'createTime' | 'isKept'>;
  /** When the store opens. */
  start: number;
  codes: AddedCodes;
  /** Shared by all accounts, so that the visitor can try the roles of employees. */
  passwordHash: string;
}

/** Opens the store on the first day of its history. */
export function openStore(tx: WriteTx, { start, codes, demo, passwordHash }: Opening) {
  const { stores } = loadStoreFile(tx, { stores: [livingStore()] }, codes, start);
  const store = Object.values(stores)[0] as Loaded;
  const storeId = idIn(store.id);
  markDemo(tx, { storeId, ...demo });
  const account = { storeId, passwordHash, mustChangePassword: false };
  const staff = {
    owner: addAccount(tx, { ...account, storeId: null, name: DEMO_OWNER, role: 'owner' }, start),
    seller: addAccount(tx, { ...account, name: 'แพรว', role: 'staff' }, start),
    packer: addAccount(tx, { ...account, name: 'ต้น', role: 'packer' }, start),
  };
  return { store, staff };
}

type Opened = ReturnType<typeof openStore>;

/** The opened store for its history. */
export function sceneOf(
  tx: WriteTx,
  { store, staff }: Opened,
  { seed, end, drawSlip, calls }: Pick<Scene, 'seed' | 'end' | 'drawSlip'> & { calls: CallLog },
): Scene {
  const channel = (key: string) => channelById(tx, idIn(store.channels[key]?.id));
  return {
    seed,
    storeId: idIn(store.id),
    channels: { page: channel('page'), wholesale: channel('wholesale') },
    staff,
    warehouses: { bkk: idIn(store.warehouses.bkk), cnx: idIn(store.warehouses.cnx) },
    variants: demoVariants(store),
    giftSet: idIn(store.variants['gs-classic']),
    ems: findCourier(tx, idIn(store.id), 'ems')?.id as Id,
    customers: customersOf(new Chance(seed, -5)),
    companies: companiesOf(new Chance(seed, -7)),
    account: bankAccounts(tx, idIn(store.id))[0]?.id as Id,
    end,
    drawSlip,
    called: callRecorder(calls, new Chance(seed, -6)),
  };
}

const callRecorder =
  (calls: CallLog, chance: Chance): Scene['called'] =>
  ({ id }: Channel, endpoint, time, problem) =>
    calls.add(id, {
      time,
      endpoint,
      status: problem?.status ?? 200,
      error: problem?.error ?? null,
      errorDescription: problem?.description ?? null,
      millis: chance.between(2, 14),
      requestId: newUuid(),
      address: '127.0.0.1',
    });
