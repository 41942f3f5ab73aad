import type { Call } from './calls.ts';
import type { Generator, Load } from './generator.ts';
import type { Plan } from './plan.ts';
import { median } from './report.ts';

/** A server, and what it is asked. */
export interface Contender {
  address: string;
  call: Call;
}

export type Round<Name extends string> = Record<Name, Load>;

/**
 * What each server reaches, round by round: they are measured in turn, again and again, since a machine is not equally
 * fast all the time.
 */
export async function inTurn<Name extends string>(
  generator: Generator,
  { rounds, seconds, warmUp }: Pick<Plan, 'rounds' | 'seconds' | 'warmUp'>,
  contenders: Record<Name, Contender>,
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

/** The medians of a server's rounds. */
export const middle = (loads: readonly Load[]): Load => ({
  rate: median(loads.map(({ rate }) => rate)),
  p99: median(loads.map(({ p99 }) => p99)),
});
