import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { ASSETS, DOCS_FILES } from '../src/lib/assets.ts';
import { ARCHS, type Arch, packageFolder, placeOf } from './packages.ts';
import { ROOT } from './places.ts';
import { run } from './run.ts';

/** What of npm's bill of materials (CycloneDX) is read here. */
interface Component {
  name: string;
  version: string;
  licenses?: { license?: { id?: string; name?: string }; expression?: string }[];
  externalReferences?: unknown[];
}

interface Bill {
  serialNumber?: string;
  metadata: { timestamp?: string; component: { name: string; type: string } };
  components: Component[];
  dependencies: { ref: string; dependsOn?: string[] }[];
}

/** Names of the packages that the files are of, as npm calls them. */
export const packagesOf = (files: readonly string[]): string[] =>
  [
    ...new Set(
      [...files, ...ASSETS, ...DOCS_FILES].flatMap(
        (file) => /.*node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(file)?.[1] ?? [],
      ),
    ),
  ].sort();

/** Packages of which a machine's own files are in the executable for it. */
export const nativePackages = (arch: Arch): string[] => [
  `node-linux-${arch}`,
  `@img/sharp-linux-${arch}`,
  `@img/sharp-libvips-linux-${arch}`,
];

/**
 * The bill of materials: npm's own of what package-lock.json pins, with nothing but what is in the executables, and
 * nothing in it that another build of the same commit would say otherwise.
 */
export async function billOfMaterials(packages: readonly string[]): Promise<Bill> {
  const args = ['sbom', '--sbom-format=cyclonedx', '--sbom-type=application', '--omit=dev', '--package-lock-only'];
  const { serialNumber: _, ...bill }: Bill = JSON.parse(await run('npm', args));
  const { timestamp: __, ...metadata } = bill.metadata;
  const components = bill.components
    .filter(({ name }) => packages.includes(name))
    .map(({ externalReferences: ___, ...component }) => component);
  const refs = new Set(components.map(({ name, version }) => `${name}@${version}`));
  const dependencies = bill.dependencies
    .filter(({ ref }) => refs.has(ref))
    .map(({ ref, dependsOn = [] }) => ({ ref, dependsOn: dependsOn.filter((one) => refs.has(one)) }));
  return {
    ...bill,
    metadata: { ...metadata, component: { ...metadata.component, name: 'raan' } },
    components,
    dependencies,
  };
}

const NOTICE = /^(licen[cs]e|copying|notice|third-party)/i;

/** What the authors of what is in the executables want to be said with them. */
export async function notices({ components }: Bill): Promise<string> {
  const parts = await Promise.all(
    components.map(async ({ name, version, licenses = [] }) => {
      const says = licenses.map(({ license, expression }) => expression ?? license?.id ?? license?.name).join(', ');
      const texts = await noticesIn(await folderOf(name, version), name.includes('libvips'));
      return [`${'='.repeat(80)}\n${name} ${version}: ${says}`, ...texts].join('\n\n');
    }),
  );
  return `raan has these packages in it, whole or in part:\n\n${parts.join('\n\n')}\n`;
}

/** @param isCollection it names what it is made of, and the licences of that, in other files */
async function noticesIn(folder: string, isCollection: boolean): Promise<string[]> {
  const isWanted = (file: string) => NOTICE.test(file) || (isCollection && /^(README|versions)/.test(file));
  const files = (await readdir(folder)).filter(isWanted).sort();
  return Promise.all(files.map(async (file) => (await readFile(path.join(folder, file), 'utf8')).trim()));
}

async function folderOf(name: string, version: string): Promise<string> {
  const arch = ARCHS.find((one) => name.endsWith(`-linux-${one}`));
  return arch ? packageFolder(name, arch) : path.join(ROOT, await placeOf(name, version));
}
