import { categoryNamed } from '../src/domain/catalogue/categories.ts';
import { organizationCells } from '../src/domain/catalogue/product-organization.ts';
import { changeProduct } from '../src/domain/catalogue/products.ts';
import type { Id } from '../src/lib/ids.ts';
import { runStep } from './stock-steps.ts';
import { cafe, idOf, openShop, type Shop } from './support.ts';

export const DRINKS = 'เครื่องดื่ม / กาแฟ';

/** A latte that is a drink and sells well, a mug without category, and a second store. */
export const openOrganizedShop = () =>
  openShop({
    stores: [
      cafe({
        products: [
          { ...cafe().products[0], category: DRINKS, tags: ['ขายดี', 'Hot'] },
          { key: 'mug', name: 'แก้ว', variants: [{ key: 'mug', sku: 'MUG', stock: { bkk: 3 } }] },
        ],
      }),
      cafe({ key: 'other', products: [], channels: [{ key: 'own', name: 'Own' }] }),
    ],
  });

export const product = (shop: Shop, key: string): Id => idOf(shop.ids.products[key]);
export const cells = (shop: Shop, key: string) => organizationCells(shop.ctx.db, product(shop, key));
export const category = (shop: Shop, name: string) => categoryNamed(shop.ctx.db, idOf(shop.ids.id), name)?.id as Id;
export const organize = (shop: Shop, key: string, change: { category?: string | null; tags?: string[] }) =>
  runStep(shop, (tx, now) => changeProduct(tx, product(shop, key), change, now));
