import { existsSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { DEFAULT_CONFIG_FILE, readConfig } from '../../config.ts';
import { openContext } from '../../context.ts';
import { addAccountWithPassword } from '../../domain/accounts/one-time-passwords.ts';
import { asset } from '../../lib/assets.ts';
import { OperatorError } from '../../lib/errors.ts';
import { type Cli, commandContext } from '../cli.ts';
import { fileErrorReason } from '../files.ts';

const DATABASE_SUFFIXES = ['', '-wal', '-shm'];

export function initCommand(cli: Cli): void {
  cli.program
    .command('init')
    .description('Create a config file, an empty database and the owner account')
    .action(async () => {
      const configFile = path.resolve(cli.configFile ?? DEFAULT_CONFIG_FILE);
      const database = path.join(path.dirname(configFile), 'raan.db');
      requireMissing(configFile, 'init_config_exists');
      requireMissing(database, 'init_database_exists');
      writeConfig(configFile);
      const { owner, key } = await createDatabase(configFile, database);
      cli.print({ config: configFile, database, key, owner }, [
        `config     ${configFile}`,
        `database   ${database}`,
        `key        ${key}   (encrypts the secrets in the database; keep a copy away from this machine and from the backups: without the key the secrets are lost)`,
        `account    ${owner.name}`,
        `password   ${owner.password}   (shown once; valid for 24 hours; must be changed at the first sign-in)`,
      ]);
    });
}

function requireMissing(file: string, problem: 'init_config_exists' | 'init_database_exists'): void {
  if (existsSync(file)) throw new OperatorError(problem, { file });
}

interface CreatedDatabase {
  owner: { name: string; password: string };
  /** Path of the key file. */
  key: string;
}

/** Creates the database, its owner account and the key. If that fails, removes the config and the database. */
async function createDatabase(configFile: string, database: string): Promise<CreatedDatabase> {
  try {
    const ctx = commandContext(openContext(readConfig(configFile), { create: true }));
    try {
      const { account, password } = await addAccountWithPassword(ctx, { name: 'owner', role: 'owner', storeId: null });
      ctx.db.keys.current();
      return { owner: { name: account.name, password }, key: ctx.db.keys.name };
    } finally {
      ctx.close();
    }
  } catch (error) {
    for (const file of [configFile, ...DATABASE_SUFFIXES.map((suffix) => database + suffix)])
      rmSync(file, { force: true });
    throw error;
  }
}

function writeConfig(file: string): void {
  try {
    writeFileSync(file, asset('config.example.toml'), { flag: 'wx', mode: 0o600 }); // private: it will contain secrets
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') rmSync(file, { force: true }); // partly written
    throw new OperatorError('file_not_writable', { file, why: fileErrorReason(error, 'folder') });
  }
}
