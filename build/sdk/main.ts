import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { CLIENT_PACKAGE } from '../../src/lib/assets.ts';
import { DIST, ROOT } from '../paths.ts';
import { packClient } from './package.ts';

// `npm run sdk`: writes the npm package of the TypeScript client to dist.

await mkdir(DIST, { recursive: true });
const file = await packClient(path.join(DIST, CLIENT_PACKAGE));
console.log(path.relative(ROOT, file));
