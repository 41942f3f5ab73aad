import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { toolTest } from '../tools.ts';
import { LANGUAGES, type Language, SETUPS } from './programs.ts';

const phpHasSqlite = (): boolean => /^pdo_sqlite$/m.test(spawnSync('php', ['-m'], { encoding: 'utf8' }).stdout);

/** A test of the guide's program in each language. It is skipped without the tools of the program. */
export function guideTest(fact: (language: Language) => string, run: (language: Language) => Promise<void>): void {
  for (const language of LANGUAGES)
    toolTest(SETUPS[language].tools, fact(language), async (t) => {
      if (language !== 'PHP' || phpHasSqlite()) return run(language);
      assert.notEqual(process.env.CI, 'true', 'requires php-sqlite3');
      t.skip('requires php-sqlite3');
    });
}
