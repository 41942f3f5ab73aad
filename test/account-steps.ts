import type { WriteTx } from '../src/db/write-tx.ts';
import { type AccountChange, addAccount, changeAccount } from '../src/domain/accounts/account-changes.ts';
import { type Account, accountById } from '../src/domain/accounts/accounts.ts';
import { sessionOf, startSession } from '../src/domain/accounts/sessions.ts';
import { signIn } from '../src/domain/accounts/sign-in.ts';
import type { Id } from '../src/lib/ids.ts';
import { cheapHash } from './office.ts';
import { cafe, idOf, openShop } from './support.ts';

export const PASSWORD = 'correct horse';
export const HASH = cheapHash(PASSWORD);
export const CLIENT = { userAgent: 'a browser', address: '192.0.2.1' };

/** A shop with two stores and a clock that the test sets. */
export async function openOffice() {
  const clock = { time: 1_800_000_000_000 };
  const shop = await openShop({ stores: [cafe(), cafe({ key: 'tea' })], now: () => clock.time });
  const write = <T>(step: (db: WriteTx) => T): Promise<T> => shop.ctx.write(step);
  const add = (name: string, more: Partial<Parameters<typeof addAccount>[1]> = {}): Promise<Account> =>
    write((tx) => {
      const account = { name, role: 'owner', storeId: null, passwordHash: HASH, mustChangePassword: false } as const;
      return accountById(tx, addAccount(tx, { ...account, ...more }, clock.time)) as Account;
    });
  const change = (id: Id, fields: Partial<AccountChange>) => write((tx) => changeAccount(tx, id, fields, clock.time));
  const enter = (name: string, password: string, address = '192.0.2.1') =>
    signIn(shop.ctx, { name, password, address });
  const start = (account: Account) => write((tx) => startSession(tx, account, CLIENT, clock.time));
  const session = (token: string) => sessionOf(shop.ctx.db, token, clock.time);
  return {
    shop,
    clock,
    write,
    add,
    change,
    enter,
    start,
    session,
    tea: idOf(shop.stores.tea?.id),
    store: idOf(shop.ids.id),
  };
}
