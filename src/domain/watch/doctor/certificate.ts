import type { Config } from '../../../config.ts';
import { certificateEnd, readCertificate, SOON } from '../../../lib/certificate.ts';
import { Fault } from '../../../lib/errors.ts';
import { spanText, type Trouble, troublesIn } from './trouble.ts';

/** The certificate that raan itself serves with, if it does. */
export function certificateTroubles({ listen }: Config, now: number): Trouble[] {
  if (listen.tls_cert === '') return [];
  try {
    const left = certificateEnd(readCertificate(listen)) - now;
    const trouble = `the certificate ${listen.tls_cert} ${left < 0 ? 'has ended' : `ends in ${spanText(left)}`}`;
    const cure = 'renew it: the service takes the new one by itself';
    return troublesIn(left < SOON && { check: 'certificate', trouble, cure });
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    const [trouble = error.message] = error.message.split('; ');
    return [{ check: 'certificate', trouble, cure: 'see that both files are there, belong together, and may be read' }];
  }
}
