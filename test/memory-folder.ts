import { existsSync, readFileSync, statfsSync } from 'node:fs';

// `npm test` loads this into each process: temporary files are in memory, because the suite syncs tens of thousands of
// transactions and a busy disk takes milliseconds for each. No test needs a real disk: power cuts are simulated.

const FOLDER = '/dev/shm';
const MIN_FREE = 4 * 1024 ** 3; // bytes; containers often have 64 MB only

function isUsable(): boolean {
  if (!existsSync(FOLDER)) return false;
  const mount = readFileSync('/proc/mounts', 'utf8')
    .split('\n')
    .map((line) => line.split(' '))
    .find(([, folder]) => folder === FOLDER);
  const { bavail, bsize } = statfsSync(FOLDER);
  return mount !== undefined && !mount[3]?.split(',').includes('noexec') && bavail * bsize >= MIN_FREE;
}

if (process.env.TMPDIR === undefined && isUsable()) process.env.TMPDIR = FOLDER;
