import path from 'node:path';

export const ROOT = path.join(import.meta.dirname, '..');
export const MODULES = path.join(ROOT, 'node_modules');
/** The only folder that a build writes to. */
export const DIST = path.join(ROOT, 'dist');
