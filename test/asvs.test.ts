import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { ROOT } from './documents.ts';

// docs/security.md#owasp-asvs-50-level-2

/** The number of requirements of levels 1 and 2 in each section of ASVS 5.0. They are numbered from 1 in all sections. */
const SECTIONS: Readonly<Record<string, number>> = {
  ...{ '1.1': 2, '1.2': 9, '1.3': 11, '1.4': 3, '1.5': 2 },
  ...{ '2.1': 3, '2.2': 3, '2.3': 4, '2.4': 1 },
  ...{ '3.2': 2, '3.3': 4, '3.4': 6, '3.5': 5, '3.7': 2 },
  ...{ '4.1': 3, '4.2': 1, '4.3': 2, '4.4': 4 },
  ...{ '5.1': 1, '5.2': 3, '5.3': 2, '5.4': 3 },
  ...{ '6.1': 3, '6.2': 12, '6.3': 4, '6.4': 4, '6.5': 5, '6.6': 3, '6.8': 4 },
  ...{ '7.1': 3, '7.2': 4, '7.3': 2, '7.4': 5, '7.5': 2, '7.6': 2 },
  ...{ '8.1': 2, '8.2': 3, '8.3': 1, '8.4': 1 },
  ...{ '9.1': 3, '9.2': 4 },
  ...{ '10.1': 2, '10.2': 2, '10.3': 4, '10.4': 11, '10.5': 5, '10.6': 2, '10.7': 3 },
  ...{ '11.1': 2, '11.2': 3, '11.3': 3, '11.4': 4, '11.5': 1, '11.6': 1 },
  ...{ '12.1': 3, '12.2': 2, '12.3': 4 },
  ...{ '13.1': 1, '13.2': 5, '13.3': 2, '13.4': 5 },
  ...{ '14.1': 2, '14.2': 4, '14.3': 3 },
  ...{ '15.1': 3, '15.2': 3, '15.3': 7 },
  ...{ '16.1': 1, '16.2': 5, '16.3': 4, '16.4': 3, '16.5': 3 },
  ...{ '17.1': 1, '17.2': 4, '17.3': 2 },
};

const REQUIREMENTS = Object.entries(SECTIONS).flatMap(([section, count]) =>
  Array.from({ length: count }, (_, i) => `${section}.${i + 1}`),
);

const [, SECTION = ''] = readFileSync(path.join(ROOT, 'src/docs/security.md'), 'utf8').split('\n## OWASP ASVS 5.0');

/** The rows of the tables: requirements and verdict. */
const ROWS = [...SECTION.matchAll(/^\| (\d[\d., ]*) \| .+? \| (.+) \|$/gm)].map(([, ids = '', verdict = '']) => ({
  ids: ids.split(', '),
  verdict,
}));

test('the security page has a verdict for each requirement of ASVS 5.0, levels 1 and 2, exactly once', () => {
  assert.equal(REQUIREMENTS.length, 253);
  const found = ROWS.flatMap(({ ids }) => ids);
  assert.deepEqual(found.toSorted(), REQUIREMENTS.toSorted());
});

/** A verdict without a reason needs a test. */
const VERDICT = /^(met: \S|met \(`test\/|met, with a deviation: \w|met if turned on: \S|not applicable: \w)/;

test('each requirement is met, also with a deviation, or does not apply for a reason', () => {
  const others = ROWS.filter(({ verdict }) => !VERDICT.test(verdict));
  assert.deepEqual(others, []);
});

test('each test that a verdict names exists', () => {
  const named = [...SECTION.matchAll(/`(test\/[^`]+)`/g)].map(([, file = '']) => file);
  assert.ok(named.length > 100);
  assert.deepEqual(
    named.filter((file) => !existsSync(path.join(ROOT, file))),
    [],
  );
});
