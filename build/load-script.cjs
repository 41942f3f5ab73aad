// The main script of the executable: runs raan with its code cache (code-cache.ts). V8 ignores a cache that does not fit.

const { getAssetKeys, getRawAsset } = require('node:sea');
const { Script } = require('node:vm');

const source = Buffer.from(getRawAsset('raan.cjs')).latin1Slice(); // it is ASCII
const cachedData = getAssetKeys().includes('raan.cache')
  ? codeCache(Buffer.from(getRawAsset('raan.cache')))
  : undefined;
const run = new Script(source, { filename: 'raan.cjs', cachedData }).runInThisContext();
run(exports, require, module, __filename, __dirname);

// Without the 8 bytes around it: see alignCodeCache in code-cache.ts.
function codeCache(asset) {
  const shift = asset.at(-1);
  return asset.subarray(shift, asset.length - 8 + shift);
}
