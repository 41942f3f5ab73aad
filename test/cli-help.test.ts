import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { renderDocs } from '../src/docs-pages/render-docs.ts';
import { CONCURRENT, openFolder } from './cli.ts';
import { errorPattern } from './errors.ts';

const pages = renderDocs();

suite('raan help', CONCURRENT, () => {
  test('without a topic it lists every topic with its summary and refers to the help of commands', async () => {
    const { status, stdout } = await openFolder().runCommand('help');
    assert.equal(status, 0);
    for (const { name } of pages.slice(1)) assert.match(stdout, new RegExp(`^  ${name} +\\S`, 'm'));
    assert.match(stdout, /"raan --help"/);
    for (const line of stdout.split('\n')) assert.ok(line.length <= 82, line);
  });

  test('every page is readable text without control characters', async () => {
    const folder = openFolder();
    for (const { name, title } of pages) {
      const { status, stdout, stderr } = await folder.runCommand('help', name);
      assert.deepEqual([status, stderr], [0, ''], name);
      assert.ok(stdout.includes(`${title.toUpperCase()}\n\n`), name);
      assert.doesNotMatch(stdout, /[\p{Cc}--\n]/v, name);
    }
  });

  test('with --json it prints the topics, or the page', async () => {
    const folder = openFolder();
    const { topics } = await folder.runCommandJson('help');
    assert.deepEqual(
      topics,
      pages.map(({ name, title, summary }) => ({ topic: name, title, summary })),
    );
    const { topic, text } = await folder.runCommandJson('help', 'operate');
    assert.equal(topic, 'operate');
    assert.match(text, /^OPERATE\n\n/);
  });

  test('for a command it prints the same as --help, whatever group the command is in', async () => {
    const folder = openFolder();
    for (const args of [['serve'], ['stock'], ['stock', 'set']]) {
      const [help, option] = [await folder.runCommand('help', ...args), await folder.runCommand(...args, '--help')];
      assert.deepEqual([help.status, help.stdout], [0, option.stdout]);
    }
    assert.equal((await folder.runCommand('stock', 'help', 'set')).status, 0);
  });

  test('for a name of both a command and a topic it prints the help of the command, then the page', async () => {
    const { stdout } = await openFolder().runCommand('help', 'install');
    assert.match(stdout, /^Usage: raan install .*\nINSTALL\n/s);
  });

  test('an unknown name is wrong usage', async () => {
    for (const args of [['nonsense'], ['stock', 'nonsense'], ['operate', 'backups']]) {
      const { status, stdout, stderr } = await openFolder().runCommand('help', ...args);
      assert.deepEqual([status, stdout], [2, '']);
      assert.match(stderr, errorPattern('unknown_topic', { topic: args.join(' ') }));
    }
  });

  test('the executable contains the pages', async () => {
    const { status, stdout } = await openFolder().spawnCommand('help', 'glossary');
    assert.equal(status, 0);
    assert.match(stdout, /^GLOSSARY\n\n/);
  });
});
