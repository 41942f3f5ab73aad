import { statSync } from 'node:fs';
import type { Reader } from '../../../db/reader.ts';
import { usedKeyIds } from '../../../db/sealed-values.ts';
import { OperatorError } from '../../../lib/errors.ts';
import { message } from '../../../lib/messages/message.ts';
import { requireSealingKeys } from '../../secrets/key-changes.ts';
import { type Finding, findingsOf } from './finding.ts';

const OTHERS = 0o077; // permission bits

/** Checks that the key of the secrets exists, decrypts them and is readable by its owner only. */
export function keyFindings(db: Reader): Finding[] {
  const { file } = db.keys;
  const mode = (file !== undefined && statSync(file, { throwIfNoEntry: false })?.mode) || 0;
  return [
    ...missingFindings(db),
    ...findingsOf(
      file !== undefined &&
        (mode & OTHERS) !== 0 && {
          check: 'key',
          problem: message('others_open_key', { file }),
          fix: message('run_command', { command: `chmod 600 ${file}` }),
        },
    ),
  ];
}

export const isKeyMissing = (db: Reader): boolean => missingFindings(db).length > 0;

function missingFindings(db: Reader): Finding[] {
  try {
    requireSealingKeys(db);
    return [];
  } catch (error) {
    if (!(error instanceof OperatorError)) throw error;
    return error.problems.map((problem) => ({ check: 'key', problem }));
  }
}

/** Whether there are secrets that cannot be read without the key. */
export const hasSealedSecrets = (db: Reader): boolean => usedKeyIds(db).length > 0;
