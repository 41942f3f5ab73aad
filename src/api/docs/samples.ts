import { promisify } from 'node:util';
import { brotliDecompress } from 'node:zlib';
import { type DocsFile, docsFile } from '../../lib/assets.ts';

/** Signature checks in the programming languages of partners. */
export const SAMPLES = [
  { language: 'TypeScript', name: 'verify.ts', file: 'src/api/docs/samples/verify.ts' },
  { language: 'PHP', name: 'verify.php', file: 'src/api/docs/samples/verify.php' },
  { language: 'Python', name: 'verify.py', file: 'src/api/docs/samples/verify.py' },
  { language: 'Go', name: 'verify.go', file: 'src/api/docs/samples/verify.go' },
] as const satisfies readonly { language: string; name: string; file: DocsFile }[];

export const sampleText = async (file: DocsFile): Promise<string> =>
  (await promisify(brotliDecompress)(await docsFile(file))).toString('utf8').trimEnd();
