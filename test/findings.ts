import type { Finding } from '../src/domain/monitoring/doctor/finding.ts';
import { describe } from '../src/lib/messages/messages.ts';

/** `problem; fix` of each, one per line. */
export const findingTexts = (findings: readonly Finding[]): string =>
  findings
    .map(({ problem, fix }) => [problem, ...(fix ? [fix] : [])].map((message) => describe(message)).join('; '))
    .join('\n');
