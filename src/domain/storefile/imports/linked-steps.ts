import { OperatorError } from '../../../lib/errors.ts';
import { message } from '../../../lib/messages/message.ts';
import type { PlannedVariant } from './plan-product.ts';
import type { PlannedChange, Step } from './planned-change.ts';

const MAX_LINKED = 300; // variants and parts of a step, which is one transaction

interface Node {
  change: PlannedChange;
  /** Keys of its parts, before and after the change, and of the variants whose barcodes it takes. */
  parts: ReadonlySet<string>;
}

/**
 * Groups changes that depend on each other, such as two variants that swap roles or barcodes.
 *
 * @throws OperatorError if too many variants depend on each other
 */
export function linkedSteps(variants: readonly PlannedVariant[]): Step[] {
  const nodes = new Map(
    variants.flatMap((variant) => (variant.change ? [[variant.entry.key, nodeOf(variant, variant.change)]] : [])),
  );
  const wholes = wholesOf(nodes);
  const steps: Node[][] = [];
  const seen = new Set<string>();
  for (const key of nodes.keys()) {
    const group: Node[] = [];
    for (const open = [key]; open.length > 0; ) {
      const next = open.pop() as string;
      const node = nodes.get(next);
      if (!node || seen.size === seen.add(next).size) continue;
      group.push(node);
      open.push(...node.parts, ...(wholes.get(next) ?? []));
    }
    if (group.length > 0) steps.push(group);
  }
  return steps.map(stepOf);
}

/** By part, the variants that contain it. */
function wholesOf(nodes: ReadonlyMap<string, Node>): ReadonlyMap<string, readonly string[]> {
  const wholes = new Map<string, string[]>();
  for (const [whole, { parts }] of nodes)
    for (const part of parts) {
      if (!nodes.has(part)) continue;
      const known = wholes.get(part);
      if (known) known.push(whole);
      else wholes.set(part, [whole]);
    }
  return wholes;
}

const nodeOf = ({ entry, current, barcodeHolders }: PlannedVariant, change: PlannedChange): Node => ({
  change,
  parts: new Set([
    ...current.parts,
    ...barcodeHolders,
    ...[...(entry.bundle ?? []), ...(entry.parts ?? [])].map((part) => part.variant),
  ]),
});

function stepOf(group: readonly Node[]): Step {
  const changes = group.map(({ change }) => change).sort((a, b) => a.row - b.row);
  const size = group.reduce((sum, { parts }) => sum + 1 + parts.size, 0);
  if (group.length > 1 && size > MAX_LINKED)
    throw new OperatorError([
      message('too_many_linked_variants', { path: [{ row: changes[0]?.row ?? 0 }], variants: group.length }),
    ]);
  return changes;
}
