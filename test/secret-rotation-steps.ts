import { credentials } from './raw-http.ts';
import { idOf, type Shop } from './support.ts';

export const pageId = (shop: Shop) => idOf(shop.ids.channels.page?.id);

export const isAccepted = async (shop: Shop, client_secret: string) =>
  (await shop.token({ ...credentials(shop), client_secret })).status === 200;
