/**
 * SQL that changes a released schema, in order. Append-only: a released entry is never edited. Entry n leads from schema
 * version 100 + n to 101 + n. A new database runs all of them after schema/schema.ts, which does not change any more once
 * it is released.
 */
export const MIGRATIONS: readonly string[] = [];
