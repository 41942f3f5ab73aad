import { existsSync, writeFileSync } from 'node:fs';
import type { Command } from 'commander';
import type { Printed } from '../../domain/labels/printed.ts';
import { Fault } from '../../lib/errors.ts';
import type { Shell } from '../shell.ts';
import { printable } from '../table.ts';

export interface FileOptions {
  out: string;
  force?: boolean;
}

/** Gives the command the options that `answerPdf` reads. */
export const writesPdf = (command: Command): Command =>
  command
    .requiredOption('--out <file>', 'the PDF file to write')
    .option('--force', 'replace the file if it is there already');

/** Prints into the file and answers what was printed. Nothing is printed where the file may not be written over. */
export async function answerPdf(shell: Shell, options: FileOptions, print: () => Promise<Printed>): Promise<void> {
  const { out, force = false } = options;
  if (!force && existsSync(out)) throw new Fault(thereAlready(out));
  const { pdf, pages, warnings } = await print();
  try {
    writeFileSync(out, pdf, { flag: force ? 'w' : 'wx' });
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    throw new Fault(code === 'EEXIST' ? thereAlready(out) : `${out} cannot be written: ${message}`);
  }
  shell.answer({ file: out, pages, warnings }, [
    `${out}: ${pages} ${pages === 1 ? 'page' : 'pages'}`,
    ...warnings.map((warning) => `warning: ${printable(warning)}`),
  ]);
}

const thereAlready = (file: string): string => `${file} is there already; --force replaces it`;
