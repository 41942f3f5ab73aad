import { once } from 'node:events';
import { DAMAGE_FINDER, packedScript } from '../../lib/assets.ts';
import { SMALL_HEAP, startThread } from '../../lib/threads.ts';
import { addonFile } from '../addon.ts';
import type { Damage } from './sqlite-damage.ts';

export interface DamageCheck {
  /** The damage, undefined if the check was ended early. @throws if the database cannot be read */
  readonly found: Promise<Damage[] | undefined>;
  /** Ends it after the table that it is reading. */
  readonly end: () => void;
}

/** Checks a database in a thread of low priority while it is served. */
export function startDamageCheck(file: string): DamageCheck {
  const worker = startThread({
    packed: packedScript(DAMAGE_FINDER),
    source: new URL('./damage-worker.ts', import.meta.url),
    workerData: { file, nativeBinding: addonFile(file) },
    resourceLimits: SMALL_HEAP,
  });
  worker.unref();
  return { found: once(worker, 'message').then(([found]) => found), end: () => worker.postMessage('end') };
}
