import { Buffer } from 'node:buffer';
import process from 'node:process';
import { createInterface } from 'node:readline';
import { MemoryStockStorage, RaanClient, RaanError, StockMirror, verifyWebhook } from 'raan-sdk';

// Runs the calls of a test: reads them as lines of JSON and prints their results.

let [client, storage, mirror] = [];

/** Makes a client that the next calls use, with an empty mirror. */
function open(options) {
  client = new RaanClient(options);
  storage = new MemoryStockStorage();
  mirror = new StockMirror({ client, storage });
}

open(JSON.parse(process.argv[2]));

const checked = ({ body, headers, secret }) => verifyWebhook({ body: Buffer.from(body, 'base64'), headers, secret });

async function run({ name, args }) {
  if (name === 'open') return open(args);
  if (name === 'verifyWebhook') return checked(args);
  if (name in StockMirror.prototype) {
    await mirror[name]();
    return storage.rows();
  }
  const result = name === 'addresses' ? client.addresses() : client[name](args);
  if (!(Symbol.asyncIterator in result)) return result;
  const all = [];
  for await (const each of result) all.push(each);
  return all;
}

async function outcomeOf(call) {
  try {
    return { result: await run(call) };
  } catch (error) {
    if (!(error instanceof RaanError)) throw error;
    const { code, status, field, requestId, retryAfter } = error;
    return { error: { code, status, field, requestId, retryAfter } };
  }
}

for await (const line of createInterface({ input: process.stdin }))
  console.log(JSON.stringify(await outcomeOf(JSON.parse(line))));
