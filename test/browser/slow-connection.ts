import type { Page, Route } from 'playwright-core';

const formOf = (route: Route) => new URLSearchParams(route.request().postData() ?? '');

/** Holds each form that the page submits until the test answers it. */
export async function slowConnection(page: Page, field = 'code') {
  const codes: (string | null)[] = [];
  const held: Route[] = [];
  let notify = () => {};
  await page.route('**/office/**', (route) => {
    if (route.request().method() !== 'POST') return route.continue();
    codes.push(formOf(route).get(field));
    held.push(route);
    notify();
  });
  const next = async (): Promise<Route> => {
    const route = held.shift();
    if (route) return route;
    await new Promise<void>((resolve) => (notify = resolve));
    return next();
  };
  const answer = async (count = 1): Promise<void> => {
    for (let i = 0; i < count; i += 1) await (await next()).continue();
  };
  return { codes, next, answer };
}
