import path from 'node:path';
import { type Arch, packageFolder, packageVersion } from './packages.ts';

const packageOf = (arch: Arch): string => `node-linux-${arch}`;

/** The Node binary for `arch`, at exactly the version that package-lock.json pins. */
export const nodeBinary = async (arch: Arch): Promise<string> =>
  path.join(await packageFolder(packageOf(arch), arch), 'bin', 'node');

/** The version of Node that package-lock.json pins, e.g. `24.21.0`. */
export const nodeVersion = (arch: Arch): Promise<string> => packageVersion(packageOf(arch));
