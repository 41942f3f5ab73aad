import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { isSea } from 'node:sea';
import { Fault } from '../../lib/errors.ts';
import { whyNot } from '../file-faults.ts';
import { type Shell, WrongUsage } from '../shell.ts';
import { type Planned, plan, SITE, UNIT, type Wanted } from './plan.ts';
import { whyNotRead, whyNotStarted } from './reach.ts';

interface Options {
  domain?: string;
  user?: string;
  folder: string;
  executable: string;
  root: string;
  print?: true;
}

/** Where the executable runs from; in a checkout, where it usually is. */
const OWN_PLACE = isSea() ? process.execPath : '/usr/local/bin/raan';
const CONFIG = '/etc/raan/raan.toml';

export function installCommand(shell: Shell): void {
  shell.program
    .command('install')
    .description(
      'write a systemd unit, its config (the one that --config names, else /etc/raan/raan.toml) and for a domain a site for Caddy; never over what is there',
    )
    .option(
      '--domain <domain>',
      'the public name of the store, e.g. shop.example: Caddy gets its certificate and hands over',
    )
    .option('--user <account>', 'the account to run as; without it systemd makes one for each run')
    .option('--folder <folder>', 'where the database is to be', '/var/lib/raan')
    .option('--executable <file>', 'what the unit starts', OWN_PLACE)
    .option('--root <folder>', 'write below this folder instead of /', '/')
    .option('--print', 'show the files and write nothing')
    .action((options: Options) => {
      const wanted = wantedOf(options, shell.configFile ?? CONFIG);
      const { files, folders, differs } = plan(wanted);
      const unstarted = whyNotStarted(wanted);
      if (options.print) return printFiles(shell, files, unstarted);
      if (unstarted !== undefined) throw new Fault(unstarted);
      const unread = whyNotRead(wanted);
      const missing = missingOf(files, wanted.root);
      for (const { file, text } of missing) write(path.join(wanted.root, file), text);
      for (const one of unread === undefined ? differs : [...differs, unread]) shell.warn(one);
      const written = missing.map(({ file }) => file);
      const next = nextSteps(wanted, folders);
      shell.answer({ written, next }, [
        ...files.map(({ file }) => `${written.includes(file) ? 'written' : 'as it was'}   ${file}`),
        '',
        'Then, as root:',
        '',
        ...next,
      ]);
    });
}

function wantedOf({ domain, user, folder, executable, root }: Options, config: string): Wanted {
  if (domain !== undefined && !/^([a-z0-9]([a-z0-9-]*[a-z0-9])?\.)+[a-z0-9-]{2,}$/.test(domain))
    throw new WrongUsage(`--domain must be a name such as shop.example; not ${domain}`);
  if (user !== undefined && !/^[a-z_][a-z0-9_-]{0,30}$/.test(user))
    throw new WrongUsage(`--user must be the name of an account; not ${user}`);
  for (const [name, place] of Object.entries({ folder, executable, config }))
    if (!path.isAbsolute(place)) throw new WrongUsage(`--${name} must be a path from /; not ${place}`);
  return { domain, user, folder: path.resolve(folder), executable, config, root: path.resolve(root) };
}

function printFiles(shell: Shell, files: readonly Planned[], warning: string | undefined): void {
  if (warning !== undefined) shell.warn(warning);
  shell.answer(
    { files: Object.fromEntries(files.map(({ file, text }) => [file, text])) },
    files.flatMap(({ file, text }) => [`==> ${file} <==`, text]),
  );
}

/** Those that are not there yet. @throws Fault naming each line that differs, where another one is there */
function missingOf(files: readonly Planned[], root: string): Planned[] {
  const faults: string[] = [];
  const missing = files.filter(({ file, text }) => {
    const place = path.join(root, file);
    if (!existsSync(place)) return true;
    faults.push(...differencesOf(place, text));
    return false;
  });
  if (faults.length > 0) throw new Fault([...faults, 'nothing was written: move what differs away, or keep it']);
  return missing;
}

function differencesOf(place: string, text: string): string[] {
  const [there, wanted] = [readFileSync(place, 'utf8'), text].map((lines) => lines.split('\n')) as [string[], string[]];
  const without = (lines: string[], others: string[]) => lines.filter((line) => !others.includes(line));
  const lines = [
    ...without(there, wanted).map((line) => `- ${line.trim()}`),
    ...without(wanted, there).map((line) => `+ ${line.trim()}`),
  ];
  if (lines.length === 0) return [];
  return [`${place} is there already and says something else (- there, + from here):`, ...lines];
}

function write(place: string, text: string): void {
  try {
    mkdirSync(path.dirname(place), { recursive: true });
    writeFileSync(place, text, { flag: 'wx', mode: 0o644 });
  } catch (error) {
    throw new Fault(`${place} cannot be written: ${whyNot(error, 'folder')}`);
  }
}

/** What is left to the operator, as commands of a shell. */
function nextSteps({ domain, user, folder }: Wanted, folders: readonly string[]): string[] {
  const account =
    user === undefined
      ? []
      : [
          `id ${user} || useradd --system --home-dir ${folder} --shell /usr/sbin/nologin ${user}`,
          ...folders.map((one) => `install -d -m 700 -o ${user} -g ${user} ${one}`),
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
