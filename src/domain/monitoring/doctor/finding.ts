import type { Message } from '../../../lib/messages/catalogue.ts';

/** A problem and how to fix it, printed on one line. */
export interface Finding {
  /** Subject of the check, for programs: `disk`, `backup`, … */
  check: string;
  problem: Message;
  /** Absent if the problem contains it. */
  fix?: Message;
}

/** Drops the results of passed checks. */
export const findingsOf = (...found: (Finding | undefined | false)[]): Finding[] =>
  found.filter((finding): finding is Finding => finding !== undefined && finding !== false);
