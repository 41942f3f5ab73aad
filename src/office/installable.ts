import { Hono } from 'hono';
import { type AssetName, asset } from '../lib/assets.ts';
import type { Bindings } from '../lib/request.ts';
import { SECURE_HEADERS } from './http/secure-headers.ts';

// What makes the office an app that can be installed: a manifest, icons, and a service worker that shows alerts.

const ICONS = {
  'icon-192.png': 'src/office/browser/icons/app-192.png',
  'icon-512.png': 'src/office/browser/icons/app-512.png',
  'icon-maskable-512.png': 'src/office/browser/icons/app-maskable-512.png',
} as const satisfies Record<string, AssetName>;

const MANIFEST = {
  ...{ id: '/office', name: 'raan', short_name: 'raan', lang: 'th' },
  ...{ start_url: '/office', scope: '/office', display: 'standalone' },
  ...{ background_color: '#ffffff', theme_color: '#0f766e' },
  icons: [
    { src: '/office/icon-192.png', sizes: '192x192', type: 'image/png' },
    { src: '/office/icon-512.png', sizes: '512x512', type: 'image/png' },
    { src: '/office/icon-maskable-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
  ],
};

/** The addresses stay the same in each version, so browsers ask whether a file has changed. */
const file = (body: string | Buffer, type: string, cacheControl = 'no-cache'): Response =>
  new Response(typeof body === 'string' ? body : Uint8Array.from(body), {
    headers: { ...SECURE_HEADERS, 'Content-Type': type, 'Cache-Control': cacheControl },
  });

const DAY = 'public, max-age=86400';

/** They need no session: browsers load them without cookies. */
export function installableRoutes(): Hono<{ Bindings: Bindings }> {
  const routes = new Hono<{ Bindings: Bindings }>()
    .get('/manifest.webmanifest', () => file(JSON.stringify(MANIFEST), 'application/manifest+json'))
    .get('/service-worker.js', () =>
      file(asset('src/office/browser/service-worker.js'), 'text/javascript; charset=utf-8'),
    );
  for (const [name, icon] of Object.entries(ICONS)) routes.get(`/${name}`, () => file(asset(icon), 'image/png', DAY));
  return routes;
}
