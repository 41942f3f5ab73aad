import type { Command } from 'commander';
import { makeProgram } from '../../src/cli/program.ts';
import { markdownTable } from './markdown-table.ts';

/** The generated part of the command-line page: every command of the program, grouped as `raan --help` groups them. */
export function commandLineSections(): string {
  const groups = Map.groupBy(makeProgram(FAILING_HANDLERS).commands, (command) =>
    command.helpGroup().replace(/:$/, ''),
  );
  return [...groups].flatMap(([group, commands]) => [`## ${group}`, ...commands.flatMap(commandSections)]).join('\n\n');
}

const failIfRun = () => {
  throw new Error('the documentation runs no command');
};
const FAILING_HANDLERS = { loadServer: failIfRun, openApi: failIfRun };

/** A command, or a group and its commands. */
const commandSections = (command: Command): string[] =>
  command.commands.length === 0
    ? [`### ${commandPath(command)}`, ...usageAndOptions(command)]
    : [
        `### ${commandPath(command)}`,
        sentence(command.description()),
        ...command.commands
          .flatMap(leaves)
          .flatMap((child) => [`#### ${commandPath(child)}`, ...usageAndOptions(child)]),
      ];

const leaves = (command: Command): Command[] =>
  command.commands.length === 0 ? [command] : command.commands.flatMap(leaves);

function usageAndOptions(command: Command): string[] {
  const help = command.createHelp();
  const rows = [
    ...help
      .visibleArguments(command)
      .map((argument) => [help.argumentTerm(argument), help.argumentDescription(argument)]),
    ...help
      .visibleOptions(command)
      .filter(({ long }) => long !== '--help')
      .map((option) => [help.optionTerm(option), help.optionDescription(option)]),
  ].map(([term, text]) => [`\`${term}\``, text as string]);
  const table = rows.length > 0 ? [markdownTable(['Argument or option', 'Meaning'], rows)] : [];
  return [sentence(command.description()), `\`\`\`text\n${help.commandUsage(command)}\n\`\`\``, ...table];
}

const commandPath = (command: Command): string =>
  command.parent ? `${commandPath(command.parent)} ${command.name()}` : command.name();

const sentence = (text: string): string => (/[.!?]$/.test(text) ? text : `${text}.`);
