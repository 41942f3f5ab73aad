import type { Id } from '../ids.ts';
import { catalogue } from './catalogue.ts';

export const stock = catalogue({
  count_sheet_not_found: {
    en: ({ sheet }: { sheet: Id }) => `There is no count sheet ${sheet}`,
    th: ({ sheet }) => `ไม่พบใบตรวจนับ #${sheet}`,
  },
});
