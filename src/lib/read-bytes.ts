import type { IncomingMessage } from 'node:http';
import { AppError } from './errors.ts';

/**
 * The bytes of a request's body where all of it has come already, as that of a short call has: taking it as it lies
 * spares the events of a stream. Else undefined, and nothing of it is taken. Node keeps little of a body that nobody reads.
 */
export function bytesAtHand(incoming: IncomingMessage): Buffer<ArrayBuffer> | undefined {
  const hasAll = incoming.complete || incoming.readableLength === Number(incoming.headers['content-length']);
  return hasAll ? (incoming.read() ?? Buffer.alloc(0)) : undefined;
}

/**
 * The bytes of a request's body, at most `largest`.
 *
 * @throws AppError body_too_large as soon as it is known, with and without Content-Length
 */
export function readBytes(incoming: IncomingMessage, largest: number): Promise<Buffer<ArrayBuffer>> {
  const tooLarge = () => new AppError('body_too_large', 'body_too_large', { most: largest });
  return new Promise((resolve, reject) => {
    if (Number(incoming.headers['content-length']) > largest) return reject(tooLarge());
    const chunks: Buffer<ArrayBuffer>[] = [];
    let size = 0;
    incoming.on('data', (chunk: Buffer<ArrayBuffer>) => {
      size += chunk.length;
      if (size > largest) reject(tooLarge());
      else chunks.push(chunk);
    });
    incoming.on('end', () => resolve(chunks.length === 1 ? (chunks[0] as Buffer<ArrayBuffer>) : Buffer.concat(chunks)));
    incoming.on('error', () => reject(new AppError('invalid_request', 'body_incomplete')));
  });
}
