import type { Message } from '../../lib/messages/catalogue.ts';
import { message } from '../../lib/messages/message.ts';
import type { Money } from '../../lib/money.ts';

/** A row of a courier's price list. */
export interface WeightStep {
  /** Grams, inclusive; null: every heavier weight. */
  upTo: number | null;
  price: Money;
}

export const MAX_WEIGHT_STEPS = 40;
export const MAX_STEP_GRAMS = 10_000_000;

const limitOf = ({ upTo }: WeightStep): number => upTo ?? Number.POSITIVE_INFINITY;

/** From the lightest to the heaviest. */
export const sortedSteps = (steps: readonly WeightStep[]): WeightStep[] =>
  steps.toSorted((a, b) => (limitOf(a) < limitOf(b) ? -1 : 1));

/** The price of a weight in grams by sorted steps; undefined if it is heavier than all of them. */
export const priceOfWeight = (steps: readonly WeightStep[], grams: number): Money | undefined =>
  steps.find((step) => grams <= limitOf(step))?.price;

/** The problem of the first step that another one before it contradicts, and its index. */
export function weightStepProblem(
  steps: readonly Pick<WeightStep, 'upTo'>[],
): { at: number; problem: Message } | undefined {
  if (steps.length > MAX_WEIGHT_STEPS)
    return { at: MAX_WEIGHT_STEPS, problem: message('too_many_weight_steps', { most: MAX_WEIGHT_STEPS }) };
  const at = steps.findIndex(({ upTo }, i) => steps.findIndex((step) => step.upTo === upTo) < i);
  if (at < 0) return undefined;
  const upTo = steps[at]?.upTo ?? null;
  const problem = upTo === null ? message('open_weight_step_repeated') : message('weight_step_repeated', { upTo });
  return { at, problem };
}
