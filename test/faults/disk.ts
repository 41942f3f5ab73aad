import {
  copyFileSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after } from 'node:test';
import { runTool } from '../tools.ts';
import { DISK_FAULTS, type DiskFault } from './disk-faults.ts';

const SOURCE = path.join(import.meta.dirname, 'disk.c');

/** For tests that compile the simulated disk. */
export const DISK_TOOLS = ['cc'];

/** A simulated disk for the files in one folder, in a process that is started with `env`. */
interface Disk {
  env: Record<string, string>;
  /** Starts watching the folder: its current content counts as synced. */
  watch: (folder: string) => void;
  /** Turns a fault on or off, while the process runs. */
  setFault: (fault: DiskFault, on: boolean) => void;
  /** Restores the folder to what fsync had persisted; the process must have ended. */
  cutPower: () => void;
}

export function openDisk(): Disk {
  const workFolder = mkdtempSync(path.join(tmpdir(), 'raan-disk-'));
  after(() => rmSync(workFolder, { recursive: true, force: true }));
  const library = path.join(workFolder, 'disk.so');
  runTool('cc', '-shared', '-fPIC', '-O2', '-o', library, SOURCE);
  const control = path.join(workFolder, 'faults');
  const state = Buffer.alloc(DISK_FAULTS.length, '0');
  writeFileSync(control, state);
  const synced = mkdtempSync(path.join(workFolder, 'synced-'));
  let watched = '';
  const env: Record<string, string> = { LD_PRELOAD: library, RAAN_DISK_SYNCED: synced, RAAN_DISK_FAULTS: control };
  return {
    env,
    watch: (folder) => {
      watched = realpathSync(folder);
      env.RAAN_DISK_WATCHED = watched;
      for (const name of readdirSync(synced)) rmSync(path.join(synced, name));
      const names = filesIn(watched).map((name) => {
        const { ino } = statSync(path.join(watched, name));
        copyFileSync(path.join(watched, name), path.join(synced, String(ino)));
        return `${ino} ${name}\n`;
      });
      writeFileSync(path.join(synced, 'names'), names.join(''));
    },
    setFault: (fault, on) => {
      state[DISK_FAULTS.indexOf(fault)] = (on ? '1' : '0').charCodeAt(0);
      writeFileSync(control, state, { flag: 'r+' });
    },
    cutPower: () => {
      for (const name of filesIn(watched)) rmSync(path.join(watched, name));
      for (const line of readFileSync(path.join(synced, 'names'), 'utf8').split('\n').filter(Boolean)) {
        const [file = '', name = ''] = line.split(/ (.*)/s);
        if (name.endsWith('-shm')) continue; // recreated by the next process
        const copy = path.join(synced, file);
        const target = path.join(watched, name);
        if (readdirSync(synced).includes(file)) copyFileSync(copy, target);
        else writeFileSync(target, ''); // only its name was persisted
      }
    },
  };
}

const filesIn = (folder: string): string[] =>
  readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ name }) => name);
