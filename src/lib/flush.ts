import { open } from 'node:fs/promises';

/** Has the disk take a file or a folder: a name that is there after a crash has its bytes. */
export async function flush(place: string): Promise<void> {
  const handle = await open(place, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
