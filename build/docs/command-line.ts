import type { Command } from 'commander';
import { makeProgram } from '../../src/cli/program.ts';
import { markdownTable } from './markdown-table.ts';

/** The generated part of the command-line page: every command of the program, grouped as `raan --help` groups them. */
export function commandLineSections(): string {
  const groups = Map.groupBy(makeProgram(NOTHING_RUNS).commands, (command) => command.helpGroup().replace(/:$/, ''));
  return [...groups].flatMap(([group, commands]) => [`## ${group}`, ...commands.flatMap(commandSections)]).join('\n\n');
}

const notRun = () => {
  throw new Error('the documentation runs no command');
};
const NOTHING_RUNS = { serve: notRun, openApi: notRun };

/** A command, or a group and its commands. */
const commandSections = (command: Command): string[] =>
  command.commands.length === 0
    ? [`### ${nameOf(command)}`, ...explanation(command)]
    : [
        `### ${nameOf(command)}`,
        sentence(command.description()),
        ...command.commands.flatMap((child) => [`#### ${nameOf(child)}`, ...explanation(child)]),
      ];

function explanation(command: Command): string[] {
  const help = command.createHelp();
  const rows = [
    ...help.visibleArguments(command).map((one) => [help.argumentTerm(one), help.argumentDescription(one)]),
    ...help
      .visibleOptions(command)
      .filter(({ long }) => long !== '--help')
      .map((one) => [help.optionTerm(one), help.optionDescription(one)]),
  ].map(([term, text]) => [`\`${term}\``, text as string]);
  const table = rows.length > 0 ? [markdownTable(['Argument or option', 'Meaning'], rows)] : [];
  return [sentence(command.description()), `\`\`\`text\n${help.commandUsage(command)}\n\`\`\``, ...table];
}

const nameOf = (command: Command): string =>
  command.parent ? `${nameOf(command.parent)} ${command.name()}` : command.name();

const sentence = (text: string): string => (/[.!?]$/.test(text) ? text : `${text}.`);
