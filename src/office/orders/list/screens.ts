import type { Screen } from '../../screen.ts';
import { bulkScreens } from './bulk.tsx';
import { csvScreens } from './csv.ts';
import { newsScreens } from './news.tsx';
import { listScreens } from './page.tsx';
import { printScreens } from './print.tsx';

export const orderListScreens: readonly Screen[] = [
  ...listScreens,
  ...newsScreens,
  ...csvScreens,
  ...bulkScreens,
  ...printScreens,
];
