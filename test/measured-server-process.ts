import { openContext } from '../src/context.ts';
import { serve } from '../src/serve.ts';

// A server in a separate process that measures how long its event loop is blocked: as CPU time of the main thread, which
// other processes of the machine do not distort. Argument: the config as JSON. For each message it sends the longest time
// since the message before; the first one starts the measurement.

const INTERVAL = 1; // milliseconds

export interface Measured {
  /** Milliseconds of CPU time between two turns of the event loop. */
  longest: number;
  /** Megabytes, at most. */
  memory: number;
}

const ctx = openContext(JSON.parse(process.argv[2] ?? ''), { create: true });
const { address } = await serve(ctx);

const cpuTime = () => {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1_000;
};

let longest = 0;
let memory = 0;
let last = 0;
let timer: NodeJS.Timeout | undefined;

function measure(): void {
  const now = cpuTime();
  longest = Math.max(longest, now - last);
  last = now;
  memory = Math.max(memory, process.memoryUsage.rss() / 1e6);
}

process.on('message', () => {
  if (timer === undefined) {
    last = cpuTime();
    timer = setInterval(measure, INTERVAL);
  }
  process.send?.({ longest, memory } satisfies Measured);
  longest = 0;
  memory = 0;
});
process.send?.({ address });
