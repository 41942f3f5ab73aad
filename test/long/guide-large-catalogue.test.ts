import assert from 'node:assert/strict';
import { guideTest } from '../guide/guide-test.ts';
import { copyOf } from '../guide/local-copy.ts';
import { writeProgram } from '../guide/programs.ts';
import { openSandbox, product } from '../guide/sandbox.ts';

// The programs of the page src/docs/integrate.md with a catalogue that takes a while to read.

const [CHANGES, DETAIL] = ['/v1/stock/changes', '/v1/product/detail'];

guideTest(
  (language) => `the ${language} program of the guide follows the stock while it reads the catalogue again`,
  async (language) => {
    const products = Array.from({ length: 101 }, (_, i) => product(`tea ${i + 1}`));
    const { access, proxy } = await openSandbox(products);
    const program = await writeProgram(language, access);
    const copy = copyOf(language, program.data);
    await program.runUntil('the catalogue is stored', () => copy.isReconciled());
    await program.kill();
    copy.passDay();
    const before = proxy.paths.length;
    await program.runUntil('the catalogue is stored again', () => copy.isReconciled());
    const paths = proxy.paths.slice(before);
    const reads = paths.slice(paths.indexOf(DETAIL), paths.lastIndexOf(DETAIL));
    assert.ok(reads.includes(CHANGES));
  },
);
