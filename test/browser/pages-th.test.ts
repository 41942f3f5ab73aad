import { browserTest } from './browser.ts';
import { walk } from './walk.ts';

browserTest('every page in Thai is whole and open to everybody, on a desktop and on a phone', () => walk('th'));
