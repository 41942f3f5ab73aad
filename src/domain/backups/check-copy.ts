import { Fault } from '../../lib/errors.ts';
import { type Contents, contentsOf, requireFile } from './contents.ts';
import { faultsAsItLies } from './sound.ts';

/**
 * Checks a copy as a restore would, and changes nothing of it.
 *
 * @throws Fault with all that is wrong, a line each
 */
export async function checkCopy(file: string): Promise<Contents> {
  requireFile(file);
  const contents = await contentsOf(file, REFUSAL);
  const faults = await faultsAsItLies(file);
  if (faults.length > 0) throw new Fault(faults.map((fault) => `${file} ${REFUSAL}: ${fault}`));
  return contents;
}

const REFUSAL = 'is not sound';
