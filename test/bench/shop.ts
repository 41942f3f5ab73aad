import { existsSync } from 'node:fs';
import { copyFile, mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { readConfig } from '../../src/config.ts';
import type { Loaded } from '../../src/domain/storefile/load.ts';
import { EXECUTABLE, run } from './programs.ts';

export interface Shop {
  /** The loaded ids and secrets. */
  ids: Loaded;
  /** The config file in the folder, for `raan --config`. */
  config: string;
  database: string;
}

const PRODUCTS = 40;
export const STOCK = 1_000_000_000;

/** The fields that all benchmark stores share. */
export const BASE_STORE = {
  key: 'roaster',
  name: 'โรงคั่วดอยช้าง',
  price_tiers: [
    { key: 'retail', name: 'ปลีก', default: true },
    { key: 'vip', name: 'ตัวแทน' },
  ],
  warehouses: [
    { key: 'bkk', name: 'กรุงเทพ' },
    { key: 'cnx', name: 'เชียงใหม่' },
  ],
  addresses: [{ key: 'shop', is_primary: true, name: 'โรงคั่วดอยช้าง', telephone: '021234567', postal_code: 10110 }],
  channels: [{ key: 'page', name: 'Sale page' }],
};

const products = Array.from({ length: PRODUCTS }, (_, i) => ({
  key: `p${i}`,
  name: `กาแฟคั่วบด สูตรที่ ${i}`,
  description: 'เมล็ดอาราบิก้าจากดอยช้าง คั่วกลาง หอมช็อกโกแลตและถั่ว เหมาะกับเอสเพรสโซและกาแฟดริป',
  images: [1, 2].map((n) => ({
    url: `https://img.example/p${i}-${n}.jpg`,
    thumbnail_url: `https://img.example/p${i}-${n}-240.jpg`,
    tiny_url: `https://img.example/p${i}-${n}-48.jpg`,
  })),
  shipping_rates: [{ shipping_type: 'ems', first: '45', each_more: '12.50' }],
  variants: ['250 กรัม', '500 กรัม', '1 กิโลกรัม'].map((name, n) => ({
    key: `p${i}v${n}`,
    name,
    sku: `COF-${i}-${n}`,
    image_url: `https://img.example/p${i}v${n}.jpg`,
    prices: { retail: `${159 + 140 * n}`, vip: `${149.5 + 130 * n}` },
    cost: `${90 + 80 * n}`,
    weight: 0.25 * 2 ** n,
    stock: { bkk: STOCK, cnx: STOCK },
  })),
}));

/** For benchmarks of orders, where the catalogue does not matter. */
export const ONE_PRODUCT = [
  {
    key: 'p0',
    name: 'กาแฟคั่วบด',
    variants: [{ key: 'p0v0', name: '', prices: { retail: '100' }, weight: 250, stock: { bkk: STOCK } }],
  },
];

/** A store of 40 products. */
export const ROASTER = { ...BASE_STORE, products };

/** A database with one store, in `folder`. */
export async function openShop(
  folder: string,
  store: typeof BASE_STORE & { products: object[]; couriers?: object[] } = ROASTER,
): Promise<Shop> {
  const config = await writeConfig(folder);
  return addStore({ config, database: readConfig(config).database }, store);
}

/** Adds a store to the shop's database, which may be served meanwhile. */
export async function addStore(
  { config, database }: Omit<Shop, 'ids'>,
  store: typeof BASE_STORE & { products: object[]; couriers?: object[] } = ROASTER,
): Promise<Shop> {
  const file = path.join(path.dirname(config), 'store.json');
  await writeFile(file, JSON.stringify({ stores: [store] }));
  const loaded = JSON.parse(await run(EXECUTABLE, '--config', config, 'load', file));
  return { ids: loaded.stores[store.key], config, database };
}

/** A copy of the shop in its own folder. The original must not be open. */
export async function copyShop<S extends Shop>(shop: S, folder: string): Promise<S> {
  const config = await writeConfig(folder);
  const { database } = readConfig(config);
  await copyFile(shop.database, database);
  const key = path.join(path.dirname(shop.database), 'raan.key');
  if (existsSync(key)) await copyFile(key, path.join(path.dirname(database), 'raan.key'));
  return { ...shop, config, database };
}

async function writeConfig(folder: string): Promise<string> {
  await mkdir(folder, { recursive: true });
  const file = path.join(folder, 'raan.toml');
  await writeFile(
    file,
    'database = "shop.db"\n[listen]\nport = 0\n[webhooks]\nallow_networks = ["127.0.0.0/8"]\n[couriers]\nallow_networks = ["127.0.0.0/8"]\n',
  );
  return file;
}
