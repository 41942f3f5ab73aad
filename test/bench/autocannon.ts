import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { MODULES } from '../../build/paths.ts';
import { CONNECTIONS, type Generator, loadOf } from './generator.ts';
import { run } from './programs.ts';

export function autocannon(folder: string): Generator {
  const body = path.join(folder, 'autocannon.json');
  return {
    name: 'autocannon',
    send: async (address, call, span) => {
      if (call.ids || call.pause || call.connections) throw new Error(`${call.name}: only wrk can do that; install it`);
      await writeFile(body, call.body);
      const headers = Object.entries(call.headers).flatMap(([name, value]) => ['-H', `${name}=${value}`]);
      const until = 'seconds' in span ? ['-d', `${span.seconds}`] : ['-a', `${span.requests}`];
      const args = ['-c', `${CONNECTIONS}`, ...until, '-m', 'POST', '-i', body, ...headers, '--json', '--no-progress'];
      const program = path.join(MODULES, '.bin', 'autocannon');
      const { requests, duration, latency, non2xx, errors, timeouts } = JSON.parse(
        await run(program, ...args, address + call.path),
      );
      return loadOf(
        { requests: requests.total, seconds: duration, p99: latency.p99, failed: non2xx + errors + timeouts },
        call,
      );
    },
  };
}
