import { openTwoStores } from './two-stores.ts';

// Writes the database of two stores that have done business to the file that is named first, by this release of raan.

const { shop } = await openTwoStores();
shop.ctx.connection.copyTo(process.argv[2] ?? '');
await shop.stop();
