import { parentPort, workerData } from 'node:worker_threads';
import Sqlite from 'better-sqlite3';
import type { Asked, Told } from './thread.ts';

// What the checkpointing thread runs, with a connection of its own.

const { file, nativeBinding } = workerData;
const sqlite = new Sqlite(file, { nativeBinding, fileMustExist: true });

parentPort?.on('message', (asked: Asked) => {
  if (asked === 'end') {
    sqlite.close();
    parentPort?.close();
  } else parentPort?.postMessage(checkpoint());
});

/** Writers write on meanwhile; what they write may be left for another time. */
function checkpoint(): Told {
  try {
    sqlite.pragma('wal_checkpoint(PASSIVE)');
    return {};
  } catch (error) {
    const { message, code } = error as InstanceType<typeof Sqlite.SqliteError>;
    return { failed: { message, code } };
  }
}
