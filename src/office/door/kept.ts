import type { IncomingMessage } from 'node:http';
import * as v from 'valibot';
import { sessionKey } from '../../domain/accounts/sessions.ts';
import { listStores } from '../../domain/stores.ts';
import { Refusal } from '../../lib/errors.ts';
import { type Id, idText, parseId } from '../../lib/ids.ts';
import type { Sent } from '../forms/form.ts';
import type { Asked } from '../visit.ts';
import { csrfKeyOf, isCsrfToken } from './csrf.ts';
import { MOST_FIELDS, readForm } from './read-form.ts';

// A form that is sent after its session has ended is not lost: its texts go with the page that asks to sign in, and come
// back with the name and the password. Nothing of it stays here.

/** Bytes of a form that is kept. */
const LARGEST = 262_144;
/** Bytes of the form that brings it back, in which each of its own is written as up to three. */
export const LARGEST_AGAIN = 4 * LARGEST;

/** What no page shows again: passwords and what partners and couriers keep secret. */
const SECRET = new Set(['csrf', 'password', 'current', 'again', 'secret', 'token']);

/** A form as it was sent. */
export interface Kept {
  /** Below `/office`, with what comes after the `?`. */
  path: string;
  texts: Sent['texts'];
  /** The store that its page was of, as far as that can be told. */
  store: Id | undefined;
  /** Files came with it; they are not kept. */
  hadFiles: boolean;
}

/** The form that came with a session that is no more, of one of our own pages; undefined where it is too large. */
export async function readKept(incoming: IncomingMessage, asked: Asked, token = ''): Promise<Kept | undefined> {
  try {
    const { texts, files } = await readForm(incoming, LARGEST);
    return {
      path: asked.path + asked.url.search,
      texts: Object.fromEntries(Object.entries(texts).filter(([name]) => !SECRET.has(name))),
      store: storeOf(asked, token, texts.csrf?.[0] ?? ''),
      hadFiles: Object.values(files).some((list) => list.some(({ size }) => size > 0)),
    };
  } catch (error) {
    if (error instanceof Refusal) return undefined;
    throw error;
  }
}

/** The store whose pages gave this token. */
const storeOf = ({ ctx }: Asked, token: string, csrf: string): Id | undefined =>
  listStores(ctx.db).find(({ id }) => isCsrfToken(csrfKeyOf({ key: sessionKey(token), storeId: id }), csrf))?.id;

export const keptText = ({ store, ...kept }: Kept): string =>
  JSON.stringify({ ...kept, store: store === undefined ? '' : idText(store) });

/** A path of the office and of nowhere else. */
export const isInside = (path: string): boolean => /^\/[a-z0-9?]/.test(path) && !/[\\\s]/.test(path);

const keptShape = v.object({
  path: v.pipe(v.string(), v.check(isInside)),
  texts: v.pipe(
    v.record(v.string(), v.array(v.string())),
    v.check((texts) => Object.values(texts).flat().length <= MOST_FIELDS),
  ),
  store: v.pipe(v.string(), v.transform(parseId)),
  hadFiles: v.boolean(),
});

/** What `keptText` has written; undefined where it is anything else. */
export function parseKept(text: string): Kept | undefined {
  try {
    const read = v.safeParse(keptShape, JSON.parse(text));
    return read.success ? read.output : undefined;
  } catch {
    return undefined; // not JSON
  }
}
