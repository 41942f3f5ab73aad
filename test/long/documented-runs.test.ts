import assert from 'node:assert/strict';
import { afterEach, suite, test } from 'node:test';
import { type Folder, openFolder } from '../cli.ts';
import { commandsOf } from '../documented-commands.ts';
import { blockWith, FILES } from '../documents.ts';

// Runs the commands of README.md and of each documentation page in order: those of README.md by the executable, the others
// in this process, which changes to their folder.

const STORE_FILE = JSON.parse(blockWith('json', '"stores"'));

/** Commands that change the machine, need an S3 bucket or make a demo. Other tests run them. */
const SKIPPED = /^install |s3:|--config \/etc\/|^demo$/;

const isRun = (line: string): boolean => !SKIPPED.test(line);

/** A folder with the documented store file, loaded unless the document starts without a store. */
async function openDocumentFolder(lines: readonly string[]): Promise<Folder> {
  const folder = openFolder();
  folder.write('store.json', STORE_FILE);
  if (lines.includes('init')) return folder;
  folder.write('raan.toml', 'listen.port = 0\n');
  if (!lines.some((line) => /^(load|serve)\b/.test(line))) await folder.load(STORE_FILE);
  return folder;
}

async function run(folder: Folder, line: string, isSpawned: boolean): Promise<void> {
  const words = line.split(' ');
  if (line === 'serve') {
    const running = await folder.start(...words, '--json');
    assert.equal((await running.end()).status, 0, line);
    return;
  }
  const command = isSpawned ? folder.spawnCommand : folder.runCommandWithoutConfig;
  const { status, stderr } = await command.apply(folder, words);
  assert.equal(status, 0, `${line}: ${stderr}`);
  if (line === 'init') folder.write('raan.toml', folder.read('raan.toml').replace('port = 8080', 'port = 0'));
}

suite('documented commands', () => {
  const start = process.cwd();
  afterEach(() => process.chdir(start));

  for (const file of FILES) {
    const lines = commandsOf(file).map(({ words }) => words.join(' '));
    if (!lines.some(isRun)) continue;
    test(`the commands of ${file} run`, async () => {
      const folder = await openDocumentFolder(lines);
      process.chdir(folder.root);
      for (const line of lines.filter(isRun)) await run(folder, line, file === 'README.md');
    });
  }
});
