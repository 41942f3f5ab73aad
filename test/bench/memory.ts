import type { Call } from './calls.ts';
import type { Generator } from './generator.ts';
import { type Command, startServer } from './server.ts';

/** Kilobytes that a fresh server holds after so many requests. */
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
