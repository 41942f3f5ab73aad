import type { Reader } from '../../../db/reader.ts';
import { query } from '../../../db/statement.ts';
import { foldedNames } from './words.ts';

const SAMPLE = 500;

const newestNames = query<{ name: string }>(
  { reads: ['addresses'] },
  `SELECT name FROM addresses ORDER BY version DESC LIMIT ${SAMPLE}`,
);

/** The newest names, in the form that `askForPerson` takes: they show which parts of names are common. */
export const someNames = (db: Reader): string => foldedNames(db.all(newestNames).map(({ name }) => name));
