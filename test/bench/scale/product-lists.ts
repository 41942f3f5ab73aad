import { SORT_KEYS } from '../../../src/domain/catalogue/product-names.ts';
import { type Caller, send } from '../calls.ts';
import { formatInteger, median, print, type Ratio } from '../report.ts';
import type { Server } from '../server.ts';
import { type Kind, queriesOf } from './queries.ts';

/** A request for a page of the list or of search results. */
interface ListRequest {
  kind: Kind | 'no query';
  body: { query?: string; sort_by: string; sort_order: string; offset: number; limit: number; get_count: boolean };
}

interface Timed extends ListRequest {
  millis: number;
}

/**
 * Times of product list pages from the server's log: every sort order and kind of query, first and deep pages, with and
 * without a count. A warm-up compiles the code first. The median of three times counts.
 */
export async function measureProductLists({
  server,
  caller,
  names,
  offset,
}: {
  server: Server;
  caller: Caller;
  names: readonly string[];
  offset: number;
}): Promise<Ratio[]> {
  const queries = queriesOf(names);
  const bySort = SORT_KEYS.map((sort_by) => firstSearch(sort_by, queries['3 Thai']()));
  for (const { body, millis } of await timed(server, caller, bySort))
    print(`product list, the first search by ${body.sort_by}, ms`, millis.toFixed(1));
  for (const limit of [7, 8]) await timed(server, caller, listRequests(queries, { offset: 20, limit })); // the warm-up
  const first = await medianTimes(server, caller, listRequests(queries, { offset: 0, limit: 20 }));
  const deep = await medianTimes(server, caller, listRequests(queries, { offset, limit: 20 }));
  printTimes('product list, first page', first);
  printTimes(`product list, offset ${formatInteger(offset)}`, deep);
  return [
    {
      name: 'product list, slowest first page, time in the server',
      value: slowest(first).millis,
      unit: 'ms',
      ceiling: 5,
      absolute: medianText(first),
    },
    {
      name: `product list, slowest page at offset ${formatInteger(offset)}, time in the server`,
      value: slowest(deep).millis,
      unit: 'ms',
      ceiling: 20,
      absolute: medianText(deep),
    },
  ];
}

const firstSearch = (sort_by: string, query: string): ListRequest => ({
  kind: '3 Thai',
  body: { query, sort_by, sort_order: 'asc', offset: 0, limit: 20, get_count: false },
});

const medianText = (requests: readonly Timed[]): string =>
  `median ${median(requests.map(({ millis }) => millis)).toFixed(2)} ms`;

const slowest = (requests: readonly Timed[]): Timed => requests.toSorted((a, b) => b.millis - a.millis)[0] as Timed;

function printTimes(name: string, requests: readonly Timed[]): void {
  const { body, millis } = slowest(requests);
  const sorted = requests.map((request) => request.millis).toSorted((a, b) => a - b);
  print(`${name}, ${requests.length} pages, median ms`, median(sorted).toFixed(1));
  print(`${name}, p99 ms`, (sorted[Math.floor(sorted.length * 0.99)] as number).toFixed(1));
  print(`${name}, the slowest, ${millis} ms`, JSON.stringify(body));
  for (const [kind, some] of Map.groupBy(requests, (request) => request.kind))
    print(`${name}, ${kind}, slowest ms`, slowest(some).millis.toFixed(1));
}

function listRequests(queries: Record<Kind, () => string>, part: { offset: number; limit: number }): ListRequest[] {
  const sortings = SORT_KEYS.flatMap((sort_by) =>
    ['asc', 'desc'].flatMap((sort_order) =>
      [false, true].map((get_count) => ({ sort_by, sort_order, get_count, ...part })),
    ),
  );
  const kinds = Object.keys(queries) as Kind[];
  return sortings.flatMap((sorting) => [
    { kind: 'no query' as const, body: sorting },
    ...kinds.map((kind) => ({ kind, body: { ...sorting, query: queries[kind]() } })),
  ]);
}

const TIMES = 3;

async function medianTimes(server: Server, caller: Caller, requests: readonly ListRequest[]): Promise<Timed[]> {
  const rounds: Timed[][] = [];
  for (let i = 0; i < TIMES; i += 1) rounds.push(await timed(server, caller, requests));
  const all = rounds.flat().map(({ millis }) => millis);
  print('product list, slowest response of all, ms', Math.max(...all).toFixed(1));
  return requests.map((request, i) => ({
    ...request,
    millis: median(rounds.map((round) => (round[i] as Timed).millis)),
  }));
}

/** Sends the requests one after another; the log identifies each by its request id. */
async function timed(server: Server, caller: Caller, requests: readonly ListRequest[]): Promise<Timed[]> {
  const millis = new Map<string, number>();
  const finished = Promise.withResolvers<void>();
  const end = server.onLine((line) => {
    const { request_id, ms } = JSON.parse(line);
    if (String(request_id).startsWith('list-')) millis.set(request_id, ms);
    if (millis.size === requests.length) finished.resolve();
  });
  for (const [i, { body }] of requests.entries()) {
    const call = caller('product list', '/v1/product/list', body);
    await send(server.address, { ...call, headers: { ...call.headers, 'X-Request-Id': `list-${i}` } });
  }
  await finished.promise;
  end();
  return requests.map((request, i) => ({ ...request, millis: millis.get(`list-${i}`) as number }));
}
