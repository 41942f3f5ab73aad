import { browserTest } from './browser.ts';
import { walk } from './walk.ts';

browserTest('every English page is accessible and without overflow on desktop and phone', () => walk('en'));
