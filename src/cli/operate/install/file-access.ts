import { type Stats, statSync } from 'node:fs';
import path from 'node:path';
import type { Message } from '../../../lib/messages/catalogue.ts';
import { message } from '../../../lib/messages/messages.ts';
import type { Installation } from './plan.ts';

// Whether the account of the service can open its files.

const OTHERS_READ = 0o004;
const OTHERS_READ_AND_RUN = 0o005;

/** Why the unit cannot start the executable, and what to do. */
export function checkExecutable({ executable, root, user }: Installation): Message | undefined {
  if (/^\/(home|root|tmp|var\/tmp|run\/user)\//.test(executable))
    return message('install_executable_not_accessible', { file: executable });
  const found = [path.join(root, executable), executable].map(statOrNone).find((stats) => stats?.isFile());
  if (!found) return message('install_executable_missing', { file: executable });
  if (user !== undefined || (found.mode & OTHERS_READ_AND_RUN) === OTHERS_READ_AND_RUN) return undefined;
  return message('install_executable_not_runnable', { file: executable });
}

/** Why the service cannot read an existing config, such as a private one of "raan init", and what to do. */
export function checkConfigReadable({ config, root, user }: Installation): Message | undefined {
  const found = statOrNone(path.join(root, config));
  const isOwned = user !== undefined && found?.uid !== 0; // assumes that a non-root owner is the account
  if (!found || isOwned || (found.mode & OTHERS_READ) !== 0) return undefined;
  const cure =
    user === undefined
      ? `chmod 644 ${config} and move its secrets to /etc/raan/environment`
      : `chown ${user} ${config}`;
  return message('install_config_not_readable', { file: config, cure });
}

function statOrNone(file: string): Stats | undefined {
  try {
    return statSync(file);
  } catch {
    return undefined;
  }
}
