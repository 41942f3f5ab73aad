import { openBookingShop } from './booking-steps.ts';
import { type Folder, openFolderOf } from './cli.ts';
import type { Behavior } from './courier-server.ts';
import type { Json } from './support.ts';

/** A café on the system clock, which commands use too. Its courier answers the first requests as given. */
export async function openQueue(...responses: Behavior[]) {
  const { shop, courier } = await openBookingShop({}, { now: Date.now });
  courier.next(...responses);
  return { shop, courier, folder: openFolderOf(shop) };
}

export const queue = (folder: Folder, ...args: string[]): Promise<Json> =>
  folder.runCommandJson('booking', 'list', ...args);
