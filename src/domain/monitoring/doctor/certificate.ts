import { statSync } from 'node:fs';
import type { Config } from '../../../config.ts';
import { certificateEnd, readCertificate, SOON } from '../../../lib/certificate.ts';
import { OperatorError } from '../../../lib/errors.ts';
import { describe } from '../../../lib/messages/messages.ts';
import { spanText, type Trouble, troublesIn } from './trouble.ts';

/** Checks the certificate of raan, if one is configured, and its key. */
export function certificateTroubles({ listen }: Config, now: number): Trouble[] {
  return listen.tls_cert === '' ? [] : [...useTroubles(listen, now), ...keyTroubles(listen.tls_key)];
}

function useTroubles(listen: Config['listen'], now: number): Trouble[] {
  try {
    const left = certificateEnd(readCertificate(listen)) - now;
    const trouble = `The certificate ${listen.tls_cert} ${left < 0 ? 'has expired' : `expires in ${spanText(left)}`}`;
    const cure = 'Renew it; the service reloads it automatically';
    return troublesIn(left < SOON && { check: 'certificate', trouble, cure });
  } catch (error) {
    if (!(error instanceof OperatorError)) throw error;
    const cure = 'Check that both files exist, are readable and match';
    return error.problems.map((problem) => ({ check: 'certificate', trouble: describe(problem), cure }));
  }
}

const OPEN = 0o026; // reading by the group is allowed, because some setups use a group for keys

function keyTroubles(file: string): Trouble[] {
  const mode = statSync(file, { throwIfNoEntry: false })?.mode ?? 0;
  return troublesIn(
    (mode & OPEN) !== 0 && {
      check: 'permissions',
      trouble: `Other users can read or change the key ${file} of the certificate`,
      cure: `Run: chmod g-w,o-rwx ${file}`,
    },
  );
}
