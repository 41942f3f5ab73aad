import { copyFileSync } from 'node:fs';
import path from 'node:path';
import { openTwoStores } from './two-stores.ts';

// Writes the database of two stores with history to the file in the first argument, using this release of raan.

const { shop } = await openTwoStores();
const [, , file = ''] = process.argv;
shop.ctx.connection.copyTo(file);
copyFileSync(shop.ctx.db.keys.name, path.join(path.dirname(file), 'raan.key'));
await shop.stop();
