import { catalogue } from './catalogue.ts';

export const stock = catalogue({});
