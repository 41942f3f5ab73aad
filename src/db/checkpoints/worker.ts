import { parentPort, workerData } from 'node:worker_threads';
import Sqlite from 'better-sqlite3';
import type { Asked, Told } from './thread.ts';

// Entry point of the checkpoint thread. It has its own connection.

const { file, nativeBinding } = workerData;
const sqlite = new Sqlite(file, { nativeBinding, fileMustExist: true });

parentPort?.on('message', (asked: Asked) => {
  if (asked === 'end') {
    sqlite.close();
    parentPort?.close();
  } else parentPort?.postMessage(checkpoint());
});

/** PASSIVE does not block writers; pages written meanwhile wait for the next checkpoint. */
function checkpoint(): Told {
  try {
    sqlite.pragma('wal_checkpoint(PASSIVE)');
    return {};
  } catch (error) {
    const { message, code } = error as InstanceType<typeof Sqlite.SqliteError>;
    return { failed: { message, code } };
  }
}
