import { browserTest } from './browser.ts';
import { checkEveryPage } from './check-pages.ts';

browserTest('every Thai page is accessible and without overflow on desktop and phone', () => checkEveryPage('th'));
browserTest('every English page is accessible and without overflow on desktop and phone', () => checkEveryPage('en'));
