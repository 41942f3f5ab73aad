import { existsSync, mkdirSync, readFileSync, type Stats, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { isSea } from 'node:sea';
import { OperatorError } from '../../../lib/errors.ts';
import type { Message } from '../../../lib/messages/catalogue.ts';
import { message } from '../../../lib/messages/message.ts';
import { WrongUsage } from '../../arguments.ts';
import type { Cli } from '../../cli.ts';
import { fileErrorReason } from '../../files.ts';
import { type Installation, type PlannedFile, planInstallation, SITE, UNIT } from './install-plan.ts';

interface Options {
  domain?: string;
  user?: string;
  folder: string;
  executable: string;
  root: string;
  print?: true;
}

/** The running executable; from a checkout, the usual path. */
const DEFAULT_EXECUTABLE = isSea() ? process.execPath : '/usr/local/bin/raan';
const CONFIG = '/etc/raan/raan.toml';

export function installCommand(cli: Cli): void {
  cli.program
    .command('install')
    .summary('Install as a systemd service')
    .description(
      'Write a systemd unit, a config file (--config, by default /etc/raan/raan.toml) and, for a domain, a Caddy site. Existing files are not overwritten.',
    )
    .option('--domain <domain>', 'Public host name, such as shop.example, for which Caddy serves HTTPS')
    .option('--user <account>', 'System account to run as (default: a dynamic user of systemd)')
    .option('--folder <folder>', 'Folder of the database', '/var/lib/raan')
    .option('--executable <file>', 'Executable that the unit starts', DEFAULT_EXECUTABLE)
    .option('--root <folder>', 'Write below this folder instead of /', '/')
    .option('--print', 'Print the files without writing them')
    .action((options: Options) => {
      const wanted = parseInstallation(options, cli.configFile ?? CONFIG);
      const { files, folders, differs } = planInstallation(wanted);
      const executableProblem = checkExecutable(wanted);
      if (options.print) return printFiles(cli, files, executableProblem);
      if (executableProblem) throw new OperatorError([executableProblem]);
      const configProblem = checkConfigReadable(wanted);
      const missing = requireNoConflicts(files, wanted.root);
      for (const { file, text } of missing) writeFile(path.join(wanted.root, file), text);
      for (const warning of [...differs, ...(configProblem ? [configProblem] : [])]) cli.warn(warning);
      const written = missing.map(({ file }) => file);
      const next = nextSteps(wanted, folders);
      cli.print({ written, next }, [
        ...files.map(({ file }) => `${written.includes(file) ? 'written' : 'unchanged'}   ${file}`),
        '',
        'Then, as root:',
        '',
        ...next,
      ]);
    });
}

function parseInstallation({ domain, user, folder, executable, root }: Options, config: string): Installation {
  if (domain !== undefined && !/^([a-z0-9]([a-z0-9-]*[a-z0-9])?\.)+[a-z0-9-]{2,}$/.test(domain))
    throw new WrongUsage('argument_not_a_host_name', { name: '--domain', text: domain });
  if (user !== undefined && !/^[a-z_][a-z0-9_-]{0,30}$/.test(user))
    throw new WrongUsage('argument_not_a_system_account', { name: '--user', text: user });
  for (const [name, file] of Object.entries({ folder, executable, config }))
    if (!path.isAbsolute(file))
      throw new WrongUsage('argument_not_an_absolute_path', { name: `--${name}`, text: file });
  return { domain, user, folder: path.resolve(folder), executable, config, root: path.resolve(root) };
}

function printFiles(cli: Cli, files: readonly PlannedFile[], warning: Message | undefined): void {
  if (warning) cli.warn(warning);
  cli.print(
    { files: Object.fromEntries(files.map(({ file, text }) => [file, text])) },
    files.flatMap(({ file, text }) => [`==> ${file} <==`, text]),
  );
}

/** The files that do not exist yet. @throws OperatorError with the differing lines if a file exists with other content */
function requireNoConflicts(files: readonly PlannedFile[], root: string): PlannedFile[] {
  const conflicts: Message[] = [];
  const missing = files.filter(({ file, text }) => {
    const existing = path.join(root, file);
    if (!existsSync(existing)) return true;
    conflicts.push(...differencesOf(existing, text));
    return false;
  });
  if (conflicts.length > 0) throw new OperatorError([...conflicts, message('install_nothing_written')]);
  return missing;
}

function differencesOf(file: string, text: string): Message[] {
  const [current, wanted] = [readFileSync(file, 'utf8'), text].map((lines) => lines.split('\n')) as [
    string[],
    string[],
  ];
  const without = (lines: string[], others: string[]) => lines.filter((line) => !others.includes(line));
  const lines = [
    ...without(current, wanted).map((line) => `- ${line.trim()}`),
    ...without(wanted, current).map((line) => `+ ${line.trim()}`),
  ];
  return lines.length === 0 ? [] : [message('install_file_differs', { file, lines })];
}

function writeFile(file: string, text: string): void {
  try {
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, text, { flag: 'wx', mode: 0o644 });
  } catch (error) {
    throw new OperatorError('file_not_writable', { file, why: fileErrorReason(error, 'folder') });
  }
}

/** Shell commands that the operator has to run. */
function nextSteps({ domain, user, folder }: Installation, folders: readonly string[]): string[] {
  const account =
    user === undefined
      ? []
      : [
          `id ${user} || useradd --system --home-dir ${folder} --shell /usr/sbin/nologin ${user}`,
          ...folders.map((folder) => `install -d -m 700 -o ${user} -g ${user} ${folder}`),
        ];
  const site =
    domain === undefined
      ? []
      : [`echo 'import ${path.basename(SITE)}' >> ${path.dirname(SITE)}/Caddyfile`, 'systemctl reload caddy'];
  const service = path.basename(UNIT, '.service');
  return [
    ...account,
    'systemctl daemon-reload',
    `systemctl enable --now ${service}`,
    ...site,
    `journalctl -u ${service}`,
  ];
}

// Whether the account of the service can open its files.

const OTHERS_READ = 0o004;
const OTHERS_READ_AND_RUN = 0o005;

/** Why the unit cannot start the executable, and what to do. */
function checkExecutable(wanted: Installation): Message | undefined {
  try {
    return executableProblem(wanted);
  } catch (error) {
    if (!(error instanceof OperatorError)) throw error;
    return error.problems[0];
  }
}

function executableProblem({ executable, root, user }: Installation): Message | undefined {
  if (/^\/(home|root|tmp|var\/tmp|run\/user)\//.test(executable))
    return message('install_executable_not_accessible', { file: executable });
  const found = [path.join(root, executable), executable].map(statIfExists).find((stats) => stats?.isFile());
  if (!found) return message('install_executable_missing', { file: executable });
  if (user !== undefined || (found.mode & OTHERS_READ_AND_RUN) === OTHERS_READ_AND_RUN) return undefined;
  return message('install_executable_not_runnable', { file: executable });
}

/** Why the service cannot read an existing config, such as a private one of "raan init", and what to do. */
function checkConfigReadable({ config, root, user }: Installation): Message | undefined {
  const found = statIfExists(path.join(root, config));
  const isOwned = user !== undefined && found?.uid !== 0; // assumes that a non-root owner is the account
  if (!found || isOwned || (found.mode & OTHERS_READ) !== 0) return undefined;
  const command =
    user === undefined
      ? `chmod 644 ${config} and move its secrets to /etc/raan/environment`
      : `chown ${user} ${config}`;
  return message('install_config_not_readable', { file: config, command });
}

/** @throws OperatorError if the file cannot be examined */
function statIfExists(file: string): Stats | undefined {
  try {
    return statSync(file);
  } catch (error) {
    if (['ENOENT', 'ENOTDIR'].includes((error as NodeJS.ErrnoException).code ?? '')) return undefined;
    throw new OperatorError('file_not_readable', { file, why: fileErrorReason(error, 'file') });
  }
}
