import type { IncomingMessage } from 'node:http';
import { AppError, invalidRequest } from './errors.ts';
import { startTimer } from './runtime.ts';

/**
 * The body of a request if it has arrived completely, as short bodies have; otherwise undefined. Reading it
 * synchronously avoids stream events.
 */
export function receivedBody(incoming: IncomingMessage): Buffer<ArrayBuffer> | undefined {
  const hasAll = incoming.complete || incoming.readableLength === Number(incoming.headers['content-length']);
  return hasAll ? (incoming.read() ?? Buffer.alloc(0)) : undefined;
}

/**
 * Reads the body of a request, at most `largest` bytes.
 *
 * @param maxMillis until the body is complete; by default the server's own timeout
 * @throws AppError body_too_large early: by Content-Length, else once too many bytes have arrived
 */
export function readBytes(
  incoming: IncomingMessage,
  largest: number,
  maxMillis?: number,
): Promise<Buffer<ArrayBuffer>> {
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
    const incomplete = () => reject(invalidRequest('body_incomplete'));
    const timer = maxMillis === undefined ? undefined : startTimer(incomplete, maxMillis).unref();
    incoming.on('close', () => timer?.stop());
    incoming.on('end', () => resolve(chunks.length === 1 ? (chunks[0] as Buffer<ArrayBuffer>) : Buffer.concat(chunks)));
    incoming.on('error', incomplete);
  });
}
