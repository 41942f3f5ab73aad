import { isSea } from 'node:sea';

/** An environment variable that changes what code raan runs, which certificates it trusts, or what it writes. */
export interface UnsafeVariable {
  name: string;
  /** A predicate, to be read after the name. */
  effect: string;
}

const TRUSTS_MORE = 'adds trusted certificates to raan';

/** Node reads these before the first line of raan runs, so raan cannot undo them. */
const ALWAYS: readonly UnsafeVariable[] = [
  { name: 'OPENSSL_CONF', effect: 'can load other code into raan' },
  { name: 'NODE_EXTRA_CA_CERTS', effect: TRUSTS_MORE },
  { name: 'NODE_USE_SYSTEM_CA', effect: TRUSTS_MORE },
  { name: 'NODE_DEBUG', effect: 'adds debug output of Node to the log' },
  { name: 'NODE_V8_COVERAGE', effect: 'makes raan write coverage files' },
];

const IN_EXECUTABLE: UnsafeVariable = {
  name: 'NODE_COMPILE_CACHE',
  effect: 'can make raan run compiled code from that folder',
};
const IN_CHECKOUT: UnsafeVariable = { name: 'NODE_OPTIONS', effect: 'changes how raan runs' }; // the executable ignores it

export const unsafeVariables = (env: NodeJS.ProcessEnv = process.env, isExecutable = isSea()): UnsafeVariable[] =>
  [...ALWAYS, isExecutable ? IN_EXECUTABLE : IN_CHECKOUT].filter(({ name }) => Boolean(env[name]));
