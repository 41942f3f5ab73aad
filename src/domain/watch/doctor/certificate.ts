import { statSync } from 'node:fs';
import type { Config } from '../../../config.ts';
import { certificateEnd, readCertificate, SOON } from '../../../lib/certificate.ts';
import { OperatorError } from '../../../lib/errors.ts';
import { describe } from '../../../lib/messages/messages.ts';
import { spanText, type Trouble, troublesIn } from './trouble.ts';

/** The certificate that raan itself serves with, if it does, and its key. */
export function certificateTroubles({ listen }: Config, now: number): Trouble[] {
  return listen.tls_cert === '' ? [] : [...useTroubles(listen, now), ...keyTroubles(listen.tls_key)];
}

function useTroubles(listen: Config['listen'], now: number): Trouble[] {
  try {
    const left = certificateEnd(readCertificate(listen)) - now;
    const trouble = `the certificate ${listen.tls_cert} ${left < 0 ? 'has ended' : `ends in ${spanText(left)}`}`;
    const cure = 'renew it: the service takes the new one by itself';
    return troublesIn(left < SOON && { check: 'certificate', trouble, cure });
  } catch (error) {
    if (!(error instanceof OperatorError)) throw error;
    const cure = 'see that both files are there, belong together, and may be read';
    return error.problems.map((problem) => ({ check: 'certificate', trouble: describe(problem), cure }));
  }
}

const OPEN = 0o026; // a group may read it: some keep one for that

function keyTroubles(file: string): Trouble[] {
  const mode = statSync(file, { throwIfNoEntry: false })?.mode ?? 0;
  return troublesIn(
    (mode & OPEN) !== 0 && {
      check: 'permissions',
      trouble: `other users may open the certificate’s key ${file}`,
      cure: `run: chmod g-w,o-rwx ${file}`,
    },
  );
}
