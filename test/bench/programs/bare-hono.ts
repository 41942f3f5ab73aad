import { serve } from '@hono/node-server';
import { Hono } from 'hono';
import { recordedResponses } from './recorded-responses.ts';

/** The cost of Hono alone: reads a JSON body and sends prepared bytes. */
const app = new Hono();
for (const { path, contentType, body } of recordedResponses())
  app.post(path, async (c) => {
    await c.req.json();
    return c.body(body, 200, { 'Content-Type': contentType });
  });

serve({ fetch: app.fetch, hostname: '127.0.0.1', port: 0 }, ({ port }) => console.log(`http://127.0.0.1:${port}`));
