import assert from 'node:assert/strict';
import { orderLabels } from '../src/domain/print/labels/order-labels.ts';
import type { MessageKey } from '../src/lib/messages/messages.ts';
import { appError } from './errors.ts';
import { cafe, openShop, type Shop } from './support.ts';

// The data of printed documents, before drawing.

export const ADDRESS = {
  name: 'คุณมาลี',
  telephone: '0812345678',
  address1: '99/1 ถ.พหลโยธิน',
  sub_district: 'สามเสนใน',
  district: 'พญาไท',
  province: 'กรุงเทพมหานคร',
  postal_code: 10400,
};

export const COD = { is_cod: true, cod_fee: '10', cod_amount: '75' };

export const hot = (qty: number) => ({ sku: 'LAT-H', qty });
export const iced = (qty: number) => ({ sku: 'LAT-I', qty });

export const refused = (act: () => unknown, key: MessageKey) => assert.throws(act, appError({ key }));

export const labels = ({ ctx }: Shop, id: Parameters<typeof orderLabels>[1]) => orderLabels(ctx.db, id);

/** Two stores, the second with a partner of its own. */
export async function twoStores() {
  const shop = await openShop({ stores: [cafe(), cafe({ key: 'other', name: 'อีกร้าน' })] });
  return { shop, token: await shop.bearer('page', shop.stores.other) };
}
