import type { Answer } from './answer.ts';
import type { Guest, Member, Visit } from './visit.ts';

/**
 * Who may open a screen: anyone at all, any account, those who work in the store, its owner, or whoever runs the
 * installation, which is an owner of every store.
 */
export type Who = 'anyone' | 'account' | 'staff' | 'owner' | 'operator';

type VisitorOf = { anyone: Guest; account: Member; staff: Visit; owner: Visit; operator: Visit };

export interface Screen {
  method: 'GET' | 'POST';
  /** Below `/office`; ids as `:id`. */
  path: string;
  who: Who;
  /** Bytes that its form may have, where files come with it. */
  upload?: number;
  handle: (visitor: Visit) => Answer | Promise<Answer>;
}

type Handle<W extends Who> = (visitor: VisitorOf[W]) => Answer | Promise<Answer>;

export const get = <W extends Who>(path: string, who: W, handle: Handle<W>): Screen => ({
  method: 'GET',
  path,
  who,
  handle: handle as Screen['handle'],
});

export const post = <W extends Who>(
  path: string,
  who: W,
  handle: Handle<W>,
  options: Pick<Screen, 'upload'> = {},
): Screen => ({ method: 'POST', path, who, handle: handle as Screen['handle'], ...options });
