// Runs a wrapped script like the server, until it finds no config, and writes the code that V8 has compiled by then.
// Arguments: the script and the file of the cache.

const { readFileSync, writeFileSync } = require('node:fs');
const { Script } = require('node:vm');

const [script, cache] = process.argv.splice(2, 2, 'serve', '--config', 'absent.toml');
const compiled = new Script(readFileSync(script, 'latin1'), { filename: 'raan.cjs' });
process.once('exit', () => {
  writeFileSync(cache, compiled.createCachedData());
});
compiled.runInThisContext()(exports, require, module, __filename, __dirname);
