import { html } from 'hono/html';
import type { Child } from 'hono/jsx';
import { commonTexts } from './common-texts.ts';
import { agoText, minuteText } from './format.ts';
import { Icon, type IconName } from './icons.tsx';
import { useRequest } from './render-context.ts';

/** `good`: done; `warn`: needs attention; `bad`: a problem; `calm`: in progress; `plain`: closed. */
export type Tone = 'good' | 'warn' | 'bad' | 'calm' | 'plain';

interface HeadingProps {
  title: Child;
  /** The parent page. */
  back?: Link;
  /** Links after the one back. */
  beside?: Child;
  children?: Child;
}

/** The page heading with its actions. */
export const Heading = ({ title, back, beside, children }: HeadingProps) => (
  <div class="heading">
    <div>
      {back && (
        <a class="back" href={back.href}>
          ‹ {back.label}
        </a>
      )}
      {beside}
      <h1>{title}</h1>
    </div>
    {children !== undefined && <div class="actions">{children}</div>}
  </div>
);

interface Link {
  href: string;
  label: string;
}

/**
 * A link styled as a button; `main` for the primary action of the page, with the icon `plus` reached by the key `n`. Not
 * shown if the account may not open the page.
 */
export const ButtonLink = ({ href, icon, main, label, ...rest }: ButtonLinkProps & Record<string, unknown>) =>
  useRequest().mayOpen(href) && (
    <a
      href={href}
      class={main ? 'button main' : 'button'}
      aria-keyshortcuts={main && icon === 'plus' ? 'n' : undefined}
      {...rest}
    >
      {icon && <Icon name={icon} />}
      {label}
    </a>
  );

/** A link in a text; its text alone if the account may not open the page. */
export const TextLink = ({
  href,
  children,
  ...rest
}: {
  href: string;
  children: Child;
  [attribute: string]: unknown;
}) =>
  useRequest().mayOpen(href) ? (
    <a href={href} {...rest}>
      {children}
    </a>
  ) : (
    children
  );

interface ButtonLinkProps {
  href: string;
  icon?: IconName;
  main?: boolean;
  label: Child;
}

/** For links to files that need the password. `download` would save the page that asks for it. */
export const SENSITIVE_FILE = { download: undefined, 'hx-boost': 'false' };

export interface Tab extends Link {
  current: boolean;
  /** A number, or a text such as `999+`. */
  count?: number | string | undefined;
}

/** @param children links after the tabs */
export const Tabs = ({ tabs, label, children }: { tabs: readonly Tab[]; label: string; children?: Child }) => (
  <nav class="tabs" aria-label={label}>
    {tabs.map((tab) => (
      <a href={tab.href} aria-current={tab.current ? 'page' : undefined}>
        {tab.label}
        {tab.count !== undefined && tab.count !== 0 && <span class="count">{tab.count}</span>}
      </a>
    ))}
    {children}
  </nav>
);

export const Tag = ({ tone = 'plain', children }: { tone?: Tone; children: Child }) =>
  html`<span class="tag ${tone}">${children}</span>`;

export const Notice = ({ tone = 'calm', children }: { tone?: Tone; children: Child }) => (
  <div class={`notice ${tone}`} role={tone === 'bad' ? 'alert' : 'note'}>
    {children}
  </div>
);

/** Empty state of a list. */
export const Empty = ({ title, hint, children }: { title: string; hint?: string; children?: Child }) => (
  <div class="empty">
    <p class="title">{title}</p>
    {hint !== undefined && <p>{hint}</p>}
    {children}
  </div>
);

/** A list of labels and values; undefined, null and false are left out. */
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
export const CopyButton = ({ targetId, label, class: look = 'secondary outline small', isImmediate }: CopyProps) => {
  const { copy, copied, copyByHand } = commonTexts(useRequest().language);
  const messages = {
    'data-copied': copied,
    'data-selected': copyByHand,
    'data-copies-now': isImmediate ? '' : undefined,
  };
  return (
    <button type="button" class={`${look} scripted-only`} data-copies={`#${targetId}`} {...messages}>
      {label ?? copy}
    </button>
  );
};

interface CopyProps {
  targetId: string;
  label?: string;
  class?: string;
  /** Copies when the page opens, after a click that made the text. */
  isImmediate?: boolean;
}

/** A time, absolute or relative; the tooltip of a relative one shows the absolute time. */
export function Time({ at, ago }: { at: number; ago?: boolean }) {
  const { language, now } = useRequest();
  const minute = minuteText(at, language);
  const datetime = `${new Date(at).toISOString().slice(0, 16)}Z`; // minutes, as shown: long lists repeat it
  if (!ago) return html`<time datetime="${datetime}">${minute}</time>`;
  return html`<time datetime="${datetime}" title="${minute}">${agoText(at, now, language)}</time>`;
}

interface ConfirmProps {
  label: Child;
  children: Child;
  danger?: boolean;
  /** The primary action of the page. */
  main?: boolean;
  /** Expanded, because its form has errors. */
  open?: boolean;
  /** Expanding it collapses the others of the group. */
  group?: string | undefined;
}

/** A button that expands a form, for actions that need a second click. Works without JavaScript. */
export const Confirm = ({ label, children, danger = true, main = false, open = false, group }: ConfirmProps) => (
  <details class={danger ? 'confirm danger' : 'confirm'} open={open} name={group}>
    <summary class={main ? 'button main' : 'button'}>{label}</summary>
    <div class="confirm-body">{children}</div>
  </details>
);

interface PagerProps {
  previous?: string | undefined;
  next?: string | undefined;
  /** Which rows the page shows. */
  position?: string | undefined;
}

/** Links to the previous and next page. */
export function Pager({ previous, next, position }: PagerProps) {
  const t = commonTexts(useRequest().language);
  const shown = position !== undefined && <span class="muted">{position}</span>;
  if (previous === undefined && next === undefined) return shown && <p class="pager">{shown}</p>;
  return (
    <nav class="pager" aria-label={t.pages}>
      {previous !== undefined ? <a href={previous}>‹ {t.previous}</a> : <span />}
      {shown}
      {next !== undefined ? <a href={next}>{t.next} ›</a> : <span />}
    </nav>
  );
}

/** The URL with changed query parameters; `undefined` removes one. */
export function withQuery(url: URL, changes: Readonly<Record<string, string | number | undefined>>): string {
  const query = new URLSearchParams(url.searchParams);
  for (const [name, value] of Object.entries(changes))
    if (value === undefined) query.delete(name);
    else query.set(name, String(value));
  const text = query.toString();
  return url.pathname + (text === '' ? '' : `?${text}`);
}
