import { clientTest, openClient } from './sdk/clients.ts';
import { runScenario } from './sdk/scenario.ts';
import { clientOptions, serveStore } from './sdk/store.ts';

// The clients of src/sdk against the executable.

clientTest(
  'the client reads the catalogue, orders, pays, cancels, follows and mirrors stock, and verifies webhooks',
  async (language) => {
    const store = await serveStore();
    await runScenario(await openClient(language, clientOptions(store.baseUrl, store.ids)), store);
  },
);
