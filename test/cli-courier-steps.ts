import { type Folder, openFolder } from './cli.ts';
import { cafe, type Json } from './support.ts';

export const POOL = ['adapter=number_pool', 'prefix=EX', 'first=12345678', 'count=1000'];
export const COD_POOL = ['prefix=ER', 'first=00000010', 'count=200', 'cod=true'];
export const HTTP = ['adapter=http', 'url=https://courier.example/book'];
export const FLASH = ['adapter=flash', 'url=https://flash.example', 'merchant_id=AA0001', 'secret=flash-secret'];

export const setCourier = (folder: Folder, type: string, ...settings: string[]) =>
  folder.runCommandJson('courier', 'set', type, ...settings);

/** A folder with the café in its database, and these couriers set up. */
export async function openCafe(...couriers: string[][]): Promise<Folder> {
  const folder = openFolder();
  await folder.load({ stores: [cafe()] });
  for (const [type = '', ...settings] of couriers) await setCourier(folder, type, ...settings);
  return folder;
}

export const numberRanges = async (folder: Folder, ...args: string[]): Promise<Json[]> =>
  (await folder.runCommandJson('courier', 'pool', ...args)).pools.flatMap(({ ranges }: Json) => ranges);
