import { isSea } from 'node:sea';

/** A variable that changes what code raan runs, whose certificates it trusts, or what it writes. */
export interface Meddler {
  name: string;
  /** What it does, to be read after the name. */
  effect: string;
}

const TRUSTS_MORE = 'has raan trust certificates that it would not';

/** What Node does with variables before raan's first line runs, so that nothing can take it back. */
const ALWAYS: readonly Meddler[] = [
  { name: 'OPENSSL_CONF', effect: 'can load other code into raan' },
  { name: 'NODE_EXTRA_CA_CERTS', effect: TRUSTS_MORE },
  { name: 'NODE_USE_SYSTEM_CA', effect: TRUSTS_MORE },
  { name: 'NODE_DEBUG', effect: 'puts lines into the log that are not raan’s' },
  { name: 'NODE_V8_COVERAGE', effect: 'has a measurement of raan written into that folder' },
];

const IN_EXECUTABLE: Meddler = { name: 'NODE_COMPILE_CACHE', effect: 'can have raan run what lies in that folder' };
const IN_CHECKOUT: Meddler = { name: 'NODE_OPTIONS', effect: 'changes how raan runs' }; // the executable does not read it

/** Those that are set, perhaps by mistake. */
export const meddlers = (env: NodeJS.ProcessEnv = process.env, isExecutable = isSea()): Meddler[] =>
  [...ALWAYS, isExecutable ? IN_EXECUTABLE : IN_CHECKOUT].filter(({ name }) => Boolean(env[name]));
