import { openContext } from '../src/context.ts';
import { serve } from '../src/serve.ts';

// A server in a separate process, for tests that kill it. Arguments: the config as JSON, and optionally a fixed time
// for its clock.

const [config = '', time] = process.argv.slice(2);
const ctx = openContext(JSON.parse(config), { create: true });
const { address } = await serve(time ? { ...ctx, now: () => Number(time) } : ctx);
process.send?.({ address });
