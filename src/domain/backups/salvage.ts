import { type SalvagedTable, salvage } from '../../db/salvage/salvage.ts';
import { requireFile } from './contents.ts';

export type { SalvagedTable };

/** Saves what can be read of a damaged database in a new file. @throws OperatorError */
export function salvageDatabase(file: string, target: string): SalvagedTable[] {
  requireFile(file);
  return salvage(file, target);
}
