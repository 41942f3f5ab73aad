import { existsSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { DEFAULT_CONFIG_FILE, readConfig } from '../config.ts';
import { openContext } from '../context.ts';
import { addWithPassword } from '../domain/accounts/one-time.ts';
import { asset } from '../lib/assets.ts';
import { Fault } from '../lib/errors.ts';
import { whyNot } from './file-faults.ts';
import type { Shell } from './shell.ts';

const DATABASE_ENDS = ['', '-wal', '-shm'];

export function initCommand(shell: Shell): void {
  shell.program
    .command('init')
    .description('write a commented config file and an empty database, and make the owner’s account')
    .action(async () => {
      const configFile = path.resolve(shell.configFile ?? DEFAULT_CONFIG_FILE);
      const database = path.join(path.dirname(configFile), 'raan.db');
      refuseWhereThere(configFile, ADVICE.config);
      refuseWhereThere(database, ADVICE.database);
      writeConfig(configFile);
      const owner = await makeDatabase(configFile, database);
      shell.answer({ config: configFile, database, owner }, [
        `config     ${configFile}`,
        `database   ${database}`,
        `account    ${owner.name}`,
        `password   ${owner.password}   (shown this once; it has to be changed at the first sign-in)`,
      ]);
    });
}

const ADVICE = {
  config:
    'start with raan serve, which prints the link of the first run where there is no account yet; raan account add makes one more',
  database: 'move it away, or name it in a config file of your own',
};

function refuseWhereThere(file: string, advice: string): void {
  if (existsSync(file)) throw new Fault(`${file} is there already; nothing was written: ${advice}`);
}

/** The owner's account in a fresh database; where that cannot be made, both files go again. */
async function makeDatabase(configFile: string, database: string): Promise<{ name: string; password: string }> {
  try {
    const ctx = openContext(readConfig(configFile), { create: true });
    try {
      const { account, password } = await addWithPassword(ctx, { name: 'owner', role: 'owner', storeId: null });
      return { name: account.name, password };
    } finally {
      ctx.close();
    }
  } catch (error) {
    for (const file of [configFile, ...DATABASE_ENDS.map((end) => database + end)]) rmSync(file, { force: true });
    throw error;
  }
}

function writeConfig(file: string): void {
  try {
    writeFileSync(file, asset('config.example.toml'), { flag: 'wx', mode: 0o600 }); // secrets will come into it;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') rmSync(file, { force: true }); // as far as it was written
    throw new Fault(`${file} cannot be written: ${whyNot(error, 'folder')}`);
  }
}
