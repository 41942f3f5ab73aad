import assert from 'node:assert/strict';
import { countProducts, listProducts } from '../src/domain/catalogue/product-list.ts';
import { loadMoreNames } from '../src/domain/catalogue/product-names.ts';
import { idText } from '../src/lib/ids.ts';
import { idOf, type Json, type Shop } from './support.ts';

export const LIST = '/v1/product/list';

/** Loads the changed names, as the service does every second. */
export const load = ({ ctx, ids }: Shop): void => {
  while (!loadMoreNames(ctx.db, idOf(ids.id)));
};

/** The response of a list request from memory, compared with the result of SQL. */
export const list = async (shop: Shop, wanted: object = {}): Promise<Json> => {
  load(shop);
  const { status, body } = await shop.call(LIST, wanted);
  assert.equal(status, 200, JSON.stringify(body));
  const { query, limit = 20, offset = 0, sort_by = 'update_time', sort_order = 'desc' } = wanted as Json;
  const search = { query, limit, offset, sortBy: sort_by, descending: sort_order === 'desc' };
  const storeId = idOf(shop.ids.id);
  const [page, total] = await shop.ctx.write((tx) => {
    tx.invalidate('product list');
    return [listProducts(tx, storeId, search), countProducts(tx, storeId, query)];
  });
  const shown = page.products.map(({ id, name }) => [idText(id), name]);
  assert.deepEqual(
    shown,
    body.products.map(({ id, name }: Json) => [id, name]),
  );
  assert.deepEqual([page.hasMore, total], [body.has_more, body.total ?? total]);
  return body;
};

export const names = async (shop: Shop, wanted: object = {}): Promise<string[]> =>
  (await list(shop, wanted)).products.map(({ name }: Json) => name);

export const products = (...named: string[]) =>
  named.map((name) => ({ key: name.length > 90 ? `${name.length}` : name, name }));
