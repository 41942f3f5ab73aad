import { readFileSync } from 'node:fs';
import type { Answer } from '../calls.ts';

/** What a bare server answers: the file that its command names. */
export const answers = (): Answer[] => JSON.parse(readFileSync(process.argv[2] as string, 'utf8'));
