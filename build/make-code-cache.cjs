// Runs a wrapped script like the server in an executable, until it cannot listen, and writes the code that V8 has compiled
// by then. Arguments: the script, the file of the cache, and a JSON file with the paths of the executable's assets by name.

const { readFileSync, writeFileSync } = require('node:fs');
const path = require('node:path');
const { setFlagsFromString } = require('node:v8');
const { Script } = require('node:vm');

const [script, cache, assetsFile] = process.argv.splice(2);
const assets = JSON.parse(readFileSync(assetsFile, 'utf8'));
const executable = {
  isSea: () => true,
  getAssetKeys: () => Object.keys(assets),
  getRawAsset: (name) => Uint8Array.from(readFileSync(assets[name])).buffer,
};

const NO_ADDRESS = '192.0.2.1'; // RFC 5737: no machine has it. Beyond it, timers decide which functions run.
const config = path.join(path.dirname(script), 'raan.toml');
writeFileSync(config, `database = "raan.db"\nlisten = { host = "${NO_ADDRESS}", port = 1 }\n`);
process.argv.push('serve', '--config', config);

setFlagsFromString('--no-sparkplug'); // otherwise the cache says which functions ran often, which varies
const compiled = new Script(readFileSync(script, 'latin1'), { filename: 'raan.cjs' });
process.once('exit', () => {
  setFlagsFromString('--sparkplug');
  writeFileSync(cache, compiled.createCachedData());
});
const requireFromExecutable = (id) => (id === 'node:sea' ? executable : require(id));
compiled.runInThisContext()(exports, requireFromExecutable, module, __filename, __dirname);
