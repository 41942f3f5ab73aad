import { Agent, request } from 'node:http';
import type { Call } from './calls.ts';

/** Requests sent during an event, and the longest latency in milliseconds. */
interface Latencies {
  calls: number;
  longest: number;
}

/** Repeats each call over a keep-alive connection while `event` runs. */
export async function latenciesDuring<T>(
  address: string,
  calls: readonly Call[],
  event: () => Promise<T>,
): Promise<{ waits: Latencies; result: T }> {
  const agent = new Agent({ keepAlive: true });
  const waits: Latencies = { calls: 0, longest: 0 };
  let over = false;
  const repeat = async (call: Call): Promise<void> => {
    while (!over) {
      const start = performance.now();
      await untilResponse(agent, address, call);
      waits.longest = Math.max(waits.longest, performance.now() - start);
      waits.calls += 1;
    }
  };
  const repeating = calls.map(repeat);
  try {
    const result = await event();
    over = true;
    await Promise.all(repeating);
    return { waits, result };
  } finally {
    over = true;
    agent.destroy();
  }
}

function untilResponse(agent: Agent, address: string, { path, headers, body }: Call): Promise<void> {
  return new Promise((resolve, reject) => {
    const outgoing = request(address + path, { method: 'POST', headers, agent }, (response) => {
      response.resume();
      response.once('end', () =>
        response.statusCode === 200 ? resolve() : reject(new Error(`${path} answered ${response.statusCode}`)),
      );
    });
    outgoing.once('error', reject);
    outgoing.end(body);
  });
}
