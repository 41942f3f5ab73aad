import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  readSync,
  realpathSync,
  rmSync,
  statSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import path from 'node:path';
import type { Chance } from '../chance.ts';
import { runTool } from '../tools.ts';
import { DISK_FAULTS, type DiskFault } from './disk-faults.ts';

// The disk of the simulation: disk.c, preloaded into this process, and a folder for each process that raan
// was. A crash copies what is left into the folder of the next process.

/** The layout of the control file, as in disk.c. */
const COUNTER = 8;
const CONTROL = 12;

const SECTOR = 512;

/** Compiles disk.c. @returns the environment of a process on this disk */
export function makeDisk(parent: string): Record<string, string> {
  const home = realpathSync(mkdtempSync(path.join(parent, 'raan-simulate-')));
  const library = path.join(home, 'disk.so');
  runTool('cc', '-shared', '-fPIC', '-O2', '-o', library, path.join(import.meta.dirname, 'disk.c'));
  for (const folder of ['watched', 'synced']) mkdirSync(path.join(home, folder));
  const control = Buffer.alloc(CONTROL);
  control.fill('0', 0, DISK_FAULTS.length);
  writeFileSync(path.join(home, 'control'), control);
  return {
    LD_PRELOAD: library,
    RAAN_DISK_WATCHED: path.join(home, 'watched'),
    RAAN_DISK_SYNCED: path.join(home, 'synced'),
    RAAN_DISK_FAULTS: path.join(home, 'control'),
  };
}

export class Disk {
  readonly #home: string;
  readonly #control: number;
  #generation = 0;

  constructor(environment: NodeJS.ProcessEnv) {
    this.#home = path.dirname(environment.RAAN_DISK_WATCHED ?? '');
    this.#control = openSync(path.join(this.#home, 'control'), 'r+');
  }

  get folder(): string {
    return path.join(this.#home, 'watched', String(this.#generation));
  }

  /** A folder on another disk, which works. */
  get outside(): string {
    return path.join(this.#home, 'outside');
  }

  /** An empty folder, for a run of its own. */
  reset(): void {
    for (const name of DISK_FAULTS) this.setFault(name, false);
    this.stopAfter(0);
    for (const folder of ['watched', 'synced', 'outside']) {
      rmSync(path.join(this.#home, folder), { recursive: true, force: true });
      mkdirSync(path.join(this.#home, folder));
    }
    this.#generation += 1;
    mkdirSync(this.folder);
  }

  remove(): void {
    rmSync(this.#home, { recursive: true, force: true });
  }

  setFault(fault: DiskFault, isOn: boolean): void {
    writeSync(this.#control, isOn ? '1' : '0', DISK_FAULTS.indexOf(fault));
  }

  /** Whether the disk is gone. */
  get isGone(): boolean {
    const state = Buffer.alloc(1);
    readSync(this.#control, state, 0, 1, DISK_FAULTS.indexOf('gone'));
    return state.toString() === '1';
  }

  /** Has the disk gone after this many writes; 0: never. */
  stopAfter(writes: number): void {
    const bytes = Buffer.alloc(CONTROL - COUNTER);
    bytes.writeUInt32LE(writes);
    writeSync(this.#control, bytes, 0, bytes.length, COUNTER);
  }

  /** Moves on to another folder with what the processes have written. */
  keepWritten(): void {
    this.#moveOn((file, to) => copyFileSync(file, to));
  }

  /** Moves on with what was fsynced, and of the rest with some of the sectors. */
  keepSynced(chance: Chance): void {
    const names = path.join(this.#home, 'synced', `names-${statSync(this.folder).ino}`);
    const kept = new Set(existsSync(names) ? readFileSync(names, 'utf8').split('\n').filter(Boolean) : []);
    const before = inodesIn(this.folder);
    const arrived = new Set<number>();
    const copyFile = (file: string, to: string) => {
      const { ino } = statSync(file);
      const copy = path.join(this.#home, 'synced', String(ino));
      const isNamed = kept.has(`${ino} ${path.basename(file)}`);
      if (!isNamed && chance.is(0.5)) return;
      arrived.add(ino);
      const synced = existsSync(copy) ? readFileSync(copy) : Buffer.alloc(0);
      writeFileSync(to, withSomeSectors(synced, readFileSync(file), chance), { mode: 0o600 });
    };
    // Until their folder is fsynced, deleted, replaced and renamed files may be what they were.
    const undoChanges = () => {
      for (const line of kept) {
        const [ino = '', name = ''] = line.split(/ (.*)/);
        const [copy, to] = [path.join(this.#home, 'synced', ino), path.join(this.folder, name)];
        if (isTemporary(name) || arrived.has(Number(ino)) || existsSync(to) || !existsSync(copy)) continue;
        const isDeleted = !before.has(name) && ![...before.values()].includes(Number(ino));
        if (!isDeleted || chance.is(0.5)) writeFileSync(to, readFileSync(copy), { mode: 0o600 });
      }
    };
    this.#moveOn(copyFile, undoChanges);
  }

  #moveOn(copy: (file: string, to: string) => void, undoChanges = (): void => {}): void {
    const before = this.folder;
    for (const fault of DISK_FAULTS) this.setFault(fault, false);
    this.stopAfter(0);
    this.#generation += 1;
    mkdirSync(this.folder);
    for (const { name } of readdirSync(before, { withFileTypes: true }).filter((entry) => entry.isFile())) {
      if (!isTemporary(name)) copy(path.join(before, name), path.join(this.folder, name));
    }
    undoChanges();
    this.#adopt();
  }

  /** Counts what the folder contains as fsynced. */
  #adopt(): void {
    const synced = path.join(this.#home, 'synced');
    for (const name of readdirSync(synced)) rmSync(path.join(synced, name));
    const lines = [...inodesIn(this.folder)].map(([name, ino]) => {
      copyFileSync(path.join(this.folder, name), path.join(synced, String(ino)));
      return `${ino} ${name}\n`;
    });
    writeFileSync(path.join(synced, `names-${statSync(this.folder).ino}`), lines.join(''));
  }
}

/** The inode of each file by name. */
const inodesIn = (folder: string): Map<string, number> =>
  new Map(readdirSync(folder).map((name) => [name, statSync(path.join(folder, name)).ino]));

/** Memory, and a lock that ends with its process. */
const isTemporary = (name: string): boolean => /-(shm|serving)$/.test(name);

/** A disk writes sectors in any order: of those that differ, some have arrived. */
function withSomeSectors(synced: Buffer, written: Buffer, chance: Chance): Buffer {
  const arrived = chance.next(); // which part of them
  const length = chance.is(0.5) ? synced.length : Math.max(synced.length, written.length);
  const result = Buffer.alloc(length);
  synced.copy(result);
  for (let at = 0; at < Math.min(length, written.length); at += SECTOR) {
    const end = Math.min(at + SECTOR, written.length, length);
    const isSame = written.subarray(at, end).equals(result.subarray(at, end));
    if (!isSame && chance.is(arrived)) written.copy(result, at, at, end);
  }
  return result;
}
