import { X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createSecureContext, type SecureContextOptions, type Server } from 'node:tls';
import { Fault } from './errors.ts';
import type { Log } from './log.ts';

export interface CertificateFiles {
  tls_cert: string;
  tls_key: string;
}

/**
 * The certificate with its key, as a TLS server takes them.
 *
 * @throws Fault where a file cannot be read, is none, or the two do not belong together
 */
export function readCertificate(files: CertificateFiles): SecureContextOptions {
  const options = { cert: read(files, 'tls_cert'), key: read(files, 'tls_key'), minVersion: 'TLSv1.2' } as const;
  try {
    createSecureContext(options);
    return options;
  } catch (error) {
    const { message } = error as Error;
    throw new Fault(`${files.tls_cert} and ${files.tls_key} are no certificate with its key: ${message}; renew both`);
  }
}

function read(files: CertificateFiles, key: keyof CertificateFiles): Buffer {
  try {
    return readFileSync(files[key]);
  } catch (error) {
    throw new Fault(`listen.${key} cannot be read: ${(error as Error).message}`);
  }
}

/**
 * Looks every so many milliseconds whether the files have changed, and has new connections use what they hold. Where
 * that is no certificate with its key, the former one stays and the log says why; one of the two may be on its way.
 *
 * @returns what ends it
 */
export function renewCertificate(
  server: Server,
  { files, used, every, log }: { files: CertificateFiles; used: SecureContextOptions; every: number; log: Log },
): () => void {
  let current = textOf(used);
  let refused = '';
  const look = () => {
    try {
      const found = readCertificate(files);
      if (textOf(found) === current) return;
      server.setSecureContext(found);
      current = textOf(found);
      refused = '';
      log.info({ until: new X509Certificate(found.cert as Buffer).validTo }, 'a new certificate is used');
    } catch (error) {
      const { message } = error as Error;
      if (message !== refused)
        log.error({ reason: message }, 'the certificate has changed, and the former one is used');
      refused = message;
    }
  };
  const timer = setInterval(look, every).unref();
  return () => clearInterval(timer);
}

const textOf = ({ cert, key }: SecureContextOptions): string => `${cert}${key}`;
