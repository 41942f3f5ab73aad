import { type Command, CommanderError } from 'commander';
import { makeProgram } from '../src/cli/program.ts';
import { blocksOf, CODES, FILES, ROWS } from './documents.ts';

// The command lines in README.md and the pages, checked with the program's own parser.

/** A command line after `raan`. */
interface DocumentedCommand {
  words: readonly string[];
  /** Whether the line is complete. If not, required arguments may be missing. */
  isWhole: boolean;
}

const neverRun = () => {
  throw new Error('nothing is run');
};
const SILENT = { out: () => {}, err: () => {} };

/** The program's commands, without their actions. */
function parser(ran: (command: Command) => void): { program: Command; leaves: Command[] } {
  const program = makeProgram({ loadServer: neverRun, openApi: neverRun }, SILENT);
  const every = (command: Command): Command[] => command.commands.flatMap((child) => [child, ...every(child)]);
  const leaves = every(program).filter(({ commands }) => commands.length === 0);
  for (const leaf of leaves) leaf.action(() => ran(leaf));
  return { program, leaves };
}

const nameOf = (command: Command): string =>
  command.parent?.parent ? `${nameOf(command.parent)} ${command.name()}` : command.name();

/** All commands with an action, and all options. */
export function known(): { commands: string[]; options: string[] } {
  const { program, leaves } = parser(() => {});
  const options = [program, ...leaves].flatMap((command) => command.options.map(({ long }) => long ?? ''));
  return { commands: leaves.map(nameOf), options: [...new Set(['--help', ...options])] };
}

/** The command of the line, or its parse error. */
export function parsed({ words, isWhole }: DocumentedCommand): { command?: string; fault?: string } {
  let command: string | undefined;
  const { program, leaves } = parser((leaf) => {
    command = nameOf(leaf);
  });
  if (!isWhole) leaves.forEach(makeOptional);
  try {
    program.parse(words, { from: 'user' });
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    const isHelp =
      ['commander.helpDisplayed', 'commander.version'].includes(error.code) ||
      (!isWhole && error.code === 'commander.help');
    return isHelp ? {} : { fault: error.message };
  }
  return command === undefined ? {} : { command };
}

/** Makes required arguments and options optional. */
function makeOptional({ options, registeredArguments }: Command): void {
  for (const option of options) option.mandatory = false;
  for (const argument of registeredArguments) argument.required = false;
}

const commandsIn = (text: string, isWhole: boolean): DocumentedCommand => ({
  words: text
    .replaceAll(/[[\]]/g, '')
    .split(/\s+/)
    .filter((word) => word !== ''),
  isWhole,
});

/** A call of raan, after environment variables if it has some. */
const COMMAND_LINE = /^(?:[A-Z_]+=\S+ )*(?:npm run -s raan -- |raan )(.+)/;

/** The command lines of a document's code blocks. */
export const commandsOf = (file: string): DocumentedCommand[] =>
  blocksOf(file, 'sh')
    .flatMap((text) => text.split('\n'))
    .flatMap((line) => COMMAND_LINE.exec(line.replace(/\s+#.*/, ''))?.[1] ?? [])
    .map((line) => commandsIn(line, true));

/** The commands of all documents. */
export const inBlocks: readonly DocumentedCommand[] = FILES.flatMap(commandsOf);

/** Commands in sentences and tables. */
export const inProse: readonly DocumentedCommand[] = CODES.flatMap((code) => COMMAND_LINE.exec(code)?.[1] ?? []).map(
  (line) => commandsIn(line, false),
);

/** Commands in the first cells of tables: after `raan stock set` comes `add`, or `count list` of another group. */
export const inTables: readonly DocumentedCommand[] = ROWS.filter(([first = '']) => COMMAND_LINE.test(first)).flatMap(
  (codes) => {
    let group: readonly string[] = [];
    return codes.map((code) => {
      const { words } = commandsIn(COMMAND_LINE.exec(code)?.[1] ?? code, false);
      const sibling = { words: [...group, ...words], isWhole: false };
      const line = COMMAND_LINE.test(code) || parsed(sibling).fault ? { words, isWhole: false } : sibling;
      group = line.words.filter((word) => !/^[-A-Z]/.test(word)).slice(0, -1);
      return line;
    });
  },
);
