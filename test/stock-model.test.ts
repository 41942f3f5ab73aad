import { mkdtempSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import fc from 'fast-check';
import { CATALOGUE_COMMANDS } from './model/catalogue-commands.ts';
import { ORDER_COMMANDS } from './model/order-commands.ts';
import { SHIPMENT_COMMANDS } from './model/shipment-commands.ts';
import { STOCK_COMMANDS } from './model/stock-commands.ts';
import { openWorld } from './model/world.ts';
import { temporaryFolder } from './support.ts';

// Random operations on a real database and on the simple model in test/model. After each, both must agree on stock,
// ledger, reservations, what partners see, and announced changes. A failure prints the seed and path to repeat it.

const RUNS = Number(process.env.RAAN_MODEL_RUNS ?? 12);
const COMMANDS = 150;

test('after random commands stock matches a simple model, and every change of available is announced once', async () => {
  const folder = temporaryFolder();
  const frequent = [...ORDER_COMMANDS, ...SHIPMENT_COMMANDS, ...STOCK_COMMANDS];
  const commands = fc.commands([...frequent, ...frequent, ...CATALOGUE_COMMANDS], {
    maxCommands: COMMANDS,
    size: 'max',
  });
  const sellBelowZero = fc.record({ source: fc.boolean(), reseller: fc.boolean() });
  await fc.assert(
    fc.asyncProperty(sellBelowZero, commands, async (settings, operations) => {
      const { model, real } = await openWorld(mkdtempSync(path.join(folder, 'world-')), settings);
      try {
        await fc.asyncModelRun(() => ({ model, real }), operations);
      } finally {
        real.close();
      }
    }),
    { numRuns: RUNS, endOnFailure: false },
  );
});
