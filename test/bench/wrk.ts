import { spawn } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Call } from './calls.ts';
import { CONNECTIONS, type Generator, type LoadCounts, loadOf, type Span } from './generator.ts';

const MAX_SECONDS = 600; // if the span is a number of requests

export function wrk(folder: string, name: string): Generator {
  const script = path.join(folder, 'wrk.lua');
  const ids = path.join(folder, 'wrk-ids.txt');
  return {
    name,
    send: async (address, call, span) => {
      if (call.ids) await writeFile(ids, call.ids.join('\n'));
      await writeFile(script, lua(call, span) + (call.ids ? randomId(ids) : ''));
      const seconds = 'seconds' in span ? span.seconds : MAX_SECONDS;
      const args = [
        '-t',
        '1',
        '-c',
        `${call.connections ?? CONNECTIONS}`,
        '-d',
        `${seconds}s`,
        '--latency',
        '-s',
        script,
      ];
      return loadOf(await run([...args, address + call.path]), call);
    },
  };
}

/** A script for wrk in Lua; JSON strings are valid Lua strings. */
function lua({ headers, body, pause }: Call, span: Span): string {
  const lines = Object.entries(headers).map(
    ([name, value]) => `wrk.headers[${JSON.stringify(name)}] = ${JSON.stringify(value)}`,
  );
  const countDown = `
local left = ${'requests' in span ? span.requests : 0}
function response()
  left = left - 1
  if left == 0 then print("enough"); io.flush() end
end`;
  return `wrk.method = "POST"
wrk.body = ${JSON.stringify(body)}
${lines.join('\n')}
${'requests' in span ? countDown : ''}
${pause === undefined ? '' : `function delay() return ${pause} end`}
function done(summary, latency)
  local e = summary.errors
  print(string.format('{"requests":%d,"seconds":%f,"p99":%f,"failed":%d}', summary.requests, summary.duration / 1e6,
    latency:percentile(99) / 1e3, e.status + e.connect + e.read + e.write + e.timeout))
end
`;
}

/** A new seed for each run, so that rounds do not repeat the same ids. */
const randomId = (file: string): string => `
math.randomseed(${Math.floor(Math.random() * 2 ** 31)})
local ids = {}
for id in io.lines(${JSON.stringify(file)}) do ids[#ids + 1] = id end
local function any() return ids[math.random(#ids)] end
function request() return wrk.format(nil, nil, nil, (wrk.body:gsub("{id}", any))) end
`;

function run(args: string[]): Promise<LoadCounts> {
  return new Promise((resolve, reject) => {
    const child = spawn('wrk', args, { stdio: ['ignore', 'pipe', 'inherit'] });
    let output = '';
    child.stdout.on('data', (chunk) => {
      output += chunk;
      if (/^enough$/m.test(output)) child.kill('SIGINT'); // wrk then stops and prints its summary
    });
    child.once('error', reject);
    child.once('close', () => {
      const counted = /^\{.*\}$/m.exec(output)?.[0];
      if (counted === undefined) reject(new Error(`wrk printed no result:\n${output}`));
      else resolve(JSON.parse(counted));
    });
  });
}
