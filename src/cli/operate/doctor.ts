import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import manifest from '../../../package.json' with { type: 'json' };
import { type Config, DEFAULT_CONFIG_FILE } from '../../config.ts';
import { openContext, type ServerContext } from '../../context.ts';
import { withBackupSettings } from '../../domain/backups/settings.ts';
import { sqliteVersion } from '../../domain/monitoring/database-facts.ts';
import {
  type BackupContext,
  backupFindings,
  bucketFindings,
  withoutDatabase,
} from '../../domain/monitoring/doctor/backups.ts';
import { certificateFindings, configFileFindings, unsafeSettings } from '../../domain/monitoring/doctor/config.ts';
import { damageFindings } from '../../domain/monitoring/doctor/damage.ts';
import { databaseContentFindings, databaseFileFindings } from '../../domain/monitoring/doctor/database.ts';
import { identityFindings } from '../../domain/monitoring/doctor/encryption.ts';
import { type Finding, findingsOf } from '../../domain/monitoring/doctor/finding.ts';
import { litestreamFindings } from '../../domain/monitoring/doctor/litestream.ts';
import { hasSealedSecrets, isKeyMissing, keyFindings } from '../../domain/monitoring/doctor/sealing-key.ts';
import type { Queue } from '../../domain/monitoring/readiness.ts';
import { unsafeVariables } from '../../lib/environment.ts';
import { OperatorError } from '../../lib/errors.ts';
import type { Message } from '../../lib/messages/catalogue.ts';
import { message } from '../../lib/messages/message.ts';
import { describe } from '../../lib/messages/messages.ts';
import { sizeText, spanText } from '../../lib/number-format.ts';
import { now } from '../../lib/runtime.ts';
import type { Cli } from '../cli.ts';
import { expireLostCursors } from '../open-context.ts';
import { fieldLines } from '../table.ts';

/** Facts about the installation, as JSON and as text. */
interface Facts {
  document: Record<string, unknown>;
  lines: [name: string, value: string][];
}

export function doctorCommand(cli: Cli): void {
  cli.program
    .command('doctor')
    .summary('Diagnose the installation')
    .description(
      'List the problems of the installation and how to fix each. Exits with 0 if there are none. Works while a server runs.',
    )
    .action(async () => {
      const versions = { raan: manifest.version, node: process.versions.node };
      const facts: Facts = {
        document: { versions },
        lines: [['versions', `raan ${versions.raan}, Node ${versions.node}`]],
      };
      const findings = [...machineFindings(), ...(await checkInstallation(cli, facts))];
      cli.print({ ok: findings.length === 0, ...facts.document, problems: findings.map(findingView) }, [
        ...fieldLines(facts.lines),
        ...(findings.length === 0 ? ['no problems found; "raan check" checks the content of the database'] : []),
      ]);
      if (findings.length > 0)
        throw new OperatorError(
          findings.map(({ problem, fix }) => (fix ? message('doctor_finding', { problem, fix }) : problem)),
        );
    });
}

const findingView = ({ check, problem, fix }: Finding) => ({
  check,
  problem: describe(problem),
  fix: fix ? describe(fix) : '',
});

async function checkInstallation(cli: Cli, facts: Facts): Promise<Finding[]> {
  let config: Config;
  try {
    config = cli.config();
  } catch (error) {
    return errorFindings('config', error, message('fix_config_file'));
  }
  const file = path.resolve(cli.configFile ?? DEFAULT_CONFIG_FILE);
  const findings = [
    ...unsafeSettings(config),
    ...(await configFileFindings(file, config)),
    ...certificateFindings(config, now()),
    ...(await litestreamFindings(config, now())),
    ...(await identityFindings(config)),
  ];
  facts.document.database = config.database;
  facts.lines.push(['database', config.database]);
  if (existsSync(config.database)) {
    const { space, findings: found } = await databaseFileFindings(config.database);
    findings.push(...found);
    facts.document.bytes = space;
    const { database, wal, free } = space;
    facts.lines.push([
      'size',
      `${sizeText(database)}, write-ahead log ${sizeText(wal)}, ${sizeText(free)} free on the disk`,
    ]);
  }
  return [...findings, ...(await checkDatabase(config, facts))];
}

async function checkDatabase(config: Config, facts: Facts): Promise<Finding[]> {
  let ctx: ServerContext;
  try {
    ctx = openContext(config, { create: false });
  } catch (error) {
    const findings = errorFindings('database', error);
    return existsSync(config.database)
      ? [...findings, ...(await checkBackups(withoutDatabase(config), facts))]
      : findings;
  }
  try {
    const damage = damageFindings(config.database);
    if (damage.length > 0) return [...damage, ...(await checkBackups(withoutDatabase(config), facts))];
    await expireLostCursors(ctx);
    const loss = findingsOf(ctx.walLoss && { check: 'wal', problem: ctx.walLoss });
    const keys = keyFindings(ctx.db);
    if (isKeyMissing(ctx.db)) return [...loss, ...keys, ...(await checkBackups(withoutDatabase(config), facts))]; // the queues need secrets
    const { queues, findings } = databaseContentFindings(ctx);
    const copies = await checkBackups(withBackupSettings(ctx), facts);
    addDatabaseFacts(facts, ctx, queues);
    return [...loss, ...findings, ...keys, ...copies];
  } finally {
    ctx.close();
  }
}

function addDatabaseFacts({ document, lines }: Facts, ctx: ServerContext, queues: readonly Queue[]): void {
  const served = ctx.isServed();
  const sqlite = sqliteVersion(ctx.db);
  const { name: key } = ctx.db.keys;
  Object.assign(document, {
    sqlite,
    served,
    schema_version: ctx.schemaVersion,
    privacy: ctx.config.privacy,
    queues: queues.map(queueView),
    key,
  });
  lines.push(
    ['schema', `version ${ctx.schemaVersion}, SQLite ${sqlite}`],
    ['server', served ? 'running' : 'not running'],
    ['personal data', retentionText(ctx.config)],
    ...queues.map(({ name, length, overdue }): [string, string] => [
      name,
      overdue < 60_000 ? `${length} waiting` : `${length} waiting, the oldest for ${spanText(overdue)}`,
    ]),
  );
  if (hasSealedSecrets(ctx.db)) lines.push(['key', `${key}; no backup contains it: keep a copy of it elsewhere`]);
}

async function checkBackups(ctx: BackupContext, facts: Facts): Promise<Finding[]> {
  const { age_recipients: recipients } = ctx.config.backup;
  if (recipients.length > 0) {
    facts.document.age_recipients = recipients;
    facts.lines.push([
      'encryption',
      `backups are for ${recipients.join(' or ')}; they cannot be read without its private key: keep two copies of it elsewhere`,
    ]);
  }
  const here = await backupFindings(ctx);
  const { newest, findings } = await bucketFindings(ctx);
  if (newest) {
    facts.document.stored_backup = newest.name;
    facts.lines.push(['bucket', `newest backup ${newest.name}`]);
  }
  return [...here, ...findings];
}

function retentionText({ privacy }: Config): string {
  const kept = (time: string) => (time === '' ? 'forever' : `for ${time.replace('d', ' days')}`);
  return `addresses of closed orders kept ${kept(privacy.keep_addresses_for)}, slips ${kept(privacy.keep_slips_for)}`;
}

const queueView = ({ name, length, overdue }: Queue) => ({ name, length, overdue_ms: overdue });

/** The problems of an error. Omit `fix` if the text of each problem includes the fix. */
function errorFindings(check: string, error: unknown, fix?: Message): Finding[] {
  if (!(error instanceof OperatorError)) throw error;
  return error.problems.map((problem) => ({ check, problem, ...(fix && { fix }) }));
}

function machineFindings(): Finding[] {
  return findingsOf(
    ...unsafeVariables().map(({ name, effect }) => ({
      check: 'environment',
      problem: message('unsafe_variable', { name, effect }),
      fix: message('unset_variable'),
    })),
    ntpSynchronized() === 'no' && {
      check: 'clock',
      problem: message('clock_not_synchronized'),
      fix: message('synchronize_clock'),
    },
  );
}

/** `yes` or `no` from systemd; undefined if it does not respond, as in a container. The clock is then not checked. */
function ntpSynchronized(): string | undefined {
  try {
    const args = ['show', '--property=NTPSynchronized', '--value'];
    return execFileSync('timedatectl', args, { timeout: 2_000, stdio: ['ignore', 'pipe', 'ignore'] })
      .toString()
      .trim();
  } catch {
    return undefined;
  }
}
