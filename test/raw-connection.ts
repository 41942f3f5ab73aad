import { once } from 'node:events';
import { connect } from 'node:net';

/** A raw connection to a server. */
export async function openRawConnection(address: string) {
  const { hostname, port } = new URL(address);
  const socket = connect(Number(port), hostname);
  let received = '';
  socket.setEncoding('latin1').on('data', (part: string) => {
    received += part;
  });
  socket.on('error', () => {}); // a server may disconnect while data is being sent
  const end = once(socket, 'close').then(() => received);
  await once(socket, 'connect');
  return {
    write: (text: string) => socket.write(text),
    /** Sends text and waits for a matching response. */
    exchange: async (text: string, answer: RegExp): Promise<string> => {
      socket.write(text);
      while (!answer.test(received)) await Promise.race([once(socket, 'data'), disconnected(end)]);
      return received;
    },
    /** Everything received until the connection closed. */
    end,
    close: () => socket.destroy(),
  };
}

const disconnected = async (end: Promise<string>) => {
  throw new Error(`the server hung up: ${await end}`);
};
