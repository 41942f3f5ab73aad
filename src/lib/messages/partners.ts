import { catalogue } from './catalogue.ts';

export const partners = catalogue({});
