import { once } from 'node:events';
import { createServer, type Server } from 'node:net';
import { OperatorError } from './errors.ts';
import { listen } from './runtime.ts';

/** The address of a server; port 0 is any free port. */
interface ListenAddress {
  host: string;
  port: number;
}

const BACKLOG = 2_048; // pending connections; the kernel has a limit of its own

/** @throws OperatorError if the port is in use or not allowed, or the host is not of this machine */
export const listenAt = (server: Server, { host, port }: ListenAddress): Promise<void> =>
  listen(server, { port, host, backlog: BACKLOG }).catch((error: NodeJS.ErrnoException) => {
    throw listenError(error, host, port);
  });

function listenError({ code, message: why }: NodeJS.ErrnoException, host: string, port: number): OperatorError {
  if (code === 'EADDRINUSE') return new OperatorError('port_in_use', { port, host });
  if (code === 'EACCES') return new OperatorError('port_not_allowed', { port });
  return new OperatorError('cannot_listen', { port, host, why });
}

/**
 * Occupies a port for a server that cannot listen yet. Connections are closed.
 *
 * @returns a function that releases the port; it may be called again
 * @throws OperatorError as `listenAt`
 */
export async function reservePort(address: ListenAddress): Promise<() => Promise<void>> {
  const server = createServer((socket) => socket.destroy());
  await listenAt(server, address);
  return async () => {
    if (!server.listening) return;
    const closed = once(server, 'close');
    server.close();
    await closed;
  };
}
