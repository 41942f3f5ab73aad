import assert from 'node:assert/strict';
import { guideTest } from '../guide/guide-test.ts';
import { copyOf } from '../guide/local-copy.ts';
import { writeProgram } from '../guide/programs.ts';
import { openSandbox, product } from '../guide/sandbox.ts';
import { tamper } from '../sql.ts';

// The programs of the page src/docs/integrate.md with a catalogue that takes a while to read.

const [CHANGES, LIST, DETAIL] = ['/v1/stock/changes', '/v1/product/list', '/v1/product/detail'];

guideTest(
  (language) =>
    `the ${language} program of the guide reads every product although another is deleted, and follows the stock meanwhile`,
  async (language) => {
    const products = Array.from({ length: 101 }, (_, i) => product(`tea ${i + 1}`));
    const { access, proxy, shop } = await openSandbox(products);
    const program = await writeProgram(language, access);
    const copy = copyOf(language, program.data);
    proxy.onRequest = () => {
      if (proxy.count(LIST) === 2) tamper(shop.ctx, "UPDATE products SET delete_time = 1 WHERE name = 'tea 1'");
    };
    await program.runUntil('the catalogue is stored', () => copy.isReconciled());
    for (const name of ['tea 2', 'tea 99', 'tea 100', 'tea 101'])
      assert.equal(copy.products().filter((each) => each === name).length, 1, name);
    await program.kill();
    copy.passDay();
    const before = proxy.paths.length;
    await program.runUntil('the catalogue is stored again', () => copy.isReconciled());
    const paths = proxy.paths.slice(before);
    const reads = paths.slice(paths.indexOf(DETAIL), paths.lastIndexOf(DETAIL));
    assert.ok(reads.includes(CHANGES));
  },
);
