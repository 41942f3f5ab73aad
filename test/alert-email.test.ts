import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import net from 'node:net';
import { test } from 'node:test';
import tls from 'node:tls';
import { alertConnection } from '../src/domain/alerts/connection.ts';
import { sendEmail } from '../src/domain/alerts/send-email.ts';
import { type EmailService, putService } from '../src/domain/alerts/services.ts';
import { message } from '../src/lib/messages/message.ts';
import { addMember, derivedAlerts, messageStates, openAlertShop, sendAlerts } from './alert-steps.ts';
import { makeCertificate } from './certificates.ts';
import { openFaultyServer, portOf, usual } from './faulty-mail-server.ts';
import { NEEDS_OPENSMTPD, openMailServer, trustedCertificate } from './mail-server.ts';
import { MINUTE, SECOND } from './stopped-clock.ts';
import { until } from './support.ts';

const OWNER = 'owner@shop.example';

const DELIVERY = 30 * SECOND; // the mail server delivers in processes of its own

/** A shop with one new order, whose owner gets alerts by this mail server. */
async function openMailShop(
  server: Pick<EmailService, 'host' | 'port' | 'security'> & Partial<EmailService>,
  address = OWNER,
) {
  const opened = await openAlertShop();
  const { shop, clock } = opened;
  await shop.ctx.write((tx) => putService(tx, 'email', { sender: 'alerts@shop.example', ...server }));
  await addMember(shop, 'malee', { kinds: ['new_order'], way: 'email', address });
  await shop.order();
  await derivedAlerts(shop);
  clock.forward(30 * SECOND);
  await sendAlerts(shop);
  return opened;
}

const textOf = (mail: string): string => {
  const [head = '', body = ''] = mail.split(/\r?\n\r?\n/);
  return /base64/i.test(head) ? Buffer.from(body, 'base64').toString('utf8') : body;
};

test('a real mail server delivers the alert once, unencrypted and through TLS', NEEDS_OPENSMTPD, async () => {
  const { port, recipient, received } = await openMailServer();
  const { shop } = await openMailShop({ host: '127.0.0.1', port, security: 'none' }, recipient);
  assert.deepEqual(messageStates(shop), ['email sent 1']);
  const [mail = ''] = await until('the email arrives', () => received().length > 0 && received(), DELIVERY);
  assert.match(mail, /^From: raan <alerts@shop\.example>$/m);
  assert.match(mail, new RegExp(`^To: ${recipient}$`, 'm'));
  assert.match(mail, /^Message-ID: <[0-9a-f-]{36}@shop\.example>$/m);
  assert.match(mail, /^Auto-Submitted: auto-generated$/m);
  assert.match(textOf(mail), /^#1 ฿65/);

  const tunnel = tls.createServer(trustedCertificate(), (socket) => {
    const inside = net.connect({ host: '127.0.0.1', port });
    for (const side of [socket, inside]) side.on('error', () => {}); // either may be reset after the mail
    socket.pipe(inside).pipe(socket);
  });
  await openMailShop({ host: 'localhost', port: await portOf(tunnel), security: 'tls' }, recipient);
  await until('the second email arrives', () => received().length === 2, DELIVERY);
});

test('an email that the server may have received is not sent again; a temporarily refused one is', async () => {
  const messages: string[] = [];
  let fault: 'lost' | 'later' | undefined = 'later';
  const server = await openFaultyServer((line, socket) => {
    if (line === 'DATA' && fault === 'later') return '451 greylisted';
    if (line.startsWith('Message-ID')) messages.push(line);
    if (line === '.' && fault === 'lost') socket.destroy();
    return usual(line);
  });
  const { shop, clock } = await openMailShop(server);
  assert.deepEqual([messageStates(shop), messages], [['email waiting 1'], []]);
  fault = undefined;
  clock.forward(10 * SECOND);
  await sendAlerts(shop);
  assert.deepEqual([messageStates(shop), messages.length], [['email sent 2'], 1]);
  fault = 'lost';
  await shop.order();
  await derivedAlerts(shop);
  clock.forward(5 * MINUTE);
  await sendAlerts(shop);
  clock.forward(60 * MINUTE);
  await sendAlerts(shop);
  assert.deepEqual([messageStates(shop), messages.length], [['email sent 2', 'email unknown 1'], 2]);
});

test('the password is sent only after STARTTLS, and a refused password is reported', async () => {
  const credentials = trustedCertificate();
  const commands: string[] = [];
  let password = 'right';
  const server = net.createServer((plain) => {
    plain.on('error', () => {});
    plain.write('220 mail\r\n');
    plain.on('data', (bytes) => {
      const line = bytes.toString().trim();
      commands.push(line);
      if (line !== 'STARTTLS') return plain.write('250-mail\r\n250 STARTTLS\r\n');
      plain.removeAllListeners('data');
      plain.write('220 go on\r\n', () => secure(new tls.TLSSocket(plain, { isServer: true, ...credentials })));
    });
  });
  const secure = (socket: tls.TLSSocket) =>
    socket.on('data', (bytes) => {
      for (const line of bytes.toString().split('\r\n').filter(Boolean)) {
        const auth = `AUTH PLAIN ${Buffer.from(`\0raan\0${password}`).toString('base64')}`;
        const reply = line.startsWith('AUTH') ? (line === auth ? '235 ok' : '535 no') : usual(line);
        if (reply) socket.write(line.startsWith('EHLO') ? '250-mail\r\n250 AUTH PLAIN\r\n' : `${reply}\r\n`);
      }
    });
  const service = {
    host: 'localhost',
    port: await portOf(server),
    security: 'starttls',
    user: 'raan',
    password: 'right',
  } as const;
  const { shop } = await openMailShop(service);
  assert.deepEqual(messageStates(shop), ['email sent 1']);
  assert.deepEqual(commands, ['EHLO [127.0.0.1]', 'STARTTLS']);
  password = 'changed';
  const access = {
    connection: alertConnection(['127.0.0.0/8']),
    service: { ...service, sender: 'a@shop.example' },
    name: 'shop.example',
  };
  const outcome = await sendEmail(access, { to: OWNER, subject: 's', text: 't', key: 'k', time: 0 }, async () => true);
  assert.deepEqual([outcome.is, 'reason' in outcome && outcome.reason.key], ['unsent', 'smtp_sign_in_refused']);
});

test('a failed connection is reported by the code of its error, whatever the text of the error says', async () => {
  const { cert, key } = makeCertificate('mail');
  const untrusted = tls.createServer({ cert: readFileSync(cert), key: readFileSync(key) });
  untrusted.on('tlsClientError', () => {});
  const clear = net.createServer((socket) => socket.on('error', () => {}).write('220 mail\r\n'));
  const resetting = net.createServer((socket) => socket.once('data', () => socket.resetAndDestroy()));
  const other = net.createServer((socket) => socket.on('error', () => {}).write('SSL certificates are sold here\r\n'));
  const problemOf = async (service: Pick<EmailService, 'host' | 'port' | 'security'>) => {
    const connection = alertConnection(['127.0.0.0/8']);
    const access = { connection, service: { ...service, sender: 'a@shop.example' }, name: 'shop.example' };
    const outcome = await sendEmail(
      access,
      { to: OWNER, subject: 's', text: 't', key: 'k', time: 0 },
      async () => true,
    );
    return 'reason' in outcome ? outcome.reason : assert.fail(outcome.is);
  };
  for (const server of [untrusted, clear]) {
    const { key } = await problemOf({ host: 'localhost', port: await portOf(server), security: 'tls' });
    assert.equal(key, 'smtp_not_encrypted');
  }
  const there = { host: 'localhost', port: await portOf(resetting), security: 'tls' } as const;
  const { host, port } = there;
  assert.deepEqual(await problemOf(there), message('smtp_not_reached', { host, port, why: 'ECONNRESET' }));
  const { key: ofOther } = await problemOf({ host, port: await portOf(other), security: 'none' });
  assert.equal(ofOther, 'smtp_not_reached');
});

test('a mail server in a private network, or without encryption, is refused unless its network is allowed', async () => {
  const problems = (['none', 'tls'] as const).flatMap((security) =>
    ['10.0.0.1', '8.8.8.8'].map((host) => alertConnection([]).mailProblem({ host, security })?.key),
  );
  const refused = 'alert_address_not_public';
  assert.deepEqual(problems, [refused, 'alert_encryption_required', refused, undefined]);
  assert.equal(alertConnection(['10.0.0.0/8']).mailProblem({ host: '10.0.0.1', security: 'none' }), undefined);
});
