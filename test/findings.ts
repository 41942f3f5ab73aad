import type { Finding } from '../src/domain/monitoring/doctor/finding.ts';
import type { Message } from '../src/lib/messages/catalogue.ts';
import { message } from '../src/lib/messages/message.ts';
import { describe } from '../src/lib/messages/messages.ts';
import { errorPattern } from './errors.ts';

/** A line for each, as `raan doctor` prints it. */
export const findingTexts = (findings: readonly Finding[]): string =>
  findings.map(({ problem, fix }) => describe(fix ? message('doctor_finding', { problem, fix }) : problem)).join('\n');

/** Matches such a line. Without `fix`, any fix. */
export const findingPattern = (problem: Message, fix?: Message): RegExp =>
  errorPattern('doctor_finding', { problem, ...(fix && { fix }) });
