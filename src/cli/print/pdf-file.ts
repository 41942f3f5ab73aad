import type { Command } from 'commander';
import type { Printed } from '../../domain/print/printed.ts';
import { FORCE_OPTION, requireNewFile, writeNewFile } from '../new-file.ts';
import type { Shell } from '../shell.ts';

export interface FileOptions {
  out: string;
  force?: boolean;
}

/** Gives the command the options that `answerPdf` reads. */
export const writesPdf = (command: Command): Command =>
  command.requiredOption('--out <file>', 'the PDF file to write').option(...FORCE_OPTION);

/** Prints into the file and answers what was printed. Nothing is printed where the file may not be written over. */
export async function answerPdf(shell: Shell, options: FileOptions, print: () => Promise<Printed>): Promise<void> {
  const { out } = options;
  requireNewFile(out, options);
  const { pdf, pages, warnings } = await print();
  writeNewFile(out, pdf, options);
  for (const warning of warnings) shell.warn(warning);
  shell.answer({ file: out, pages }, `${out}: ${pages} ${pages === 1 ? 'page' : 'pages'}`);
}
