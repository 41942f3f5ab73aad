import type { IncomingMessage } from 'node:http';

const MOST_CHARACTERS = 500;
const MOST_BYTES = 4 * MOST_CHARACTERS; // of UTF-8

/** The start of a body as one line of plain text: invalid UTF-8 is replaced, control characters become spaces. */
export function plainText(bytes: Uint8Array): string {
  const text = new TextDecoder().decode(bytes.subarray(0, MOST_BYTES), { stream: true }); // half a character is left out
  const line = text.replace(/[\p{White_Space}\p{Cc}\p{Bidi_Control}]+/gu, ' ').trim();
  return [...line].slice(0, MOST_CHARACTERS).join('');
}

/** The start of a response body: what arrives within so many milliseconds. Never rejects. */
export function readExcerpt(response: IncomingMessage, millis: number): Promise<string> {
  const chunks: Buffer[] = [];
  let length = 0;
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      resolve(length === 0 ? '' : plainText(Buffer.concat(chunks))); // most bodies are empty, and a decoder costs
    };
    const timer = setTimeout(end, millis);
    for (const over of ['end', 'error', 'close']) response.once(over, end);
    response.on('data', (chunk: Buffer) => {
      chunks.push(chunk);
      length += chunk.length;
      if (length >= MOST_BYTES) end();
    });
  });
}
