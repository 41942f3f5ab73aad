import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import manifest from '../../package.json' with { type: 'json' };
import { type Config, DEFAULT_CONFIG_FILE } from '../config.ts';
import { type Context, openContext } from '../context.ts';
import { backupTroubles, type Looker, withoutDatabase } from '../domain/watch/doctor/backups.ts';
import { bucketTroubles } from '../domain/watch/doctor/bucket.ts';
import { certificateTroubles } from '../domain/watch/doctor/certificate.ts';
import { configFileTroubles } from '../domain/watch/doctor/config-file.ts';
import { litestreamTroubles } from '../domain/watch/doctor/litestream.ts';
import { placeTroubles } from '../domain/watch/doctor/place.ts';
import { unsafeSettings } from '../domain/watch/doctor/settings.ts';
import { sizeText, spanText, type Trouble, troublesIn } from '../domain/watch/doctor/trouble.ts';
import { workTroubles } from '../domain/watch/doctor/work.ts';
import { sqliteVersion } from '../domain/watch/work.ts';
import { meddlers } from '../lib/environment.ts';
import { Fault } from '../lib/errors.ts';
import type { Shell } from './shell.ts';
import { fieldLines } from './table.ts';

/** What an operator should know besides troubles: the document, and the same as lines. */
interface Facts {
  document: Record<string, unknown>;
  lines: [name: string, value: string][];
}

export function doctorCommand(shell: Shell): void {
  shell.program
    .command('doctor')
    .description(
      'name each trouble of the installation and its cure; 0 where there is none, whether a server runs or not',
    )
    .action(async () => {
      const versions = { raan: manifest.version, node: process.versions.node };
      const facts: Facts = {
        document: { versions },
        lines: [['versions', `raan ${versions.raan}, Node ${versions.node}`]],
      };
      const troubles = [...machineTroubles(), ...(await examine(shell, facts))];
      shell.answer({ ok: troubles.length === 0, ...facts.document, troubles }, [
        ...fieldLines(facts.lines),
        ...(troubles.length === 0 ? ['all is well; "raan check" looks into the rows of the database'] : []),
      ]);
      if (troubles.length > 0) throw new Fault(troubles.map(({ trouble, cure }) => `${trouble}; ${cure}`));
    });
}

async function examine(shell: Shell, facts: Facts): Promise<Trouble[]> {
  let config: Config;
  try {
    config = shell.config();
  } catch (error) {
    return faultTroubles('config', error, 'mend the config file; nothing else can be looked at before');
  }
  const file = path.resolve(shell.configFile ?? DEFAULT_CONFIG_FILE);
  const troubles = [
    ...unsafeSettings(config),
    ...(await configFileTroubles(file, config)),
    ...certificateTroubles(config, Date.now()),
    ...(await litestreamTroubles(config, Date.now())),
  ];
  facts.document.database = config.database;
  facts.lines.push(['database', config.database]);
  if (existsSync(config.database)) {
    const { space, troubles: found } = await placeTroubles(config.database);
    troubles.push(...found);
    facts.document.bytes = space;
    const { database, wal, free } = space;
    facts.lines.push(['size', `${sizeText(database)}, log ${sizeText(wal)}, ${sizeText(free)} free on its disk`]);
  }
  return [...troubles, ...(await examineDatabase(config, facts))];
}

async function examineDatabase(config: Config, facts: Facts): Promise<Trouble[]> {
  let ctx: Context;
  try {
    ctx = openContext(config, { create: false });
  } catch (error) {
    const troubles = faultTroubles('database', error, '');
    return existsSync(config.database)
      ? [...troubles, ...(await examineCopies(withoutDatabase(config), facts))]
      : troubles;
  }
  try {
    const { queues, troubles } = workTroubles(ctx);
    const copies = await examineCopies(ctx, facts);
    const served = ctx.isServed();
    const sqlite = sqliteVersion(ctx.db);
    Object.assign(facts.document, { sqlite, served, schema_version: ctx.schemaVersion, queues: queues.map(queueView) });
    facts.lines.push(
      ['schema', `version ${ctx.schemaVersion}, SQLite ${sqlite}`],
      ['server', served ? 'one runs' : 'none runs'],
      ...queues.map(({ name, length, overdue }): [string, string] => [
        name,
        overdue < 60_000 ? `${length} wait` : `${length} wait, the oldest for ${spanText(overdue)}`,
      ]),
    );
    return [...troubles, ...copies];
  } finally {
    ctx.close();
  }
}

async function examineCopies(looker: Looker, facts: Facts): Promise<Trouble[]> {
  const here = await backupTroubles(looker);
  const { newest, troubles } = await bucketTroubles(looker);
  if (newest) {
    facts.document.stored_backup = newest.name;
    facts.lines.push(['bucket', `${newest.name} is the newest`]);
  }
  return [...here, ...troubles];
}

const queueView = ({ name, length, overdue }: { name: string; length: number; overdue: number }) => ({
  name,
  length,
  overdue_ms: overdue,
});

/** A fault's own words name the cure, where there is no other. */
function faultTroubles(check: string, error: unknown, cure: string): Trouble[] {
  if (!(error instanceof Fault)) throw error;
  return error.lines.map((line) => {
    const [trouble = line, ...own] = cure === '' ? line.split('; ') : [line];
    return { check, trouble, cure: cure || own.join('; ') || 'see the README' };
  });
}

function machineTroubles(): Trouble[] {
  return troublesIn(
    ...meddlers().map(({ name, effect }) => ({
      check: 'environment',
      trouble: `${name} is set, and ${effect}`,
      cure: 'take it out of the environment',
    })),
    synchronized() === 'no' && {
      check: 'clock',
      trouble: 'nothing keeps the clock right',
      cure: 'run "timedatectl set-ntp true"',
    },
  );
}

/** What systemd says of the clock; nothing where there is none to ask. */
function synchronized(): string | undefined {
  try {
    const args = ['show', '--property=NTPSynchronized', '--value'];
    return execFileSync('timedatectl', args, { timeout: 2_000, stdio: ['ignore', 'pipe', 'ignore'] })
      .toString()
      .trim();
  } catch {
    return undefined;
  }
}
