import assert from 'node:assert/strict';
import type { Locator, Page } from 'playwright-core';

// User actions. Forms and links are found by their target, independent of the language.

interface Upload {
  name: string;
  mimeType: string;
  buffer: Buffer;
}

/** Expands, fills and submits the first form with this action below `/office` and any query. `true` checks a box. */
export async function send(page: Page, to: string | RegExp, fields: Record<string, string | true | Upload> = {}) {
  const form = await formTo(page, to);
  await expand(form);
  for (const [name, value] of Object.entries(fields)) await fill(form.locator(`[name="${name}"]`).first(), value);
  await changesPage(page, () => form.locator('[type=submit]:not([tabindex="-1"], [data-passkey])').last().click());
}

async function formTo(page: Page, to: string | RegExp): Promise<Locator> {
  const actions = await page
    .locator('form[method=post]')
    .evaluateAll((forms) =>
      forms.map((form) => (form as unknown as { getAttribute: (name: string) => string }).getAttribute('action')),
    );
  const matches = (action: string) => {
    const path = action.replace(/^\/office/, '').replace(/\?list=.*/, '');
    return typeof to === 'string' ? path === to : to.test(path);
  };
  const action = actions.find(matches);
  assert.ok(action !== undefined, `${page.url()} has no form to ${to}, only to ${actions.join(', ')}`);
  return page.locator(`form[method=post][action="${action}"]`).first();
}

/** Opens the dialog and all `<details>` around the element. */
async function expand(element: Locator): Promise<void> {
  const dialog = element.locator('xpath=ancestor::*[@popover]');
  if ((await dialog.count()) > 0 && !(await dialog.isVisible())) await openDialog(element.page(), dialog);
  const collapsed = element.locator('xpath=ancestor::details[not(@open)]');
  while ((await collapsed.count()) > 0) await collapsed.first().locator('> summary').click();
}

async function openDialog(page: Page, dialog: Locator): Promise<void> {
  const opener = page
    .locator(`[popovertarget="${await dialog.getAttribute('id')}"]:not([popovertargetaction])`)
    .first();
  await expand(opener);
  await opener.click();
}

async function fill(field: Locator, value: string | true | Upload): Promise<void> {
  await expand(field);
  if (value === true) return field.check();
  if (typeof value !== 'string') return field.setInputFiles(value);
  const isChoice =
    (await field.evaluate((element) => (element as unknown as { tagName: string }).tagName)) === 'SELECT';
  if (isChoice) await field.selectOption(value);
  else await field.fill(value);
}

/** Expands and clicks the first link to this target. */
export async function follow(page: Page, to: string | RegExp): Promise<void> {
  const hrefs = await page
    .locator('main a[href]')
    .evaluateAll((links) =>
      links.map((link) => (link as unknown as { getAttribute: (name: string) => string }).getAttribute('href')),
    );
  const href = hrefs.find((href) => (typeof to === 'string' ? href === to : to.test(href)));
  assert.ok(href !== undefined, `${page.url()} has no link to ${to}, only to ${hrefs.join(', ')}`);
  const link = page.locator(`main a[href="${href}"]`).first();
  await expand(link);
  await changesPage(page, () => link.click());
}

/** Runs the action and waits for the next page, with or without htmx. */
export async function changesPage(page: Page, act: () => Promise<void>): Promise<void> {
  await page.locator('main').evaluate((main) => {
    (main as unknown as { setAttribute: (name: string, value: string) => void }).setAttribute('data-old', '');
  });
  await act();
  await page.locator('main:not([data-old])').waitFor();
  await page.waitForLoadState();
}

/** A scanner types the code and Enter where the focus is. */
export async function scan(page: Page, code: string): Promise<void> {
  await page.keyboard.type(code);
  await page.keyboard.press('Enter');
}
