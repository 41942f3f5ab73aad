import { styleText } from 'node:util';
import type { Command } from 'commander';
import { type DocsPage, TOPIC_GROUPS } from '../docs-pages/docs-page.ts';
import { docsPages } from '../docs-pages/load-pages.ts';
import { indentedList, pageLines } from '../docs-pages/terminal.ts';
import { WrongUsage } from './arguments.ts';
import type { Cli } from './cli.ts';

const WIDEST = 100; // columns; longer lines are hard to read

/** `raan help`: the documentation in the terminal, and the help of a command. */
export function helpCommand(cli: Cli): void {
  cli.program
    .command('help')
    .argument('[topic...]', 'Topic of the documentation, or a command such as "stock set"')
    .summary('Read the documentation, or the help of a command')
    .description('Read the documentation of this version, or the help of a command. Without a topic, lists the topics.')
    .action(async (words: readonly string[]) => {
      const pages = await docsPages();
      if (words.length === 0) return printTopics(cli, pages);
      const command = findCommand(cli.program, words);
      const page = words.length === 1 ? pages.find(({ name }) => name === words[0]) : undefined;
      if (!command && !page) throw new WrongUsage('unknown_topic', { topic: words.join(' ') });
      command?.outputHelp(); // a name may be both, such as install
      if (page) printPage(cli, page);
    });
}

const findCommand = (program: Command, words: readonly string[]): Command | undefined =>
  words.reduce<Command | undefined>(
    (command, word) => command?.commands.find((child) => child.name() === word || child.aliases().includes(word)),
    program,
  );

function printPage(cli: Cli, page: DocsPage): void {
  const { name, title, summary } = page;
  const lines = pageLines(page, {
    width: columns(),
    strong: (text) => styleText('bold', text, { stream: process.stdout }),
  });
  cli.print(
    { topic: name, title, summary, text: pageLines(page, { width: 80, strong: (text) => text }).join('\n') },
    lines,
  );
}

function printTopics(cli: Cli, pages: readonly DocsPage[]): void {
  const topics = pages.map(({ name, title, summary }) => ({ topic: name, title, summary }));
  const groups = TOPIC_GROUPS.flatMap(({ title, topics: names }) => {
    const rows = topics.filter(({ topic }) => (names as readonly string[]).includes(topic));
    return [
      `${title}:`,
      ...indentedList(
        rows.map(({ topic, summary }) => [topic, summary]),
        columns(),
      ),
      '',
    ];
  });
  cli.print({ topics }, [
    'Usage: raan help TOPIC',
    '',
    ...groups,
    '"raan help COMMAND" shows the help of a command, "raan --help" lists all commands.',
    'A running server shows the same pages at /docs.',
  ]);
}

/** Width of the terminal; 80 if the output is not a terminal. */
const columns = (): number => Math.min(process.stdout.columns ?? 80, WIDEST);
