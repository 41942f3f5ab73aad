/**
 * `checking`: a thread reads the file. `ready`: the preview waits for the user. `applying`: a job applies the changes.
 * The others are final: `rejected` by the check, `interrupted` by a restart during the check.
 */
export type ImportState = 'checking' | 'ready' | 'applying' | 'done' | 'rejected' | 'interrupted' | 'canceled';

export const MOVES: Readonly<Record<ImportState, readonly ImportState[]>> = {
  checking: ['ready', 'rejected', 'interrupted', 'canceled'],
  ready: ['applying', 'canceled'],
  applying: ['done', 'canceled'],
  done: [],
  rejected: [],
  interrupted: [],
  canceled: [],
};

export const isOpen = (state: ImportState): boolean => MOVES[state].length > 0;
