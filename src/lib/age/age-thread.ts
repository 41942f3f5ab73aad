import { once } from 'node:events';
import { AGE_WORKER, packedScript } from '../assets.ts';
import { SMALL_HEAP, startThread } from '../threads.ts';

// Encryption with age takes place in a thread of its own, which alone loads the library. Files are file descriptors of this
// process. They are read and written from their start, and memory does not grow with their size.

interface Files {
  from: number;
  /** Readable and writable. */
  to: number;
}

export interface EncryptTask extends Files {
  does: 'encrypt';
  recipients: readonly string[];
}

export interface DecryptTask extends Files {
  does: 'decrypt';
  identities: readonly string[];
}

export type Task = EncryptTask | DecryptTask | { does: 'makeKeyPair' };

/** `foreign`: encrypted for other recipients. `changed`: cut off or modified, or an encrypted file that reads back wrong. */
export type Outcome = 'done' | 'foreign' | 'changed';

export interface KeyPair {
  /** The private key, `AGE-SECRET-KEY-1…`. */
  identity: string;
  /** The public key, `age1…`. */
  recipient: string;
}

/** Encrypts a file, flushes it and reads it back. @throws the errors of the disk, with their code */
export const encrypt = (task: Omit<EncryptTask, 'does'>, signal?: AbortSignal): Promise<Outcome> =>
  run({ does: 'encrypt', ...task }, signal);

/** Decrypts a file. Unless the outcome is `done`, the content of `to` is worthless. @throws the errors of the disk */
export const decrypt = (task: Omit<DecryptTask, 'does'>): Promise<Outcome> => run({ does: 'decrypt', ...task });

export const makeKeyPair = (): Promise<KeyPair> => run({ does: 'makeKeyPair' });

async function run<Result>(task: Task, signal?: AbortSignal): Promise<Result> {
  signal?.throwIfAborted();
  const worker = startThread({
    packed: packedScript(AGE_WORKER),
    source: new URL('./age-worker.ts', import.meta.url),
    workerData: task,
    resourceLimits: SMALL_HEAP,
  });
  try {
    const [result] = await once(worker, 'message', { ...(signal && { signal }) });
    return result;
  } finally {
    await worker.terminate(); // before the caller closes the files and their numbers are used again
  }
}
