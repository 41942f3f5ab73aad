import { Hono } from 'hono';
import { type AssetName, asset } from '../lib/assets.ts';
import type { Bindings } from '../lib/request-bindings.ts';
import { SECURE_HEADERS } from './http/secure-headers.ts';

// The service worker for alerts, and its icon. The path of a service worker sets its scope, so it has no version.
// The manifest of the app and its icons are assets.

const fileAt = (name: AssetName, type: string, cacheControl: string): Response =>
  new Response(Uint8Array.from(asset(name)), {
    headers: { ...SECURE_HEADERS, 'Content-Type': type, 'Cache-Control': cacheControl },
  });

/** These routes need no session, because browsers load them without cookies. */
export const installableRoutes = (): Hono<{ Bindings: Bindings }> =>
  new Hono<{ Bindings: Bindings }>()
    .get('/service-worker.js', () =>
      fileAt('src/office/browser/service-worker.js', 'text/javascript; charset=utf-8', 'no-cache'),
    )
    .get('/icon-192.png', () => fileAt('src/office/browser/icons/app-192.png', 'image/png', 'public, max-age=86400'));
