import { message } from '../../../lib/messages/message.ts';
import { damageProblems } from '../damage-problems.ts';
import type { Finding } from './finding.ts';

/** Reads the whole database. */
export const damageFindings = (file: string): Finding[] =>
  damageProblems(file).map((problem) => ({ check: 'damage', problem, fix: message('fix_damage', { file }) }));
