import { lstatSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { messageOfError, OperatorError } from '../../lib/errors.ts';

/** Stored values that the demo prints again when its folder is reopened. */
export interface DemoSecrets<Store> {
  store: Store;
  /** The initial password of the owner's account. */
  password: string;
}

interface Marker<Store> {
  made_by: typeof MADE_BY;
  /** Undefined until the demo is complete. */
  demo?: DemoSecrets<Store>;
}

const MADE_BY = 'raan demo';
const MARKER = 'raan-demo.json';

/** The files of a demo: its database with its key, and what the server and the executable write next to them. */
const OWN_FILE = /^(raan\.db(-\w+)?|raan\.key|raan-demo\.json(-new)?|raan-before-schema-\d+\.db|\.raan-\d+)$/;

/** The executable's libraries, which the running process has unpacked or may still load. */
const LIBRARIES = /^\.raan-\d+$/;

/**
 * Creates or opens the folder of a demo that is kept.
 *
 * @param isReset deletes the demo that is in the folder
 * @returns what the earlier demo prints; undefined if a new one must be generated
 * @throws OperatorError if the folder has other files; then nothing is changed
 */
export function openDemoFolder<Store>(folder: string, isReset: boolean): DemoSecrets<Store> | undefined {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    const names = readdirSync(folder);
    if (names.length > 0) {
      const { demo } = readMarker<Store>(folder);
      if (demo && !isReset) return demo;
      if (!isReset) throw new OperatorError('demo_folder_incomplete', { folder });
      deleteDemo(folder, names);
    }
    writeMarker(folder, {});
    return undefined;
  } catch (error) {
    throw error instanceof OperatorError
      ? error
      : new OperatorError('demo_folder_unusable', { folder, why: [messageOfError(error)] });
  }
}

export const completeDemo = <Store>(folder: string, demo: DemoSecrets<Store>): void => writeMarker(folder, { demo });

function readMarker<Store>(folder: string): Marker<Store> {
  const file = path.join(folder, MARKER);
  try {
    if (lstatSync(file).isFile()) {
      const marker = JSON.parse(readFileSync(file, 'utf8'));
      if (marker.made_by === MADE_BY) return marker;
    }
  } catch (error) {
    if (!(error instanceof SyntaxError) && (error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
  throw new OperatorError('demo_folder_foreign', { folder });
}

/** Replaces the marker atomically: it is never half written. */
function writeMarker<Store>(folder: string, content: Omit<Marker<Store>, 'made_by'>): void {
  const file = path.join(folder, MARKER);
  writeFileSync(`${file}-new`, `${JSON.stringify({ made_by: MADE_BY, ...content }, null, 2)}\n`, { mode: 0o600 });
  renameSync(`${file}-new`, file);
}

/** The marker is deleted last, so that an interrupted deletion can continue. */
function deleteDemo(folder: string, names: readonly string[]): void {
  const foreign = names.filter((name) => !OWN_FILE.test(name));
  if (foreign.length > 0) throw new OperatorError('demo_folder_has_other_files', { folder, files: foreign });
  const others = names.filter((name) => name !== MARKER && !LIBRARIES.test(name));
  for (const name of [...others, MARKER]) rmSync(path.join(folder, name), { recursive: true, force: true });
}
