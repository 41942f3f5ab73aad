import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { promisify } from 'node:util';
import { MODULES } from '../../build/paths.ts';
import { typesOf } from '../../build/sdk/schema.ts';
import { CURRENT, changedDocument, RELEASED } from '../api-documents.ts';
import { once } from '../once.ts';
import { type Json, temporaryFolder } from '../support.ts';

// Programs with the types of the released document compile with those of the current one.

const PROGRAM = readFileSync(path.join(import.meta.dirname, '..', 'released-program.ts'), 'utf8');

/** A document without things that the program uses, one of each kind. */
const BROKEN = changedDocument(({ paths, webhooks, components }) => {
  const { responses } = paths['/v1/order/list'].post;
  const { Error: errors, NewOrder, Payment, PaymentNotifyRequest, ProductListRequest } = components.schemas;
  delete paths['/v1/order/cancel'];
  delete responses[403];
  delete responses[200].headers['X-Request-Id'];
  delete webhooks.product_updated;
  delete Payment.properties.amount;
  delete NewOrder.properties.cod_fee;
  PaymentNotifyRequest.required.push('note');
  ProductListRequest.properties.sort_by.enum = ['update_time', null];
  errors.properties.error.enum = errors.properties.error.enum.filter((code: string) => code !== 'slow_down');
  paths['/v1/stock/available'].post.parameters.push({ name: 'X-Shop', in: 'header', required: true, schema: {} });
});

/** A function for each part of the released document. It compiles if the other type can be used for the released one. */
function checksOf(types: string): string {
  const checks = ['paths', 'webhooks'].flatMap((section) =>
    Object.entries<Json>(RELEASED[section]).flatMap(([name, item]) =>
      Object.entries<Json>(item).flatMap(([method, { operationId }]) => {
        const [sent, received] = section === 'paths' ? ['Old', 'New'] : ['New', 'Old'];
        const check = (part: string, from = '', to = '') => {
          const type = `${section}['${name}']['${method}']['${part}']`;
          return `export const ${operationId}_${part} = (it: ${from}.${type}): ${to}.${type} => it;`;
        };
        return [
          check('parameters', sent, received),
          check('requestBody', sent, received),
          check('responses', received, sent),
        ];
      }),
    ),
  );
  const names = ['schemas', 'responses', 'headers', 'parameters'].flatMap((section) =>
    Object.keys(RELEASED.components[section]).map(
      (name, i) => `export type ${section}${i} = New.components['${section}']['${name}'];`,
    ),
  );
  const imports = `import type * as Old from './released.ts'; import type * as New from './${types}.ts';`;
  return [imports, ...checks, ...names].join('\n');
}

const OPTIONS = {
  target: 'ES2024',
  module: 'NodeNext',
  types: [],
  strict: true,
  noUncheckedIndexedAccess: true,
  exactOptionalPropertyTypes: true,
  allowImportingTsExtensions: true,
  skipLibCheck: true, // the libraries of TypeScript take most of the time
  noEmit: true,
};

interface CompilerError {
  file: string;
  /** The line of the source. */
  source: string;
  message: string;
}

/** All files are compiled at once, which saves time. */
const compilerErrors = once(async (): Promise<CompilerError[]> => {
  const folder = temporaryFolder();
  const texts: Record<string, string> = {};
  for (const [name, document] of Object.entries({ released: RELEASED, current: CURRENT, broken: BROKEN })) {
    texts[`${name}.ts`] = await typesOf(document);
    texts[`${name}-program.ts`] = PROGRAM.replace('../src/sdk/typescript/schema.d.ts', `./${name}.ts`);
    texts[`${name}-checks.ts`] = checksOf(name);
  }
  for (const [file, text] of Object.entries(texts)) writeFileSync(path.join(folder, file), text);
  writeFileSync(path.join(folder, 'package.json'), '{ "type": "module" }');
  writeFileSync(path.join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions: OPTIONS, include: ['*.ts'] }));
  symlinkSync(MODULES, path.join(folder, 'node_modules'));
  const compiler = path.join(MODULES, 'typescript', 'bin', 'tsc');
  const { stdout } = await promisify(execFile)(process.execPath, [compiler], { cwd: folder }).catch((error) => error);
  return [...stdout.matchAll(/^(.+)\((\d+),\d+\): error (.*)$/gm)].map(([, file, line, message]) => ({
    file,
    source: texts[file]?.split('\n')[line - 1] ?? '',
    message,
  }));
});

for (const types of ['released', 'current'])
  test(`a program that was written for the released document compiles with the ${types} types`, async () => {
    const errors = await compilerErrors();
    assert.deepEqual(
      errors.filter(({ file }) => file.startsWith(types)),
      [],
    );
  });

test('what a program uses and the types no longer have does not compile', async () => {
  const errors = (await compilerErrors()).filter(({ file }) => file === 'broken-program.ts');
  for (const part of [
    'slow_down: true',
    'cod_fee: 10',
    'payments.map(({ method, amount',
    "client.POST('/v1/order/payment/notify'",
    "client.POST('/v1/order/cancel'",
    "client.POST('/v1/product/list'",
    "client.POST('/v1/stock/available'",
    "case 'product_updated'",
  ])
    assert.ok(
      errors.some(({ source }) => source.includes(part)),
      part,
    );
});

test('each part of the document with an incompatible type does not compile', async () => {
  const errors = (await compilerErrors()).filter(({ file }) => file === 'broken-checks.ts');
  assert.deepEqual(
    [...new Set(errors.map(({ source }) => /^export const (\w+)/.exec(source)?.[1]))],
    [
      'createOrder_responses', // amount of a payment
      'readOrder_responses',
      'listOrders_responses', // status 403 and header X-Request-Id
      'cancelOrder_parameters',
      'cancelOrder_requestBody',
      'cancelOrder_responses',
      'notifyPayment_requestBody', // note
      'notifyPayment_responses',
      'listProducts_requestBody', // sort_by
      'readAvailableStock_parameters', // X-Shop
      'productUpdated_parameters',
      'productUpdated_requestBody',
      'productUpdated_responses',
    ],
  );
});
