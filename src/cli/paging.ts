import type { Command } from 'commander';
import { wholeArgument } from './shell.ts';

export interface PageOptions {
  limit: string;
  offset: string;
}

/** Gives the command the options that `pageOf` reads. */
export const takesPage = (command: Command): Command =>
  command.option('--limit <count>', 'how many', '50').option('--offset <count>', 'how many to pass over', '0');

export const pageOf = ({ limit, offset }: PageOptions): { limit: number; offset: number } => ({
  limit: wholeArgument(limit, { name: '--limit', least: 1 }),
  offset: wholeArgument(offset, { name: '--offset' }),
});
