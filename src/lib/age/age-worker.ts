import { createHash, type Hash } from 'node:crypto';
import { fdatasyncSync, fsyncSync, readSync, writeSync } from 'node:fs';
import { parentPort, workerData } from 'node:worker_threads';
import { Decrypter, Encrypter, generateX25519Identity, identityToRecipient } from 'age-encryption';
import { yieldToRequests } from '../threads.ts';
import type { DecryptTask, EncryptTask, KeyPair, Outcome, Task } from './age-thread.ts';

// Entry point of the thread that encrypts and decrypts. It does one task and ends.

const READ_SIZE = 262_144; // bytes
const FLUSH_EVERY = 8_388_608; // bytes; keeps the final flush short

/** Reads a file from its start, and updates the hash with what it has read. */
function read(file: number, hash?: Hash): ReadableStream<Uint8Array> {
  let position = 0;
  const pull = (controller: ReadableStreamDefaultController<Uint8Array>) => {
    const buffer = new Uint8Array(READ_SIZE);
    const bytes = buffer.subarray(0, readSync(file, buffer, 0, READ_SIZE, position));
    if (bytes.length === 0) return controller.close();
    position += bytes.length;
    hash?.update(bytes);
    controller.enqueue(bytes);
  };
  return new ReadableStream({ pull }, { highWaterMark: 0 });
}

async function write(file: number, chunks: AsyncIterable<Uint8Array>): Promise<void> {
  let unflushed = 0;
  for await (const chunk of chunks) {
    for (let done = 0; done < chunk.length; ) done += writeSync(file, chunk, done);
    unflushed += chunk.length;
    if (unflushed < FLUSH_EVERY) continue;
    fdatasyncSync(file);
    unflushed = 0;
  }
  fsyncSync(file);
}

/** Encrypts, flushes and reads the result back: it must decrypt to the bytes that were read. */
async function encrypt({ from, to, recipients }: EncryptTask): Promise<Outcome> {
  const encrypter = new Encrypter();
  for (const recipient of recipients) encrypter.addRecipient(recipient);
  let fileKey: Uint8Array | undefined;
  encrypter.addRecipient({
    wrapFileKey: (key) => {
      fileKey = key.slice();
      return []; // adds nothing to the file
    },
  });
  const clear = createHash('sha256');
  await write(to, await encrypter.encrypt(read(from, clear)));
  const decrypter = new Decrypter();
  decrypter.addIdentity({ unwrapFileKey: () => fileKey ?? null });
  const readBack = createHash('sha256');
  for await (const chunk of await decrypter.decrypt(read(to))) readBack.update(chunk);
  return clear.digest().equals(readBack.digest()) ? 'done' : 'changed';
}

async function decrypt({ from, to, identities }: DecryptTask): Promise<Outcome> {
  const decrypter = new Decrypter();
  for (const identity of identities) decrypter.addIdentity(identity);
  let isForeign = false;
  decrypter.addIdentity({
    unwrapFileKey: () => {
      isForeign = true; // the last identity is tried only if no other fits
      return null;
    },
  });
  try {
    await write(to, await decrypter.decrypt(read(from)));
    return 'done';
  } catch (error) {
    if (isForeign) return 'foreign';
    if ((error as NodeJS.ErrnoException).syscall !== undefined) throw error; // the disk fails, not the file
    return 'changed';
  }
}

async function makeKeyPair(): Promise<KeyPair> {
  const identity = await generateX25519Identity();
  return { identity, recipient: await identityToRecipient(identity) };
}

function run(task: Task): Promise<Outcome | KeyPair> {
  if (task.does === 'encrypt') return encrypt(task);
  return task.does === 'decrypt' ? decrypt(task) : makeKeyPair();
}

yieldToRequests();
run(workerData).then((result) => parentPort?.postMessage(result));
