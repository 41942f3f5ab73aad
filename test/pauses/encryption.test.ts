import assert from 'node:assert/strict';
import { rmSync, writeFileSync } from 'node:fs';
import { open } from 'node:fs/promises';
import path from 'node:path';
import { test } from 'node:test';
import { encryptInto } from '../../src/domain/backups/encryption.ts';
import { newKeyPair } from '../age.ts';
import { temporaryFolder } from '../support.ts';

// Backups are encrypted in a thread.

test('encrypting a large file takes little CPU time of the main thread', async () => {
  const folder = temporaryFolder();
  const clear = path.join(folder, 'clear');
  const target = path.join(folder, 'target');
  writeFileSync(clear, Buffer.alloc(64_000_000, 'secret'));
  writeFileSync(target, '');
  const from = await open(clear, 'r');
  const { recipient } = await newKeyPair();
  const [main, all] = [process.threadCpuUsage(), process.cpuUsage()];
  await encryptInto(target, { from, recipients: [recipient] });
  const [mainUsed, allUsed] = [process.threadCpuUsage(main), process.cpuUsage(all)];
  await from.close();
  rmSync(folder, { recursive: true });
  const share = (mainUsed.user + mainUsed.system) / (allUsed.user + allUsed.system);
  assert.ok(share < 0.2, `${Math.round(share * 100)} % of the CPU time`);
});
