import type { Child } from 'hono/jsx';
import type { Guest, Member, Visit } from './visit.ts';

/** A whole page: the frame puts it between its head and navigation. */
export interface Page {
  title: string;
  body: Child;
  /** 200 where it is left out. */
  status?: number;
  /** Without navigation: signing in, the first run. */
  bare?: boolean;
}

/** A part of a page, which htmx puts where it belongs. */
export interface Fragment {
  fragment: Child;
}

export type Answer = Page | Fragment | Response;

/** Who may open a screen: anyone at all, any account, those who work in the store, or its owner. */
export type Who = 'anyone' | 'account' | 'staff' | 'owner';

type VisitorOf = { anyone: Guest; account: Member; staff: Visit; owner: Visit };

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
