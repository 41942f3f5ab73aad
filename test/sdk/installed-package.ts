import { copyFileSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { packageFiles } from '../../build/sdk/package.ts';
import { once } from '../once.ts';
import { temporaryFolder } from '../support.ts';

const MODULES = path.join(import.meta.dirname, '..', '..', 'node_modules');
const DEPENDENCIES = ['openapi-fetch', 'openapi-typescript-helpers'];
const LIBRARIES_OF_SAMPLES = ['sharp'];
const DRIVER = path.join(import.meta.dirname, 'driver.mjs');

/** The files of the package, packed once per process. */
export const packed = once(packageFiles);

/** A folder with the packed TypeScript client in its node_modules, and the driver. */
export async function installedPackage(): Promise<string> {
  const files = await packed();
  const folder = temporaryFolder();
  const target = path.join(folder, 'node_modules', 'raan-sdk');
  mkdirSync(target, { recursive: true });
  for (const [name, text] of Object.entries(files)) writeFileSync(path.join(target, name), text);
  for (const name of [...DEPENDENCIES, ...LIBRARIES_OF_SAMPLES])
    symlinkSync(path.join(MODULES, name), path.join(folder, 'node_modules', name));
  writeFileSync(path.join(folder, 'package.json'), '{ "type": "module" }');
  copyFileSync(DRIVER, path.join(folder, 'driver.mjs'));
  return folder;
}
