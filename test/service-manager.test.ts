import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { after, test } from 'node:test';
import { serviceManager } from '../src/lib/service-manager.ts';
import { openFolder } from './cli.ts';
import { temporaryFolder, until } from './support.ts';
import { toolTest } from './tools.ts';

const TOOLS = ['systemd-notify', 'python3'];

/** systemd's end of the socket, which Node cannot open: prints each datagram as a JSON line. */
const RECEIVER = `
import json, socket, sys
receiver = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
receiver.bind(sys.argv[1])
print(flush=True)
while True:
    print(json.dumps(receiver.recv(65536).decode().split('\\n')), flush=True)
`;

/** Listens on NOTIFY_SOCKET; `next` resolves with the next datagram about the service. */
async function openReceiver() {
  const place = path.join(temporaryFolder(), 'notify');
  const child = spawn('python3', ['-c', RECEIVER, place], { stdio: ['ignore', 'pipe', 'inherit'] });
  after(async () => {
    child.kill();
    await once(child, 'close');
  });
  const lines = createInterface(child.stdout)[Symbol.asyncIterator]();
  await lines.next();
  const next = async (): Promise<string[]> => {
    const datagram = (JSON.parse((await lines.next()).value ?? '[]') as string[]).filter((line) => line !== '');
    return datagram.includes('BARRIER=1') ? next() : datagram;
  };
  return { place, next };
}

const failOnError = (reason: string) => assert.fail(reason);

toolTest(TOOLS, 'systemd gets notifications of readiness, watchdog and stop', async () => {
  const { place, next } = await openReceiver();
  const { ready, stopping } = serviceManager(
    { ...process.env, NOTIFY_SOCKET: place, WATCHDOG_USEC: '40000' },
    failOnError,
  );
  await ready('listening at http://here');
  assert.deepEqual(await next(), ['READY=1', 'STATUS=listening at http://here']);
  assert.deepEqual(await next(), ['WATCHDOG=1']);
  assert.deepEqual(await next(), ['WATCHDOG=1']);
  await stopping();
  let last = await next();
  while (last[0] === 'WATCHDOG=1') last = await next(); // one may have been in flight
  assert.equal(last[0], 'STOPPING=1');
});

test('notifications are sent one after the other, and none is being sent after the stop', async () => {
  const folder = temporaryFolder();
  const log = path.join(folder, 'log');
  const slowNotify = `#!/bin/sh\necho "starts $1" >> ${log}\n/bin/sleep 0.05\necho "ends $1" >> ${log}\n`;
  writeFileSync(path.join(folder, 'systemd-notify'), slowNotify, { mode: 0o755 });
  const env = { NOTIFY_SOCKET: '/here', PATH: folder, WATCHDOG_USEC: '20000' };
  const { ready, stopping } = serviceManager(env, failOnError);
  await ready('ready');
  const lines = () => readFileSync(log, 'utf8').trim().split('\n');
  await until('a watchdog notification is being sent', () => lines().includes('starts WATCHDOG=1'));
  await stopping();
  const sent = lines();
  assert.equal(sent.at(-1), 'ends STOPPING=1');
  const started = sent.filter((line) => line.startsWith('starts'));
  assert.deepEqual(
    sent,
    started.flatMap((line) => [line, line.replace('starts', 'ends')]),
  );
});

toolTest(TOOLS, 'a watchdog of another process gets no notifications', async () => {
  const { place, next } = await openReceiver();
  const env = { ...process.env, NOTIFY_SOCKET: place, WATCHDOG_USEC: '1000', WATCHDOG_PID: '1' };
  const { ready, stopping } = serviceManager(env, failOnError);
  await ready('ready');
  await stopping();
  assert.equal((await next())[0], 'READY=1');
  assert.equal((await next())[0], 'STOPPING=1');
});

test('without systemd nothing is sent; failed notifications are reported', async () => {
  const silent = serviceManager({}, failOnError);
  await silent.ready('ready');
  await silent.stopping();
  const problems: string[] = [];
  const { ready } = serviceManager({ NOTIFY_SOCKET: '/absent', PATH: '/absent' }, (reason) => problems.push(reason));
  await ready('ready');
  assert.match(problems[0] ?? '', /systemd-notify/);
});

toolTest(TOOLS, 'the executable notifies systemd when it listens and when it stops', async () => {
  const { place, next } = await openReceiver();
  const folder = openFolder({ config: 'listen.port = 0\n', env: { NOTIFY_SOCKET: place } });
  const server = await folder.start('serve', '--json');
  assert.deepEqual(await next(), ['READY=1', `STATUS=listening at ${server.json.address}`]);
  assert.deepEqual(await server.end(), { status: 0, stderr: '' });
  assert.equal((await next())[0], 'STOPPING=1');
});
