import { type SalvagedTable, salvage } from '../../db/salvage/salvage.ts';
import { isEncrypted } from '../../lib/age/header.ts';
import { OperatorError } from '../../lib/errors.ts';
import { requireFile } from './backup-contents.ts';

export type { SalvagedTable };

/** Saves what can be read from a damaged database in a new file. @throws OperatorError */
export async function salvageDatabase(file: string, target: string): Promise<SalvagedTable[]> {
  requireFile(file);
  if (await isEncrypted(file)) throw new OperatorError('salvage_of_encrypted', { file });
  return salvage(file, target);
}
