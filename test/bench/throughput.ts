import { alternate, mediansOf } from './alternate.ts';
import type { Call } from './calls.ts';
import type { Generator, Load } from './generator.ts';
import type { Plan } from './plan.ts';
import { median } from './report.ts';

export const SERVERS = ['raan', 'bare Hono JSON', 'bare node:http'] as const;
type ServerName = (typeof SERVERS)[number];

/** The medians over the rounds. */
export interface Throughput {
  loads: Record<ServerName, Load>;
  /** raan ÷ bare Hono JSON of each round, measured side by side. */
  ratio: number;
  /** The rate of `baseline`, and raan ÷ it in each round. */
  baseline?: { rate: number; ratio: number };
}

export interface Race {
  call: Call;
  addresses: Record<ServerName, string>;
  /** Another program to compare: its rate over some seconds. */
  baseline?: (seconds: number) => Promise<number>;
}

/** Measures a call on all three servers. */
export async function throughput(generator: Generator, plan: Plan, race: Race): Promise<Throughput> {
  const { call, addresses, baseline } = race;
  const baselineRates: number[] = [];
  const contenders = Object.fromEntries(SERVERS.map((server) => [server, { address: addresses[server], call }]));
  const rounds = await alternate(
    generator,
    plan,
    contenders as Record<ServerName, { address: string; call: Call }>,
    async () => {
      if (baseline) baselineRates.push(await baseline(plan.seconds));
    },
  );
  return {
    loads: Object.fromEntries(
      SERVERS.map((server) => [server, mediansOf(rounds.map((round) => round[server]))]),
    ) as never,
    ratio: median(rounds.map((round) => round.raan.rate / round['bare Hono JSON'].rate)),
    baseline: baseline && {
      rate: median(baselineRates),
      ratio: median(rounds.map(({ raan }, i) => raan.rate / (baselineRates[i] as number))),
    },
  };
}
