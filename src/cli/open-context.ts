import { existsSync } from 'node:fs';
import type { Config } from '../config.ts';
import { openContext, type ServerContext } from '../context.ts';
import { expireCursors } from '../domain/feeds.ts';

type Wanted = Parameters<typeof openContext>[1];

/**
 * Call it before any other write, and before the database is closed: if its write-ahead log was damaged, the numbers of
 * lost changes are reused (docs/decisions.md#change-feed).
 */
export async function expireLostCursors({ walLoss, write }: ServerContext): Promise<void> {
  if (walLoss) await write((tx) => expireCursors(tx));
}

/** Opens the configured database. After a loss of changes, all cursors are expired. */
export async function openRecovered(config: Config, wanted: Wanted): Promise<ServerContext> {
  const ctx = openContext(config, wanted);
  try {
    await expireLostCursors(ctx);
    return ctx;
  } catch (error) {
    ctx.close();
    throw error;
  }
}

/** Copies the configured database to `file` and opens the copy; a missing one is created empty if `create` is set. */
export async function openCopy(config: Config, file: string, { create }: { create: boolean }): Promise<ServerContext> {
  const copied = { ...config, database: file };
  if (!create || existsSync(config.database)) {
    const { connection, close, walLoss } = await openRecovered(config, { create: false });
    try {
      connection.copyTo(file);
    } finally {
      close();
    }
    return { ...openContext(copied, { create: true, copyOf: config.database }), walLoss };
  }
  return openContext(copied, { create: true, copyOf: config.database });
}
