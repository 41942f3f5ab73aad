import { type Folder, openFolder } from './cli.ts';
import { MALEE } from './owner-account.ts';
import { reseller, roastery } from './stock-steps.ts';

// The roastery's variants: 1 beans, 2 cups, 3 a kit assembled from them, 4 a duo sold as them; 5 to 8 are pulled.

export async function openStores(...more: object[]): Promise<Folder> {
  const folder = openFolder();
  await folder.load({ stores: [roastery({ apps: [] }), reseller({ apps: [] }), ...more] });
  folder.change(MALEE);
  return folder;
}

export const OURS = ['--store', 'cafe'];
