import { once } from 'node:events';
import { existsSync, realpathSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { OperatorError } from '../lib/errors.ts';
import type { Message } from '../lib/messages/catalogue.ts';
import { message } from '../lib/messages/message.ts';
import { startScript } from '../lib/threads.ts';
import { damageProblem, damagesIn, TABLES, TREES, type Tree } from './damage/sqlite-damage.ts';
import type { RowCounts } from './snapshot.ts';

// The threads use Node's own SQLite, so that another build verifies the copy than the one that wrote it.

const CHECK = `
  const { parentPort, workerData } = require('node:worker_threads');
  const { DatabaseSync } = require('node:sqlite');
  const { uri, isKept, counts, empty } = workerData;
  const copy = new DatabaseSync(uri, { readOnly: isKept });
  if (!isKept) copy.exec('PRAGMA journal_mode = DELETE'); // a single file without a log
  const trees = copy.prepare('${TREES}').all();
  const check = (sql) => copy.prepare(sql).all().map((row) => Object.values(row)[0]);
  const checkTable = ({ name }) => {
    try {
      return { table: name, rows: check('PRAGMA quick_check("' + name + '")') };
    } catch (error) {
      return { table: name, rows: [error.message] };
    }
  };
  let checked;
  try {
    checked = [{ rows: check('PRAGMA integrity_check') }];
  } catch { // some damage stops the check of all tables
    checked = copy.prepare(\`${TABLES}\`).all().map(checkTable);
  }
  const problems = [];
  if (checked.every(({ rows }) => rows.every((row) => row === 'ok'))) {
    for (const [table, rows] of Object.entries(counts)) {
      const { n } = copy.prepare('SELECT count(*) AS n FROM "' + table + '"').get();
      if (n !== rows) problems.push({ key: 'row_count_differs', params: { table, found: n, expected: rows } });
    }
    for (const { sql, problem } of empty)
      if (copy.prepare(sql).get() !== undefined) problems.push(problem);
  }
  copy.close();
  parentPort.postMessage({ checked, trees, problems });
`;

/** The rows of SQLite's checks, what they refer to, and other problems. */
interface Checked {
  checked: { table?: string; rows: string[] }[];
  trees: Tree[];
  problems: Message[];
}

/** Checks besides SQLite's integrity check. */
export interface Expected {
  counts?: RowCounts;
  /** Queries that find nothing in an intact copy, and the problem if they do. They work with every schema version. */
  empty?: readonly { sql: string; problem: Message }[];
  /** Opens the copy read-only; otherwise the check also converts it to a single file without a log. */
  isKept?: boolean;
  /** Aborts the check. */
  signal?: AbortSignal | undefined;
}

/** The problems of a copy of a database; none if it is intact. The check runs in a worker thread. */
export function problemsOfCopy(
  file: string,
  { counts = {}, empty = [], isKept = false, signal }: Expected = {},
): Promise<Message[]> {
  return new Promise((resolve, reject) => {
    const workerData = { uri: isKept ? readOnlyUri(file) : file, isKept, counts, empty };
    const thread = startScript(CHECK, workerData);
    const giveUp = () => {
      reject(signal?.reason);
      thread.terminate();
    };
    signal?.addEventListener('abort', giveUp, { once: true });
    thread.once('message', ({ checked, trees, problems }: Checked) => {
      try {
        const damages = checked.flatMap(({ table, rows }) => damagesIn(rows, trees, table));
        resolve([...damages.map(damageProblem), ...problems]);
      } catch (error) {
        reject(error); // the disk of the copy fails
      }
    });
    thread.once('error', (error) => resolve([message('foreign_text', { text: error.message })]));
    thread.once('exit', (code) => {
      signal?.removeEventListener('abort', giveUp);
      reject(new OperatorError('copy_check_ended', { file, status: code }));
    });
  });
}

// Opens a file without writing to its folder.
const READ = `
  const { parentPort, workerData } = require('node:worker_threads');
  const { DatabaseSync } = require('node:sqlite');
  const copy = new DatabaseSync(workerData.uri, { readOnly: true });
  parentPort.postMessage(workerData.queries.map((sql) => copy.prepare(sql).all()));
  copy.close();
`;

/**
 * The rows that each query finds in a database without writers. Neither the file nor its folder is changed.
 *
 * @throws SQLite's error if the file cannot be read
 */
export async function readCopy<Rows extends unknown[]>(file: string, ...queries: string[]): Promise<Rows> {
  const [rows] = await once(startScript(READ, { uri: readOnlyUri(file), queries }), 'message');
  return rows;
}

/** A URI with which SQLite creates no files next to the database. It still reads an existing journal or WAL. */
function readOnlyUri(file: string): string {
  const hasLog = ['-wal', '-journal'].some((end) => existsSync(realpathSync(file) + end));
  return `${pathToFileURL(file)}?${hasLog ? 'mode=ro' : 'immutable=1'}`;
}
