import assert from 'node:assert/strict';
import { test } from 'node:test';
import { GENERATED_PAGES, generatedPage } from '../build/docs/generated.ts';

for (const page of GENERATED_PAGES)
  test(`the generated part of src/docs/${page} is current`, () => {
    const { committed, current } = generatedPage(page);
    assert.equal(committed, current, 'run "npm run docs" and commit the result');
  });
