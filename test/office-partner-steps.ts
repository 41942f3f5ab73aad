import { type Browser, type PageResponse, signedIn } from './office.ts';
import type { Shop } from './support.ts';

export const owner = (shop: Shop): Promise<Browser> => signedIn(shop, { language: 'en' });

export const hiddenOf = ({ html }: PageResponse, name: string) =>
  new RegExp(`name="${name}" value="([^"]+)"`).exec(html)?.[1] ?? '';

export const codeOf = (html: string, id: string) => new RegExp(`id="${id}"[^>]*>([^<]+)<`).exec(html)?.[1] ?? '';
