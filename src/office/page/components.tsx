import { html } from 'hono/html';
import type { Child } from 'hono/jsx';
import type { GuestContext } from '../request-context.ts';
import { commonTexts } from './common-texts.ts';
import { agoText, minuteText } from './format.ts';
import { Icon, type IconName } from './icons.tsx';
import type { Tone } from './tone.ts';

/** A page's heading, with what can be done there beside it. `back` leads to the page above. */
export const Heading = ({ title, back, children }: { title: Child; back?: Link; children?: Child }) => (
  <div class="heading">
    <div>
      {back && (
        <a class="back" href={back.href}>
          ‹ {back.label}
        </a>
      )}
      <h1>{title}</h1>
    </div>
    {children !== undefined && <div class="actions">{children}</div>}
  </div>
);

export interface Link {
  href: string;
  label: string;
}

/** A link that looks like a button; `main` for the one thing that the page is for. */
export const ButtonLink = ({ href, icon, main, children, ...rest }: Link_ & Record<string, unknown>) => (
  <a href={href} class={main ? 'button main' : 'button'} {...rest}>
    {icon && <Icon name={icon} />}
    {children}
  </a>
);

interface Link_ {
  href: string;
  icon?: IconName;
  main?: boolean;
  children?: Child;
}

/** One of several views of the same thing. */
export interface Tab extends Link {
  current: boolean;
  /** How many are in it; a text such as `999+` is as it is. */
  count?: number | string | undefined;
}

export const Tabs = ({ tabs, label }: { tabs: readonly Tab[]; label: string }) => (
  <nav class="tabs" aria-label={label}>
    {tabs.map((tab) => (
      <a href={tab.href} aria-current={tab.current ? 'page' : undefined}>
        {tab.label}
        {tab.count !== undefined && tab.count !== 0 && <span class="count">{tab.count}</span>}
      </a>
    ))}
  </nav>
);

export const Tag = ({ tone = 'plain', children }: { tone?: Tone; children: Child }) =>
  html`<span class="tag ${tone}">${children}</span>`;

/** Something the reader should know before going on. */
export const Notice = ({ tone = 'calm', children }: { tone?: Tone; children: Child }) => (
  <div class={`notice ${tone}`} role={tone === 'bad' ? 'alert' : 'note'}>
    {children}
  </div>
);

/** Instead of a list with nothing in it: why, and what to do. */
export const Empty = ({ title, children }: { title: string; children?: Child }) => (
  <div class="empty">
    <p class="title">{title}</p>
    {children}
  </div>
);

/** Names and what they stand for, one below the other. What is undefined or null is left out. */
export const Facts = ({ facts }: { facts: readonly (readonly [name: string, value: Child])[] }) => (
  <dl class="facts">
    {facts
      .filter(([, value]) => value !== undefined && value !== null && value !== false)
      .map(([name, value]) => (
        <div>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
  </dl>
);

/** Copies the text of the element with this id. */
export const CopyButton = ({ context, of, label, class: look = 'secondary outline small' }: CopyProps) => {
  const { copy, copied, copyByHand } = commonTexts(context.language);
  const says = { 'data-copied': copied, 'data-selected': copyByHand };
  return (
    <button type="button" class={`${look} scripted-only`} data-copies={`#${of}`} {...says}>
      {label ?? copy}
    </button>
  );
};

interface CopyProps {
  context: GuestContext;
  of: string;
  label?: string;
  class?: string;
}

/** A time as people read it, exact when pointed at. */
export function Time({ context, at, ago }: { context: GuestContext; at: number; ago?: boolean }) {
  const minute = minuteText(at, context.language);
  const text = ago ? agoText(at, context.now, context.language) : minute;
  return html`<time datetime="${new Date(at).toISOString()}" title="${minute}">${text}</time>`;
}

interface ConfirmProps {
  label: Child;
  children: Child;
  danger?: boolean;
  /** Its form has been sent and has faults. */
  open?: boolean;
}

/** A dangerous thing behind a second word: opening it shows the form that does it. Works without JavaScript. */
export const Confirm = ({ label, children, danger = true, open = false }: ConfirmProps) => (
  <details class={danger ? 'confirm danger' : 'confirm'} open={open}>
    <summary class="button">{label}</summary>
    <div class="ask">{children}</div>
  </details>
);

/** What a column is called, and how its cells stand: `number` or `money`. */
type Column = string | readonly [name: string, kind: string];

/** The head of a list. */
export const Columns = ({ of }: { of: readonly Column[] }) => (
  <thead>
    <tr>
      {of.map((column) => {
        const [name, kind] = typeof column === 'string' ? [column] : column;
        return (
          <th scope="col" class={kind}>
            {name}
          </th>
        );
      })}
    </tr>
  </thead>
);

/** Links to the pages before and after; either may be missing. */
export const Pager = ({
  context,
  previous,
  next,
}: {
  context: GuestContext;
  previous?: string | undefined;
  next?: string | undefined;
}) =>
  previous === undefined && next === undefined ? null : (
    <nav class="pager" aria-label={commonTexts(context.language).pages}>
      {previous !== undefined ? <a href={previous}>‹ {commonTexts(context.language).previous}</a> : <span />}
      {next !== undefined ? <a href={next}>{commonTexts(context.language).next} ›</a> : <span />}
    </nav>
  );

/** The same address with other things asked for: `undefined` takes one away. */
export function withQuery(url: URL, changes: Readonly<Record<string, string | number | undefined>>): string {
  const query = new URLSearchParams(url.searchParams);
  for (const [name, value] of Object.entries(changes))
    if (value === undefined) query.delete(name);
    else query.set(name, String(value));
  const text = query.toString();
  return url.pathname + (text === '' ? '' : `?${text}`);
}
