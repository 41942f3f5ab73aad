import { type Call, send } from './calls.ts';
import { median } from './report.ts';
import { type Command, startServer } from './server.ts';

/** Milliseconds from the start of each server to its first response: medians of alternating starts. */
export async function startTimes(
  servers: readonly { command: Command; call: Call }[],
  starts: number,
): Promise<number[]> {
  const times = servers.map((): number[] => []);
  for (let i = 0; i <= starts; i += 1)
    for (const [j, { command, call }] of servers.entries()) {
      const begin = performance.now();
      const server = await startServer(command);
      await send(server.address, call);
      if (i > 0) times[j]?.push(performance.now() - begin); // the first start reads the program from disk
      await server.stop();
    }
  return times.map(median);
}
