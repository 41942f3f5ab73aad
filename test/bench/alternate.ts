import type { Call } from './calls.ts';
import type { Generator, Load } from './generator.ts';
import type { Plan } from './plan.ts';
import { median } from './report.ts';

/** A server and the call to measure. */
interface MeasuredServer {
  address: string;
  call: Call;
}

export type Round<Name extends string> = Record<Name, Load>;

/** Measures the servers in turns, round by round, because the speed of a machine varies over time. */
export async function alternate<Name extends string>(
  generator: Generator,
  { rounds, seconds, warmUp }: Pick<Plan, 'rounds' | 'seconds' | 'warmUp'>,
  contenders: Record<Name, MeasuredServer>,
  afterRound: () => Promise<void> = async () => {},
): Promise<Round<Name>[]> {
  const names = Object.keys(contenders) as Name[];
  const load = (name: Name, span: number) => {
    const { address, call } = contenders[name];
    return generator.send(address, call, { seconds: span });
  };
  for (const name of names) await load(name, warmUp);

  const all: Round<Name>[] = [];
  for (let i = 0; i < rounds; i += 1) {
    const round: Partial<Round<Name>> = {};
    for (const name of i % 2 === 0 ? names : names.toReversed()) round[name] = await load(name, seconds);
    all.push(round as Round<Name>);
    await afterRound();
  }
  return all;
}

/** The medians of the rounds of a server. */
export const mediansOf = (loads: readonly Load[]): Load => ({
  rate: median(loads.map(({ rate }) => rate)),
  p99: median(loads.map(({ p99 }) => p99)),
});
