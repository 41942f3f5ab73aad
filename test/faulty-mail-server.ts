import { once } from 'node:events';
import net, { type AddressInfo, type Socket } from 'node:net';
import { after } from 'node:test';

/** Listens until the test ends. */
export async function portOf(server: net.Server): Promise<number> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  after(() => server.close());
  return (server.address() as AddressInfo).port;
}

/** A mail server of a few lines, for what a real one does not do on request. */
export async function openFaultyServer(answer: (line: string, socket: Socket) => string | undefined) {
  const server = net.createServer((socket) => {
    socket.write('220 mail\r\n');
    socket.on('error', () => {});
    socket.on('data', (bytes) => {
      for (const line of bytes.toString().split('\r\n').filter(Boolean)) {
        const reply = answer(line, socket);
        if (reply !== undefined) socket.write(`${reply}\r\n`);
      }
    });
  });
  return { host: '127.0.0.1', port: await portOf(server), security: 'none' } as const;
}

/** Responses of a mail server. */
export const usual = (line: string): string | undefined => {
  if (/^EHLO/.test(line)) return '250 mail';
  if (/^(MAIL|RCPT|QUIT)/.test(line)) return '250 ok';
  if (line === 'DATA') return '354 go on';
  return line === '.' ? '250 accepted' : undefined;
};
