import { alternate, mediansOf } from './alternate.ts';
import type { Call } from './calls.ts';
import type { Generator, Load } from './generator.ts';
import type { Plan } from './plan.ts';
import { median } from './report.ts';

export const SERVERS = ['raan', 'bare Hono JSON', 'bare node:http'] as const;
export type ServerName = (typeof SERVERS)[number];

/** The medians over the rounds. */
export interface Throughput {
  loads: Record<ServerName, Load>;
  /** raan ÷ bare Hono JSON of each round, measured side by side. */
  ratio: number;
  /** The rate of `beside`, and raan ÷ it in each round. */
  beside?: { rate: number; ratio: number };
}

export interface Race {
  call: Call;
  addresses: Record<ServerName, string>;
  /** Another program to compare: its rate over some seconds. */
  beside?: (seconds: number) => Promise<number>;
}

/** Measures a call on all three servers. */
export async function throughput(generator: Generator, plan: Plan, race: Race): Promise<Throughput> {
  const { call, addresses, beside } = race;
  const besides: number[] = [];
  const contenders = Object.fromEntries(SERVERS.map((server) => [server, { address: addresses[server], call }]));
  const rounds = await alternate(
    generator,
    plan,
    contenders as Record<ServerName, { address: string; call: Call }>,
    async () => {
      if (beside) besides.push(await beside(plan.seconds));
    },
  );
  return {
    loads: Object.fromEntries(
      SERVERS.map((server) => [server, mediansOf(rounds.map((round) => round[server]))]),
    ) as never,
    ratio: median(rounds.map((round) => round.raan.rate / round['bare Hono JSON'].rate)),
    beside: beside && {
      rate: median(besides),
      ratio: median(rounds.map(({ raan }, i) => raan.rate / (besides[i] as number))),
    },
  };
}
