import type { Call } from './calls.ts';
import type { Generator } from './generator.ts';
import { type Command, startServer } from './server.ts';

/** Memory in kilobytes of a fresh server after this number of requests. */
export async function memoryAfter(
  command: Command,
  generator: Generator,
  call: Call,
  requests: number,
): Promise<number> {
  const server = await startServer(command);
  try {
    await generator.send(server.address, call, { requests });
    return await server.memory();
  } finally {
    await server.stop();
  }
}
