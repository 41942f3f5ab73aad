import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { copyFileSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { isSigned } from '../src/api/docs/samples/verify.ts';
import { signature } from '../src/domain/webhooks/send-webhook.ts';
import { temporaryFolder } from './support.ts';

// Runs each documentation sample in its own language, if that is installed.

const SAMPLES = path.join(import.meta.dirname, '..', 'src', 'api', 'docs', 'samples');
const SECRET = 'ความลับ-7';
const BODY = Buffer.from('{"event_type":"stock_available_updated","data":{"items":[{"sku":"ลาเต้"}]}}\n');
const RIGHT = signature([BODY], SECRET);

/** Deliveries that a partner may receive. */
const CASES = [
  { body: BODY, signature: RIGHT, isGenuine: true },
  { body: Buffer.concat([BODY, Buffer.from(' ')]), signature: RIGHT, isGenuine: false },
  { body: BODY, signature: RIGHT.replace(/^./, (digit) => (digit === '0' ? '1' : '0')), isGenuine: false },
  { body: BODY, signature: '', isGenuine: false },
  { body: BODY, signature: 'é', isGenuine: false },
];

// Each reads a list of base64 bodies with their signatures, and prints a list of verdicts.
const PYTHON = `import base64, json, sys; sys.path.insert(0, sys.argv[1]); from verify import is_signed
print(json.dumps([is_signed(base64.b64decode(c["body"]), c["signature"], sys.argv[2]) for c in json.load(sys.stdin)]))`;
const PHP = `require $argv[1]; $verdict = fn($c) => is_signed(base64_decode($c->body), $c->signature, $argv[2]);
echo json_encode(array_map($verdict, json_decode(stream_get_contents(STDIN))));`;
const GO = `package main

import (
	"encoding/json"
	"os"
)

func main() {
	var cases []struct{ Body []byte; Signature string }
	json.NewDecoder(os.Stdin).Decode(&cases)
	verdicts := []bool{}
	for _, webhook := range cases {
		verdicts = append(verdicts, isSigned(webhook.Body, webhook.Signature, os.Args[1]))
	}
	json.NewEncoder(os.Stdout).Encode(verdicts)
}
`;

const isInstalled = (program: string) => spawnSync(program, ['--version']).error === undefined;

/** A test of a sample that needs `program`. Without it, the test is skipped, or fails in CI. */
function sampleTest(program: string, { isLarge = false }, run: () => void): void {
  const skip = isInstalled(program) || (process.env.CI === 'true' && !isLarge) ? false : `${program} is not installed`;
  test(`the ${program} sample accepts signed bodies and rejects others`, { skip }, run);
}

const INPUT = JSON.stringify(
  CASES.map(({ body, signature: sent }) => ({ body: body.toString('base64'), signature: sent })),
);

/** Runs the sample on every case. */
function checkCases(program: string, ...args: string[]): void {
  const { stdout, stderr } = spawnSync(program, args, { input: INPUT, encoding: 'utf8' });
  assert.equal(stderr, '');
  assert.deepEqual(
    JSON.parse(stdout),
    CASES.map(({ isGenuine }) => isGenuine),
  );
}

test('the TypeScript sample accepts signed bodies and rejects others', () => {
  for (const { body, signature: sent, isGenuine } of CASES) assert.equal(isSigned(body, sent, SECRET), isGenuine);
});

sampleTest('python3', {}, () => checkCases('python3', '-B', '-c', PYTHON, SAMPLES, SECRET));

sampleTest('php', {}, () => checkCases('php', '-r', PHP, '--', path.join(SAMPLES, 'verify.php'), SECRET));

sampleTest('go', { isLarge: true }, () => {
  const folder = temporaryFolder();
  copyFileSync(path.join(SAMPLES, 'verify.go'), path.join(folder, 'verify.go'));
  writeFileSync(path.join(folder, 'main.go'), GO);
  const program = path.join(folder, 'verify');
  const env = { ...process.env, GO111MODULE: 'off', GOCACHE: path.join(folder, 'cache') };
  const { stderr } = spawnSync('go', ['build', '-o', program, 'verify.go', 'main.go'], {
    cwd: folder,
    env,
    encoding: 'utf8',
  });
  assert.equal(stderr, '');
  checkCases(program, SECRET);
});

test('the documentation contains the samples unchanged', () => {
  const page = readFileSync(path.join(SAMPLES, '..', '..', '..', 'docs', 'partner-api.md'), 'utf8');
  const files = readdirSync(SAMPLES);
  assert.equal(files.length, 4);
  for (const file of files) assert.ok(page.includes(`\n${readFileSync(path.join(SAMPLES, file), 'utf8')}`), file);
});
