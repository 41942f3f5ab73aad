import { ASSETS, DOCS_FILES } from '../src/lib/assets.ts';
import type { Arch } from './packages.ts';
import { type Part, partsOf } from './parts.ts';
import { run } from './run.ts';

/** What of npm's bill of materials (CycloneDX) is read here. */
export interface Component {
  name: string;
  version: string;
  licenses?: { license?: { id?: string; name?: string }; expression?: string }[];
  externalReferences?: unknown[];
  /** What it is made of itself. */
  components?: Part[];
}

export interface Bill {
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
  for (const component of components) {
    const parts = await partsOf(component);
    if (parts.length > 0) component.components = parts;
  }
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
