import { existsSync, readdirSync, readFileSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import Sqlite from 'better-sqlite3';
import type { Json } from '../support.ts';
import type { Language } from './programs.ts';

// The local copies that the programs of the guide keep of a store.

export interface LocalOrder {
  status: string;
  payment: string;
}

export interface LocalCopy {
  /** Available quantities by variant and warehouse, without zeros. */
  stock(): Record<string, number>;
  /** The names of the products, sorted. */
  products(): string[];
  /** An order that was sent. */
  order(id: string): LocalOrder | undefined;
  isRejected(id: string): boolean;
  /** Queues an order to send. The first order must have been sent. */
  addOrder(id: string, variant: string): void;
  isReconciled(): boolean;
  /** Lets a day pass since the last reconciliation. */
  passDay(): void;
}

export const copyOf = (language: Language, folder: string): LocalCopy =>
  language === 'shell' ? fileCopy(folder) : sqliteCopy(folder);

const isQuantity = ([, qty]: [string, number]) => qty !== 0;

/** Tables are missing until the first run of the program, as are the files of `fileCopy`. */
function sqliteCopy(folder: string): LocalCopy {
  const file = path.join(folder, 'partner.db');
  const all = (sql: string, ...values: unknown[]): Json[] => {
    if (!existsSync(file)) return [];
    const sqlite = new Sqlite(file);
    try {
      return sqlite.prepare(sql).all(...values);
    } catch (error) {
      if (/no such table/.test(String(error))) return [];
      throw error;
    } finally {
      sqlite.close();
    }
  };
  return {
    stock: () =>
      Object.fromEntries(
        all(`SELECT variant || ' ' || warehouse AS place, available FROM stock`)
          .map(({ place, available }): [string, number] => [place, available])
          .filter(isQuantity),
      ),
    products: () => all(`SELECT product ->> 'name' AS name FROM products ORDER BY 1`).map(({ name }) => name),
    order: (id) => all('SELECT status, payment FROM orders WHERE id = ? AND sent = 1', id)[0],
    isRejected: (id) =>
      all(`SELECT 1 FROM orders WHERE id = ? AND sent = 1 AND status LIKE 'rejected: %'`, id).length > 0,
    addOrder: (id, variant) => {
      all('INSERT INTO orders (id, variant) VALUES (?, ?) RETURNING id', id, variant);
    },
    isReconciled: () => all(`SELECT 1 FROM state WHERE name = 'reconciled' AND value > 0`).length > 0,
    passDay: () => {
      all(`UPDATE state SET value = '0' WHERE name = 'reconciled' RETURNING name`);
    },
  };
}

function fileCopy(folder: string): LocalCopy {
  const read = (name: string): string => {
    const file = path.join(folder, name);
    return existsSync(file) ? readFileSync(file, 'utf8') : '';
  };
  const parsed = (name: string): Json => JSON.parse(read(name) || '{}');
  const catalogue = path.join(folder, 'products.json');
  const hasFile = (subfolder: string, id: string): boolean =>
    readdirSync(path.join(folder, subfolder)).includes(`${id}.json`);
  return {
    stock: () => Object.fromEntries(Object.entries<number>(parsed('stock.json').stock ?? {}).filter(isQuantity)),
    products: () =>
      read('products.json')
        .split('\n')
        .filter(Boolean)
        .map((line) => JSON.parse(line).product.name)
        .sort(),
    order: (id) => {
      if (!hasFile('sent', id)) return undefined;
      const orders = Object.values<Json>(parsed('orders.json').orders ?? {});
      const found = orders.find(({ external_order_id }) => external_order_id === id);
      return { status: found?.status, payment: found?.payment_status };
    },
    isRejected: (id) => hasFile('rejected', id),
    addOrder: (id, variant) => {
      const order = { ...parsed('sent/A-1.json'), external_order_id: id };
      order.products[0].product_variant_id = variant;
      writeFileSync(path.join(folder, 'outbox', `${id}.json`), JSON.stringify(order));
    },
    isReconciled: () => Date.now() - statSync(catalogue).mtimeMs < 3_600_000,
    passDay: () => utimesSync(catalogue, 0, 0),
  };
}
