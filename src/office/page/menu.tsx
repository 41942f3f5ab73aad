import type { Child } from 'hono/jsx';
import type { Language } from '../../lib/messages/catalogue.ts';
import { commonTexts } from './common-texts.ts';
import { ButtonLink } from './components.tsx';
import { Icon, type IconName } from './icons.tsx';
import { useRequest } from './render-context.ts';

export interface MenuLink {
  href: string;
  label: string | ((language: Language) => string);
  icon?: IconName;
  target?: '_blank';
  /** A file; a `sensitive` one may ask for the password first, and `download` would save the page that asks. */
  download?: 'file' | 'sensitive';
}

interface MenuProps {
  links: readonly (MenuLink | false)[];
  /** Beside the menu, on a phone in it. */
  buttons?: readonly (Pick<MenuLink, 'href' | 'icon'> & { label: string })[];
  children?: Child;
  label?: string;
  isSmall?: boolean;
}

/**
 * Rare actions of a heading, in a menu behind a button. Links that the account may not open are left out.
 *
 * @param label of the button
 * @param children undefined if there is nothing to show: a component that shows nothing leaves an empty menu
 */
export function Menu({ links, buttons = [], children, label, isSmall = false }: MenuProps) {
  const request = useRequest();
  const mayOpen = (link: MenuLink | false) => link !== false && request.mayOpen(link.href);
  const open = links.filter(mayOpen) as MenuLink[];
  const openButtons = buttons.filter(mayOpen);
  const isEmpty = open.length === 0 && !children;
  if (isEmpty && openButtons.length === 0) return null;
  return (
    <>
      {openButtons.map((button) => (
        <ButtonLink {...button} class="button desktop-only" />
      ))}
      <details class={isEmpty ? 'menu phone-only' : 'menu'}>
        <summary class={isSmall ? 'button small' : 'button'}>
          <span>{label ?? commonTexts(request.language).moreActions}</span>
        </summary>
        <div>
          {openButtons.map((button) => (
            <Item {...button} class="phone-only" />
          ))}
          {open.map((link) => (
            <Item {...link} />
          ))}
          {children}
        </div>
      </details>
    </>
  );
}

const Item = ({ href, label, icon, target, download, class: look }: MenuLink & { class?: string }) => (
  <a
    href={href}
    class={look}
    target={target}
    download={download === 'file'}
    hx-boost={download === undefined ? undefined : 'false'}
  >
    {icon && <Icon name={icon} />}
    {typeof label === 'string' ? label : label(useRequest().language)}
  </a>
);
