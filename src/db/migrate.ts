import { OperatorError } from '../lib/errors.ts';
import type { Message } from '../lib/messages/catalogue.ts';
import { message } from '../lib/messages/message.ts';
import type { Connection } from './connection.ts';
import { MIGRATIONS } from './migrations.ts';
import { Reader } from './reader.ts';
import { SCHEMA } from './schema/schema.ts';
import { query } from './statement.ts';

/** `application_id`: "RAAN". */
export const APPLICATION_ID = 0x5241414e;

/** The version of `SCHEMA`. Development builds counted their schemas from 1 to 25. */
const FIRST_VERSION = 100;

/** The schema version that this program works with. */
export const SCHEMA_VERSION = FIRST_VERSION + MIGRATIONS.length;

const userVersion = query<{ user_version: number }>({ reads: [] }, 'PRAGMA user_version');
const applicationId = query<{ application_id: number }>({ reads: [] }, 'PRAGMA application_id');
const anyTable = query<object>({ reads: [] }, 'SELECT 1 FROM sqlite_schema');

export const schemaVersion = (db: Reader): number => db.get(userVersion)?.user_version ?? 0;

/** Creates the schema, unless the database already has it. */
export function createSchema(connection: Connection): void {
  const { version, program } = headerOf(connection);
  if (version === SCHEMA_VERSION && program === APPLICATION_ID) return;
  connection.exec('BEGIN IMMEDIATE');
  try {
    requireUsable(connection); // another process may have created it first
    runMigrations(connection);
    connection.exec('COMMIT');
  } finally {
    if (connection.inTransaction) connection.exec('ROLLBACK');
  }
}

/** Upgrades the database to the schema of this program. Call it in an open transaction. */
export function runMigrations(connection: Connection): void {
  const { version } = headerOf(connection);
  const steps = version === 0 ? [SCHEMA, ...MIGRATIONS] : MIGRATIONS.slice(version - FIRST_VERSION);
  for (const sql of steps) connection.exec(sql);
  connection.exec(`PRAGMA application_id = ${APPLICATION_ID}; PRAGMA user_version = ${SCHEMA_VERSION}`);
}

/** The pragmas that identify a database of raan and its schema. */
export interface DatabaseHeader {
  /** `user_version`; 0: no schema. */
  version: number;
  /** `application_id` */
  program: number;
  isEmpty: boolean;
}

/** Why this program cannot work with a database; undefined if it can, or can upgrade the database. */
export function unusableReason(file: string, { version, program, isEmpty }: DatabaseHeader): Message | undefined {
  if (!isEmpty && program !== APPLICATION_ID) return message('database_of_another_program', { file });
  if (version > 0 && version < FIRST_VERSION) return message('database_of_development_build', { file, version });
  if (version > SCHEMA_VERSION) return message('database_of_newer_raan', { file, version, known: SCHEMA_VERSION });
  return undefined;
}

/** @throws OperatorError if this program cannot work with the database and cannot upgrade it */
export function requireUsable(connection: Connection): void {
  const why = unusableReason(connection.file, headerOf(connection));
  if (why) throw new OperatorError([why]);
}

function headerOf(connection: Connection): DatabaseHeader {
  const db = new Reader(connection);
  const program = db.get(applicationId)?.application_id ?? 0;
  return { version: schemaVersion(db), program, isEmpty: db.get(anyTable) === undefined };
}
