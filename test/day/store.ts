import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout } from 'node:timers/promises';
import { unsafeVariables } from '../../src/lib/environment.ts';
import type { Json } from '../support.ts';

const EXECUTABLE = path.join(import.meta.dirname, '../../dist/raan');

const CONFIG = `[listen]
port = 0

[webhooks]
allow_networks = ["127.0.0.0/8"]

[backup]
folder = "backups"
`;

/** A line of the request log. */
export interface LoggedRequest {
  method: string;
  route: string;
  status: number;
  ms: number;
}

export interface RunningStore {
  url: string;
  /** What `raan serve` prints for the owner. */
  firstRunLink: string;
  /** Requests since the start. */
  requests: () => LoggedRequest[];
  /** Runs a command while the server runs. @returns its JSON */
  run: (...args: string[]) => Promise<Json>;
  stop: () => Promise<void>;
}

/** Starts the executable in an empty folder, as an owner does. */
export async function startStore(): Promise<RunningStore> {
  const folder = mkdtempSync(path.join(tmpdir(), 'raan-day-'));
  writeFileSync(path.join(folder, 'raan.toml'), CONFIG);
  const env = { ...process.env };
  for (const { name } of unsafeVariables(env, false)) delete env[name];
  const raan = (...args: string[]) => spawn(EXECUTABLE, args, { cwd: folder, env });
  const server = raan('serve');
  const printed = { out: '', log: '' };
  server.stdout.setEncoding('utf8').on('data', (part) => (printed.out += part));
  server.stderr.setEncoding('utf8').on('data', (part) => (printed.log += part));
  const [url, firstRunLink] = await printedLinks(() => printed.out);
  return {
    url,
    firstRunLink,
    requests: () => requestsIn(printed.log),
    run: async (...args) => {
      const child = raan(...args, '--json');
      const [out, errors, [status]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')]);
      assert.equal(status, 0, `${args.join(' ')}: ${errors}${out}`);
      return JSON.parse(out);
    },
    stop: async () => {
      const ended = once(server, 'close');
      server.kill('SIGTERM');
      assert.deepEqual(await ended, [0, null]);
      rmSync(folder, { recursive: true });
    },
  };
}

async function printedLinks(printed: () => string): Promise<[url: string, firstRunLink: string]> {
  for (let i = 0; i < 300; i += 1) {
    const [, url, link] = /listening at (\S+)[\s\S]*?(http\S+first-run\S+)/.exec(printed()) ?? [];
    if (url !== undefined && link !== undefined) return [url, link];
    await setTimeout(100);
  }
  return assert.fail(`raan serve printed ${printed()}`);
}

const requestsIn = (log: string): LoggedRequest[] =>
  log
    .split('\n')
    .filter((line) => line.includes('"route":'))
    .map((line) => JSON.parse(line));
