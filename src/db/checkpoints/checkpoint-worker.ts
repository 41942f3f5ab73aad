import { parentPort, workerData } from 'node:worker_threads';
import Sqlite from 'better-sqlite3';
import type { CheckpointCommand, CheckpointResult } from './checkpoint-thread.ts';

// Entry point of the checkpoint thread. It has its own database connection.

const { file, nativeBinding } = workerData;
const sqlite = new Sqlite(file, { nativeBinding, fileMustExist: true });

parentPort?.on('message', (command: CheckpointCommand) => {
  if (command === 'end') {
    sqlite.close();
    parentPort?.close();
  } else parentPort?.postMessage(checkpoint());
});

/** PASSIVE does not block writers; pages written in the meantime wait for the next checkpoint. */
function checkpoint(): CheckpointResult {
  try {
    sqlite.pragma('wal_checkpoint(PASSIVE)');
    return {};
  } catch (error) {
    const { message, code } = error as InstanceType<typeof Sqlite.SqliteError>;
    return { failed: { message, code } };
  }
}
