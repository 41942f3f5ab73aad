import { readFile } from 'node:fs/promises';
import path from 'node:path';
import Sqlite from 'better-sqlite3';
import { ASSETS, DOCS_FILES } from '../src/lib/assets.ts';
import { type Arch, bundledPackageFolder, nodeBinary } from './packages.ts';
import { run } from './run.ts';

/** The fields of a CycloneDX component that are used here. */
export interface Component {
  name: string;
  version: string;
  licenses?: { license?: { id?: string; name?: string }; expression?: string }[];
  externalReferences?: unknown[];
  /** Libraries that the package contains. */
  components?: BundledLibrary[];
}

export interface BundledLibrary {
  'bom-ref': string;
  type: 'library';
  name: string;
  version: string;
}

export interface Bill {
  serialNumber?: string;
  metadata: { timestamp?: string; component: { name: string; type: string } };
  components: Component[];
  dependencies: { ref: string; dependsOn?: string[] }[];
}

/** The npm packages that the source files and assets belong to. */
export const packagesOf = (files: readonly string[]): string[] =>
  [
    ...new Set(
      [...files, ...ASSETS, ...DOCS_FILES].flatMap(
        (file) => /.*node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(file)?.[1] ?? [],
      ),
    ),
  ].sort();

/** Packages whose native files the executable of `arch` contains. */
export const nativePackages = (arch: Arch): string[] => [
  `node-linux-${arch}`,
  `@img/sharp-linux-${arch}`,
  `@img/sharp-libvips-linux-${arch}`,
];

/**
 * The bill of materials of npm, reduced to what the executables contain. It omits serial number and time, so that two
 * builds of a commit are identical.
 */
export async function billOfMaterials(packages: readonly string[]): Promise<Bill> {
  const args = ['sbom', '--sbom-format=cyclonedx', '--sbom-type=application', '--omit=dev', '--package-lock-only'];
  const { serialNumber: _, ...bill }: Bill = JSON.parse(await run('npm', args));
  const { timestamp: __, ...metadata } = bill.metadata;
  const components = bill.components
    .filter(({ name }) => packages.includes(name))
    .map(({ externalReferences: ___, ...component }) => component);
  for (const component of components) {
    const libraries = await bundledLibraries(component);
    if (libraries.length > 0) component.components = libraries;
  }
  const refs = new Set(components.map(({ name, version }) => `${name}@${version}`));
  const dependencies = bill.dependencies
    .filter(({ ref }) => refs.has(ref))
    .map(({ ref, dependsOn = [] }) => ({ ref, dependsOn: dependsOn.filter((ref) => refs.has(ref)) }));
  return {
    ...bill,
    metadata: { ...metadata, component: { ...metadata.component, name: 'raan' } },
    components,
    dependencies,
  };
}

/** The libraries in Node, libvips and the SQLite addon, which npm does not list. */
async function bundledLibraries({ name, version }: Component): Promise<BundledLibrary[]> {
  const [, versionsIn] = COLLECTIONS.find(([prefix]) => name.startsWith(prefix)) ?? [];
  return Object.entries((await versionsIn?.(name, version)) ?? {}).map(([library, libraryVersion]) => ({
    'bom-ref': `${name}@${version}/${library}@${libraryVersion}`,
    type: 'library',
    name: library,
    version: libraryVersion,
  }));
}

type VersionsIn = (name: string, version: string) => Promise<Record<string, string>>;

const NOT_LIBRARIES = ['node', 'modules', 'napi']; // versions of Node itself and of its interfaces

/** The libraries of a Node version are the same for all architectures. */
const versionsInNode: VersionsIn = async () => {
  const versions = await run(await nodeBinary(process.arch as Arch), ['-p', 'JSON.stringify(process.versions)']);
  return Object.fromEntries(
    Object.entries<string>(JSON.parse(versions)).filter(([name]) => !NOT_LIBRARIES.includes(name)),
  );
};

const versionsInVips: VersionsIn = async (name, version) =>
  JSON.parse(await readFile(path.join(await bundledPackageFolder(name, version), 'versions.json'), 'utf8'));

const versionsInAddon: VersionsIn = async () => {
  const sqlite = new Sqlite(':memory:');
  const version = sqlite.prepare<[], string>('SELECT sqlite_version()').pluck().get() ?? '';
  sqlite.close();
  return { sqlite: version };
};

const COLLECTIONS: readonly [prefix: string, versionsIn: VersionsIn][] = [
  ['node-linux-', versionsInNode],
  ['@img/sharp-libvips-', versionsInVips],
  ['better-sqlite3', versionsInAddon],
];
