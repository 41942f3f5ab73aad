import { createPrivateKey } from 'node:crypto';
import { copyFileSync, readFileSync, renameSync } from 'node:fs';
import path from 'node:path';
import { temporaryFolder } from './support.ts';
import { runTool } from './tools.ts';

/** A self-signed certificate for this machine, with its key, made by openssl. */
export function makeCertificate(name: string, { days = 20 } = {}) {
  const folder = temporaryFolder();
  const [cert, key] = [path.join(folder, 'cert.pem'), path.join(folder, 'key.pem')];
  const kind = ['-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', String(days)];
  const names = ['-subj', `/CN=${name}`, '-addext', `subjectAltName=IP:127.0.0.1,DNS:localhost,DNS:${name}`];
  runTool('openssl', 'req', ...kind, ...names, '-keyout', key, '-out', cert);
  return { cert, key };
}

/** A self-signed authenticator attestation certificate (DER) and its key. */
export function makeAuthenticatorCertificate() {
  const folder = temporaryFolder();
  const [cert, key] = [path.join(folder, 'cert.der'), path.join(folder, 'key.pem')];
  const kind = ['-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '20'];
  const subject = [
    '-subj',
    '/C=TH/O=Maker/OU=Authenticator Attestation/CN=Maker',
    '-addext',
    'basicConstraints=CA:FALSE',
  ];
  runTool('openssl', 'req', ...kind, ...subject, '-outform', 'DER', '-keyout', key, '-out', cert);
  return { certificate: readFileSync(cert), key: createPrivateKey(readFileSync(key)) };
}

/** Replaces a file atomically, as certificate tools do. */
export function replaceFile(from: string, to: string): void {
  copyFileSync(from, `${to}.new`);
  renameSync(`${to}.new`, to);
}
