import { catalogue } from './catalogue.ts';

export const storefile = catalogue({});
