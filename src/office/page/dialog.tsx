import type { Child } from 'hono/jsx';
import { commonTexts } from './common-texts.ts';
import { useRequest } from './render-context.ts';

interface DialogProps {
  id: string;
  title: Child;
  /** Shown as a card of the page instead, because its form has errors. */
  isOpen?: boolean;
  class?: string;
  children: Child;
}

/** A dialog over the page, opened by a `DialogOpener`. It is a popover, so it needs no JavaScript. */
export const Dialog = ({ id, title, isOpen = false, class: look = '', children }: DialogProps) =>
  isOpen ? (
    <section id={id} class="card">
      <h2>{title}</h2>
      {children}
    </section>
  ) : (
    <div id={id} class={`dialog ${look}`} popover="auto" role="dialog" aria-labelledby={`${id}-title`}>
      <div class="dialog-head">
        <h2 id={`${id}-title`}>{title}</h2>
        <button type="button" class="quiet" popovertarget={id} popovertargetaction="hide">
          {commonTexts(useRequest().language).close}
        </button>
      </div>
      {children}
    </div>
  );

interface OpenerProps {
  id: string;
  label: Child;
  class?: string | undefined;
}

/** A button that opens the dialog with this id. */
export const DialogOpener = ({ id, label, ...look }: OpenerProps) => (
  <button type="button" popovertarget={id} aria-haspopup="dialog" {...look}>
    {label}
  </button>
);
