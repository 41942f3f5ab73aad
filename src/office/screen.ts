import type { Answer } from './answer.ts';
import type { AccountContext, GuestContext, StoreContext } from './request-context.ts';

/** Required access: none, any account, an account with a store, a store owner, or the operator (an owner of all stores). */
export type Access = 'anyone' | 'account' | 'staff' | 'owner' | 'operator';

type ContextFor = {
  anyone: GuestContext;
  account: AccountContext;
  staff: StoreContext;
  owner: StoreContext;
  operator: StoreContext;
};

/** A route of the office. */
export interface Screen {
  method: 'GET' | 'POST';
  /** Below `/office`; ids as `:id`. */
  path: string;
  access: Access;
  /** Maximum bytes of a form with files. */
  upload?: number;
  handle: (context: StoreContext) => Answer | Promise<Answer>;
}

type Handle<A extends Access> = (context: ContextFor[A]) => Answer | Promise<Answer>;

export const get = <A extends Access>(path: string, access: A, handle: Handle<A>): Screen => ({
  method: 'GET',
  path,
  access,
  handle: handle as Screen['handle'],
});

export const post = <A extends Access>(
  path: string,
  access: A,
  handle: Handle<A>,
  options: Pick<Screen, 'upload'> = {},
): Screen => ({ method: 'POST', path, access, handle: handle as Screen['handle'], ...options });
