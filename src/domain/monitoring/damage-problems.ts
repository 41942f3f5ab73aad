import { addonFile } from '../../db/addon.ts';
import { findDamage } from '../../db/damage/find.ts';
import { damageProblem, isCorrupt } from '../../db/damage/sqlite-damage.ts';
import type { Message } from '../../lib/messages/catalogue.ts';

/** Reads the whole database. */
export const damageProblems = (file: string): Message[] => findDamage(file, addonFile(file)).map(damageProblem);

/**
 * The damage behind an error of SQLite or its cause; none for other errors. SQLite also reports some failed reads as
 * damage. Those can pass, so only what a check finds counts.
 */
export function damageBehind(error: unknown, file: string): Message[] {
  if (!isCorrupt(error) && !isCorrupt((error as Error).cause)) return [];
  try {
    return damageProblems(file);
  } catch {
    return []; // the disk still fails
  }
}
