import { hash } from 'node:crypto';

/** Distinguishes a repeated request from another one under the same id. */
export const requestHash = (input: object): Buffer => hash('sha256', JSON.stringify(input), 'buffer');
