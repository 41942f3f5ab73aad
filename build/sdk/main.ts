import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { DIST, ROOT } from '../paths.ts';
import { PACKAGE_NAME, packClient } from './package.ts';

// `npm run sdk`: writes the npm package of the TypeScript client to dist.

await mkdir(DIST, { recursive: true });
const file = await packClient(path.join(DIST, PACKAGE_NAME));
console.log(path.relative(ROOT, file));
