import { readFileSync } from 'node:fs';
import type { RecordedResponse } from '../calls.ts';

/** The responses of a bare server, from the file in its arguments. */
export const recordedResponses = (): RecordedResponse[] => JSON.parse(readFileSync(process.argv[2] as string, 'utf8'));
