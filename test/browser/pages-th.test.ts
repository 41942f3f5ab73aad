import { browserTest } from './browser.ts';
import { walk } from './walk.ts';

browserTest('every Thai page is accessible and without overflow on desktop and phone', () => walk('th'));
