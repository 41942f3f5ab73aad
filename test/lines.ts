import { once } from 'node:events';
import { connect } from 'node:net';

/** A bare connection to a server, on which nothing is said but what the test says. */
export async function openLine(address: string) {
  const { hostname, port } = new URL(address);
  const socket = connect(Number(port), hostname);
  let heard = '';
  socket.setEncoding('latin1').on('data', (part: string) => {
    heard += part;
  });
  socket.on('error', () => {}); // a server may hang up on what is still being said
  const end = once(socket, 'close').then(() => heard);
  await once(socket, 'connect');
  return {
    write: (text: string) => socket.write(text),
    /** Says it and waits until an answer that is like this has come. */
    say: async (text: string, answer: RegExp): Promise<string> => {
      socket.write(text);
      while (!answer.test(heard)) await Promise.race([once(socket, 'data'), hungUp(end)]);
      return heard;
    },
    /** All that was heard, once the connection is closed. */
    end,
    close: () => socket.destroy(),
  };
}

const hungUp = async (end: Promise<string>) => {
  throw new Error(`the server hung up: ${await end}`);
};
