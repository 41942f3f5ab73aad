import type { Child } from 'hono/jsx';
import type { Language } from '../../domain/accounts/accounts.ts';
import { commonTexts } from './common-texts.ts';
import { Icon, type IconName } from './icons.tsx';
import { useRequest } from './render-context.ts';

interface MenuLink {
  href: string;
  label: string | ((language: Language) => string);
  icon?: IconName;
  target?: '_blank';
  isDownload?: boolean;
  /** On a desktop it is a button of the heading, with the class `desktop-only`. */
  isPhoneOnly?: boolean;
}

/** Downloads a list as CSV. */
export const csvLink = (href: string): MenuLink => ({
  href,
  icon: 'download',
  label: (language) => commonTexts(language).csv,
  isDownload: true,
});

interface MenuProps {
  links: readonly (MenuLink | false)[];
  children?: Child;
  label?: string;
}

/**
 * Rare actions of a heading, folded behind a button. Links that the account may not open are left out.
 *
 * @param label of the button
 * @param children undefined if there is nothing to show: a component that shows nothing leaves an empty menu
 */
export function Menu({ links, children, label }: MenuProps) {
  const request = useRequest();
  const open = links.filter((link) => link !== false && request.mayOpen(link.href)) as MenuLink[];
  if (open.length === 0 && !children) return null;
  return (
    <details class="menu">
      <summary class="button">
        <span>{label ?? commonTexts(request.language).moreActions}</span>
      </summary>
      <div>
        {open.map(({ href, label, icon, target, isDownload, isPhoneOnly }) => (
          <a
            href={href}
            class={isPhoneOnly ? 'phone-only' : undefined}
            target={target}
            download={isDownload}
            hx-boost={isDownload ? 'false' : undefined}
          >
            {icon && <Icon name={icon} />}
            {typeof label === 'string' ? label : label(request.language)}
          </a>
        ))}
        {children}
      </div>
    </details>
  );
}
