import { catalogue } from './catalogue.ts';

export const backups = catalogue({});
