import type { Entry } from './order-entry.ts';

interface Part {
  /** What is done to the form; a button has its own. */
  step?: string;
  /** The id of what comes anew, and of something else that does. */
  target: string;
  also?: string;
  when?: string;
}

/** With htmx the form is sent as it would be anyway, and only a part of the page that comes back is put in its place. */
export const partialUpdate = ({ action }: Pick<Entry, 'action'>, { step, target, also, when }: Part) => ({
  'hx-post': `/office${action}`,
  'hx-target': `#${target}`,
  'hx-select': `#${target}`,
  'hx-select-oob': also === undefined ? undefined : `#${also}`,
  'hx-swap': 'outerHTML',
  'hx-trigger': when,
  'hx-vals': step === undefined ? undefined : JSON.stringify({ step }),
});
