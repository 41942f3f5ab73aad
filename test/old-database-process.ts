import { openTwoStores } from './two-stores.ts';

// Writes the database of two stores with history to the file in the first argument, using this release of raan.

const { shop } = await openTwoStores();
shop.ctx.connection.copyTo(process.argv[2] ?? '');
await shop.stop();
