import assert from 'node:assert/strict';
import { simulate } from '../simulate-command.ts';
import { toolTest } from '../tools.ts';

toolTest(['cc'], 'the simulation finds a deliberate bug, names its seed and shortens its plan', async () => {
  const mutant = ['--mutant', 'a canceled order keeps its stock'];
  const { status, output } = await simulate(...mutant, '--days', '2', '--seeds', '20', '--shrink', '25');
  assert.equal(status, 1, output);
  assert.match(output, /^seed \d+: [\s\S]*found after \d+ s: Error: available stock is wrong/m);
  const length = Number(/^the shortest plan found, (\d+) events:$/m.exec(output)?.[1]);
  assert.ok(length < 50, output);
});
