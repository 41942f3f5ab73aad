import { X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createSecureContext, type SecureContextOptions, type Server } from 'node:tls';
import { OperatorError } from './errors.ts';
import type { Log } from './log.ts';
import { startInterval } from './runtime.ts';

export interface CertificateFiles {
  tls_cert: string;
  tls_key: string;
}

/** The strongest first. TLS 1.2 with forward secrecy and authenticated encryption only. The suites of TLS 1.3 all have both. */
const CIPHERS = [
  'ECDHE-ECDSA-AES256-GCM-SHA384',
  'ECDHE-RSA-AES256-GCM-SHA384',
  'ECDHE-ECDSA-CHACHA20-POLY1305',
  'ECDHE-RSA-CHACHA20-POLY1305',
  'ECDHE-ECDSA-AES128-GCM-SHA256',
  'ECDHE-RSA-AES128-GCM-SHA256',
];
const TLS = {
  minVersion: 'TLSv1.2',
  ciphers: ['TLS_AES_256_GCM_SHA384', 'TLS_CHACHA20_POLY1305_SHA256', 'TLS_AES_128_GCM_SHA256', ...CIPHERS].join(':'),
} as const;

/**
 * Reads certificate and key for a TLS server.
 *
 * @throws OperatorError if a file cannot be read, is invalid, or they do not match
 */
export function readCertificate(files: CertificateFiles): SecureContextOptions {
  const options = { ...TLS, cert: read(files, 'tls_cert'), key: read(files, 'tls_key') };
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

/** How long before its expiry a certificate causes warnings. */
export const SOON = 14 * DAY;

/** Expiry in Unix milliseconds. */
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
 * Reloads the certificate for new connections when its files change. An invalid pair is logged and the current one stays
 * in use, because the files may be replaced one after the other. Logs a warning once a day before the expiry.
 *
 * @returns a function that stops it
 */
export function renewCertificate(
  server: Pick<Server, 'setSecureContext'>,
  { files, used, every, now, log }: Renewal,
): () => void {
  let current = textOf(used);
  let end = certificateEnd(used);
  let warned = Number.NEGATIVE_INFINITY;
  let refused = '';
  const reload = () => {
    try {
      const found = readCertificate(files);
      if (textOf(found) === current) return;
      server.setSecureContext(found);
      current = textOf(found);
      end = certificateEnd(found);
      warned = Number.NEGATIVE_INFINITY;
      refused = '';
      log.info({ expires: new Date(end) }, 'loaded the new certificate');
    } catch (error) {
      const { message } = error as Error;
      if (message !== refused)
        log.error({ reason: message }, 'loading the changed certificate failed; the previous one stays in use');
      refused = message;
    }
  };
  const warn = () => {
    if (end - now() > SOON || now() - warned < DAY) return;
    log.warn({ expires: new Date(end) }, `the certificate ${end < now() ? 'has expired' : 'expires soon'}; renew it`);
    warned = now();
  };
  warn();
  const check = () => {
    reload();
    warn();
  };
  const timer = startInterval(check, every).unref();
  return () => timer.stop();
}

const textOf = ({ cert, key }: SecureContextOptions): string => `${cert}${key}`;
