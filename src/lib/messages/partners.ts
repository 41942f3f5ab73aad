import type { Id } from '../ids.ts';
import { catalogue } from './catalogue.ts';

export const partners = catalogue({
  channel_not_found: {
    en: ({ channel }: { channel: Id | string }) => `There is no channel ${channel}`,
    th: ({ channel }) => `ไม่พบช่องทาง ${channel}`,
  },
  app_not_found: {
    en: ({ app }: { app: Id | string }) => `There is no app ${app}`,
    th: ({ app }) => `ไม่พบแอป ${app}`,
  },
});
