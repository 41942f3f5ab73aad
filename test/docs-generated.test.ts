import assert from 'node:assert/strict';
import { test } from 'node:test';
import { GENERATED_PAGES } from '../build/docs/generated-pages.ts';
import { withGeneratedPart } from '../build/docs/generated-part.ts';

for (const [page, generate] of Object.entries(GENERATED_PAGES))
  test(`the generated part of src/docs/${page} is up to date`, () => {
    const { committed, current } = withGeneratedPart(page, generate());
    assert.equal(committed, current, 'run "npm run docs" and commit the result');
  });
