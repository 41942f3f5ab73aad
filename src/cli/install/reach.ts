import { type Stats, statSync } from 'node:fs';
import path from 'node:path';
import type { Wanted } from './plan.ts';

// What the service's account has to be able to open.

const OTHERS_READ = 0o004;
const OTHERS_RUN = 0o005;

/** Why the unit could not start the executable, and what to do; undefined where it could. */
export function whyNotStarted({ executable, root, user }: Wanted): string | undefined {
  if (/^\/(home|root|tmp|var\/tmp|run\/user)\//.test(executable))
    return `the service cannot see ${executable}: move it, to /usr/local/bin/raan say, and install from there`;
  const found = [path.join(root, executable), executable].map(lookAt).find((one) => one?.isFile());
  if (!found) return `there is no ${executable}: put raan there first, or name with --executable where it is`;
  if (user !== undefined || (found.mode & OTHERS_RUN) === OTHERS_RUN) return undefined;
  return `the service may not run ${executable}: chmod 755 ${executable}`;
}

/** The same of a config that is there already: one by "raan init" is its owner's alone. */
export function whyNotRead({ config, root, user }: Wanted): string | undefined {
  const found = lookAt(path.join(root, config));
  const isOwners = user !== undefined && found?.uid !== 0; // the account's own, as far as its name tells
  if (!found || isOwners || (found.mode & OTHERS_READ) !== 0) return undefined;
  const cure =
    user === undefined ? `chmod 644 ${config}, and its secrets into /etc/raan/environment` : `chown ${user} ${config}`;
  return `the service may not read ${config}: ${cure}`;
}

function lookAt(file: string): Stats | undefined {
  try {
    return statSync(file);
  } catch {
    return undefined;
  }
}
