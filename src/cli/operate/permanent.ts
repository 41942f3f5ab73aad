import type { Config } from '../../config.ts';
import type { ServerContext } from '../../context.ts';
import { damageBehind } from '../../domain/monitoring/damage-problems.ts';
import { OperatorError, PermanentError } from '../../lib/errors.ts';
import { message } from '../../lib/messages/message.ts';
import { describe, type MessageKey } from '../../lib/messages/messages.ts';
import type { Cli } from '../cli.ts';

/** Exit status after a `PermanentError`: EX_CONFIG of sysexits.h. The systemd unit does not restart the service after it. */
export const PERMANENT_STATUS = 78;

const PERMANENT: ReadonlySet<string> = new Set<MessageKey>([
  'database_not_a_file',
  'database_not_sqlite',
  'database_of_another_program',
  'database_of_development_build',
  'database_of_newer_raan',
  'database_damaged',
  'upgrade_of_damaged_database',
  'key_unknown',
  'key_malformed',
]);

/** Not permanent: the file may be on a disk that is mounted later. */
const UNREADABLE: MessageKey = 'config_unreadable';

/** `withServerDatabase`. Errors of the config, and those that no restart cures, become a `PermanentError`. */
export async function withPermanentErrors(cli: Cli, use: (ctx: ServerContext) => Promise<void>): Promise<void> {
  const { database } = readConfig(cli);
  try {
    await cli.withServerDatabase(use);
  } catch (error) {
    const [why, ...more] = damageBehind(error, database);
    if (why) throw new PermanentError([message('database_damaged', { file: database, why: describe(why) }), ...more]);
    throw asPermanent(error, (key) => PERMANENT.has(key));
  }
}

function readConfig(cli: Cli): Config {
  try {
    return cli.config();
  } catch (error) {
    throw asPermanent(error, (key) => key !== UNREADABLE);
  }
}

const asPermanent = (error: unknown, isPermanent: (key: string) => boolean): unknown =>
  error instanceof OperatorError && error.problems.some(({ key }) => isPermanent(key))
    ? new PermanentError(error.problems)
    : error;
