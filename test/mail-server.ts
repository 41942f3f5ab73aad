import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import path from 'node:path';
import { after } from 'node:test';
import tls from 'node:tls';
import { temporaryFolder } from './support.ts';

// A real mail server (OpenSMTPD), which delivers to a folder.

/** OpenSMTPD drops the privileges of root, and one can run on a machine. */
export const NEEDS_OPENSMTPD =
  process.getuid?.() !== 0 || spawnSync('smtpctl', ['show', 'status']).status !== 1 // it runs, or is not installed
    ? { skip: 'needs OpenSMTPD that is not running, and root' }
    : {};

export interface MailServer {
  port: number;
  /** No other server has it: the queue is the machine's, and may have messages that an earlier run has left. */
  recipient: string;
  /** The recipient's messages as text, oldest first. */
  received: () => string[];
}

export async function openMailServer(): Promise<MailServer> {
  const folder = temporaryFolder();
  chmodSync(folder, 0o755);
  const mail = path.join(folder, 'mail');
  mkdirSync(mail);
  chmodSync(mail, 0o777);
  const port = await freePort();
  const config = path.join(folder, 'smtpd.conf');
  writeFileSync(
    config,
    `listen on 127.0.0.1 port ${port}
action "deliver" maildir "${mail}" virtual { "@" = nobody }
match from any for any action "deliver"
`,
  );
  const server = spawn('smtpd', ['-d', '-f', config], { stdio: 'ignore' });
  after(async () => {
    server.kill();
    if (server.exitCode === null) await once(server, 'exit');
  });
  while (!(await accepts(port))) await new Promise((resolve) => setTimeout(resolve, 20));
  const recipient = `${randomUUID()}@shop.example`;
  const received = () => messagesIn(path.join(mail, 'new')).filter((text) => text.includes(`To: ${recipient}`));
  return { port, recipient, received };
}

async function accepts(port: number): Promise<boolean> {
  const socket = connect({ host: '127.0.0.1', port });
  const [event] = await Promise.race([
    once(socket, 'connect').then(() => ['connect']),
    once(socket, 'error').then(() => ['error']),
  ]).catch(() => ['error']);
  socket.destroy();
  return event === 'connect';
}

const messagesIn = (folder: string): string[] =>
  existsSync(folder)
    ? readdirSync(folder)
        .sort()
        .map((name) => readFileSync(path.join(folder, name), 'utf8'))
    : [];

/** A certificate for localhost, which this process trusts. */
export function trustedCertificate(): { key: Buffer; cert: Buffer } {
  const folder = temporaryFolder();
  const [key, cert] = [path.join(folder, 'key.pem'), path.join(folder, 'cert.pem')];
  const subject = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost'];
  const request = ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-days', '2'];
  execFileSync('openssl', [...request, ...subject, '-keyout', key, '-out', cert], { stdio: 'ignore' });
  tls.setDefaultCACertificates([...tls.getCACertificates('default'), readFileSync(cert, 'utf8')]);
  return { key: readFileSync(key), cert: readFileSync(cert) };
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  await once(server.close(), 'close');
  return port;
}
