import type { Call } from './calls.ts';
import type { Generator, Load } from './generator.ts';
import type { Plan } from './plan.ts';
import { median } from './report.ts';

export const SERVERS = ['raan', 'bare Hono JSON', 'bare node:http'] as const;
export type ServerName = (typeof SERVERS)[number];

/** The medians over the rounds. */
export interface Throughput {
  loads: Record<ServerName, Load>;
  /** Of each round's raan ÷ bare Hono JSON, which were measured side by side. */
  ratio: number;
  /** What `beside` gave, and each round's raan ÷ it. */
  beside?: { rate: number; ratio: number };
}

export interface Race {
  call: Call;
  addresses: Record<ServerName, string>;
  /** One more contender: its rate over some seconds. */
  beside?: (seconds: number) => Promise<number>;
}

/** Measures a call on the three servers in turn, again and again, since a machine is not equally fast all the time. */
export async function throughput(generator: Generator, plan: Plan, race: Race): Promise<Throughput> {
  const { call, addresses, beside } = race;
  const load = (server: ServerName, seconds: number) => generator.send(addresses[server], call, { seconds });
  for (const server of SERVERS) await load(server, plan.warmUp);

  const rounds: Record<ServerName, Load>[] = [];
  const besides: number[] = [];
  for (let i = 0; i < plan.rounds; i += 1) {
    const round: Partial<Record<ServerName, Load>> = {};
    for (const server of i % 2 === 0 ? SERVERS : SERVERS.toReversed()) round[server] = await load(server, plan.seconds);
    rounds.push(round as Record<ServerName, Load>);
    if (beside) besides.push(await beside(plan.seconds));
  }
  return {
    loads: Object.fromEntries(SERVERS.map((server) => [server, middle(rounds.map((round) => round[server]))])) as never,
    ratio: median(rounds.map((round) => round.raan.rate / round['bare Hono JSON'].rate)),
    beside: beside && {
      rate: median(besides),
      ratio: median(rounds.map(({ raan }, i) => raan.rate / (besides[i] as number))),
    },
  };
}

const middle = (loads: readonly Load[]): Load => ({
  rate: median(loads.map(({ rate }) => rate)),
  p99: median(loads.map(({ p99 }) => p99)),
});
