import { X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createSecureContext, type SecureContextOptions, type Server } from 'node:tls';
import { OperatorError } from './errors.ts';
import type { Log } from './log.ts';

export interface CertificateFiles {
  tls_cert: string;
  tls_key: string;
}

/**
 * The certificate with its key, as a TLS server takes them.
 *
 * @throws OperatorError where a file cannot be read, is none, or the two do not belong together
 */
export function readCertificate(files: CertificateFiles): SecureContextOptions {
  const options = { cert: read(files, 'tls_cert'), key: read(files, 'tls_key'), minVersion: 'TLSv1.2' } as const;
  try {
    createSecureContext(options);
    return options;
  } catch (error) {
    const { message } = error as Error;
    throw new OperatorError('certificate_invalid', { ...files, why: message });
  }
}

function read(files: CertificateFiles, key: keyof CertificateFiles): Buffer {
  try {
    return readFileSync(files[key]);
  } catch (error) {
    throw new OperatorError('certificate_file_unreadable', { path: `listen.${key}`, why: (error as Error).message });
  }
}

const DAY = 86_400_000;

/** Milliseconds before its end from which on a certificate is spoken of. */
export const SOON = 14 * DAY;

/** Until when it is good, in unix milliseconds. */
export const certificateEnd = ({ cert }: SecureContextOptions): number =>
  Date.parse(new X509Certificate(cert as Buffer).validTo);

export interface Renewal {
  files: CertificateFiles;
  used: SecureContextOptions;
  every: number;
  now: () => number;
  log: Log;
}

/**
 * Looks every so many milliseconds whether the files have changed, and has new connections use what they hold. Where
 * that is no certificate with its key, the former one stays and the log says why; one of the two may be on its way.
 * One that ends soon is spoken of once a day.
 *
 * @returns what ends it
 */
export function renewCertificate(
  server: Pick<Server, 'setSecureContext'>,
  { files, used, every, now, log }: Renewal,
): () => void {
  let current = textOf(used);
  let end = certificateEnd(used);
  let warned = Number.NEGATIVE_INFINITY;
  let refused = '';
  const look = () => {
    try {
      const found = readCertificate(files);
      if (textOf(found) === current) return;
      server.setSecureContext(found);
      current = textOf(found);
      end = certificateEnd(found);
      warned = Number.NEGATIVE_INFINITY;
      refused = '';
      log.info({ until: new Date(end) }, 'a new certificate is used');
    } catch (error) {
      const { message } = error as Error;
      if (message !== refused)
        log.error({ reason: message }, 'the certificate has changed, and the former one is used');
      refused = message;
    }
  };
  const warn = () => {
    if (end - now() > SOON || now() - warned < DAY) return;
    log.warn({ until: new Date(end) }, `the certificate ${end < now() ? 'has ended' : 'ends soon'}: renew it`);
    warned = now();
  };
  warn();
  const lookAndWarn = () => {
    look();
    warn();
  };
  const timer = setInterval(lookAndWarn, every).unref();
  return () => clearInterval(timer);
}

const textOf = ({ cert, key }: SecureContextOptions): string => `${cert}${key}`;
