// Progressive enhancement: every page also works without JavaScript.

document.documentElement.classList.add('scripted');

/** Selects that submit their form on change. */
document.addEventListener('change', ({ target }) => {
  if (target.matches('[data-submits]')) target.form.requestSubmit();
});

/** Enter in such a field leaves it, so that it submits its form once. */
document.addEventListener('keydown', (event) => {
  if (event.key !== 'Enter' || !event.target.matches?.('input[data-submits]')) return;
  event.preventDefault();
  event.target.blur();
});

/** A field with the default of a column: the empty fields show it. */
document.addEventListener('input', ({ target: { form, dataset, value } }) => {
  if (dataset.defaultOf === undefined) return;
  for (const field of form.querySelectorAll(`[name="${dataset.defaultOf}"]`)) field.placeholder = value;
});

/** The wheel scrolls a row of tabs that is wider than the page. */
document.addEventListener(
  'wheel',
  (event) => {
    const row = event.target.closest?.('nav.tabs');
    if (!row || row.scrollWidth <= row.clientWidth || event.deltaX !== 0) return;
    row.scrollLeft += event.deltaY;
    event.preventDefault();
  },
  { passive: false },
);

/** Copy buttons. If the browser denies clipboard access, the text is selected instead. */
document.addEventListener('click', async ({ target }) => {
  const button = target.closest?.('[data-copies]');
  if (!button) return;
  const { copied, copies, selected } = button.dataset;
  button.textContent = (await copy(document.querySelector(copies))) ? copied : selected;
});

/** Returns whether it copied. Over plain http only `execCommand` can copy, and only a selection. */
async function copy(element) {
  try {
    await navigator.clipboard.writeText(element.textContent);
    return true;
  } catch {
    getSelection().selectAllChildren(element);
    return document.execCommand('copy');
  }
}

/**
 * Fields with a result list: arrow keys move through its buttons or options, Enter clicks the active one, Escape hides the list
 * until the text changes.
 */
const activeOption = (field) => document.getElementById(field.getAttribute('aria-activedescendant'));
const listOf = (field) => document.getElementById(field.getAttribute('aria-controls'));
const choicesIn = (list) => [...list.querySelectorAll('button, [role=option]')];

function setActive(field, button) {
  markPicked(activeOption(field), false);
  markPicked(button, true);
  button?.scrollIntoView({ block: 'nearest' });
  if (button) field.setAttribute('aria-activedescendant', button.id);
  else field.removeAttribute('aria-activedescendant');
}

function markPicked(option, isPicked) {
  option?.classList.toggle('picked', isPicked);
  if (option?.role === 'option') option.setAttribute('aria-selected', String(isPicked));
}

function hideList(field, list) {
  setActive(field);
  list.hidden = true;
}

const LIST_KEYS = {
  ArrowDown: (field, _, buttons) => setActive(field, buttons[buttons.indexOf(activeOption(field)) + 1] ?? buttons[0]),
  ArrowUp: (field, _, buttons) => setActive(field, buttons.at(Math.max(buttons.indexOf(activeOption(field)), 0) - 1)),
  Enter(field, list) {
    activeOption(field).click();
    hideList(field, list);
    field.select();
  },
  Escape: hideList,
};

document.addEventListener('keydown', (event) => {
  const field = event.target;
  if (!field.matches?.('[data-picks]') || event.isComposing) return;
  const list = listOf(field);
  const buttons = list && !list.hidden ? choicesIn(list) : [];
  if (buttons.length === 0 || !(event.key in LIST_KEYS) || (event.key === 'Enter' && !activeOption(field))) return;
  event.preventDefault();
  LIST_KEYS[event.key](field, list, buttons);
});

document.addEventListener('input', ({ target }) => {
  if (target.matches('[data-picks]')) setActive(target);
});

document.addEventListener('click', ({ target }) => {
  for (const field of document.querySelectorAll('[data-picks][aria-activedescendant]'))
    if (listOf(field)?.contains(target)) setActive(field);
});

/** A refreshed list has other elements: the active one may be gone, or is not highlighted yet. */
document.addEventListener('htmx:after:swap', () => {
  for (const field of document.querySelectorAll('[data-picks][aria-activedescendant]')) {
    const option = activeOption(field);
    const isOwn = field.dataset.picks === 'first' || field === document.activeElement; // others may share the list
    const isShown = isOwn && listOf(field)?.contains(option) && !listOf(field).hidden;
    if (!isShown) setActive(field);
    else if (!option.classList.contains('picked')) setActive(field, option);
  }
});

/** In these fields, Enter picks the first result of the typed text. Enter after a scanned code comes before its results. */
document.addEventListener('htmx:after:swap', () => {
  for (const field of document.querySelectorAll('[data-picks=first]')) {
    const list = listOf(field);
    const isCurrent = field.value.trim() !== '' && list?.dataset.text === field.value.trim() && !list.hidden;
    if (isCurrent && !activeOption(field)) setActive(field, choicesIn(list)[0]);
  }
});

const OPEN_MENUS = ':is(details.menu, .bulk > details.confirm)[open]';
/** A click elsewhere closes menus, and so does an entry that opens a dialog; Escape closes the menu with the focus. */
document.addEventListener('click', ({ target }) => {
  const isOpener = target.closest('[popovertarget]') !== null;
  for (const menu of document.querySelectorAll(OPEN_MENUS)) if (isOpener || !menu.contains(target)) menu.open = false;
});
/** A menu opens upwards if its entries would end below the window and fit above. */
document.addEventListener(
  'toggle',
  ({ target: menu }) => {
    if (!menu.matches?.('details.menu')) return;
    menu.classList.remove('up');
    const { bottom, height } = menu.open ? menu.lastElementChild.getBoundingClientRect() : { bottom: 0 };
    if (bottom > innerHeight) menu.classList.toggle('up', menu.getBoundingClientRect().top > height);
  },
  true,
);
document.addEventListener('keydown', ({ key, target }) => {
  const menu = key === 'Escape' && target.closest?.(OPEN_MENUS);
  if (!menu) return;
  menu.open = false;
  menu.querySelector('summary').focus();
});

/** Prints a PDF when its page opens. The page also links to it, for browsers that cannot print it. */
function printFiles(root) {
  if (!canPrint()) return;
  for (const element of root.querySelectorAll('[data-prints]')) {
    const text = element.firstChild;
    const linkText = text.textContent;
    text.textContent = element.dataset.opening;
    const frame = document.createElement('iframe');
    frame.hidden = true;
    frame.src = element.dataset.prints;
    frame.addEventListener('load', () => {
      text.textContent = linkText;
      try {
        frame.contentWindow.print();
      } catch {
        frame.remove(); // the browser's viewer of PDFs does not let a page print; the link stays
      }
    });
    element.append(frame);
  }
}

/** Phones cannot print a PDF in a frame, and headless Chromium in tests crashes. */
const canPrint = () => !navigator.webdriver && !matchMedia('(pointer: coarse)').matches;
printFiles(document);

/** htmx replaces the body only; the page may be in another language than the one before. */
document.addEventListener('htmx:before:swap', ({ detail: { ctx } }) => {
  const [, language] = /^<!doctype html><html lang="(\w+)"/.exec(ctx.text ?? '') ?? [];
  if (language) document.documentElement.lang = language;
});

/** Scrolls the current tabs into the middle of their rows. The page stays at its top, also if they are below. */
function scrollToCurrentTab() {
  for (const tab of document.querySelectorAll('.tabs > [aria-current]')) {
    const row = tab.parentElement;
    const [tabBox, rowBox] = [tab.getBoundingClientRect(), row.getBoundingClientRect()];
    row.scrollLeft += tabBox.left + tabBox.width / 2 - rowBox.left - rowBox.width / 2;
  }
}
scrollToCurrentTab();

/** A link to a dialog opens it, on this page or another. */
function openLinkedDialog() {
  const dialog = document.getElementById(location.hash.slice(1));
  if (dialog?.matches('[popover]:not(:popover-open)')) dialog.showPopover();
}
openLinkedDialog();
addEventListener('hashchange', openLinkedDialog);

/** The focused field before an htmx swap. */
let focusedBefore = {};
document.addEventListener('htmx:before:swap', () => {
  focusedBefore = { page: location.pathname, id: document.activeElement?.id };
});

/** The field to focus again after the same page was reloaded; typing replaces a search text. */
function fieldToFocus() {
  const field =
    focusedBefore.id && focusedBefore.page === location.pathname ? document.getElementById(focusedBefore.id) : null;
  if (field?.type === 'search') field.select();
  return field;
}

/** After a page change, focuses the first relevant field, or the page itself for screen readers. */
document.addEventListener('htmx:after:swap', ({ detail }) => {
  const target = detail?.ctx?.target ?? detail?.target;
  if (target !== document.body) return;
  scrollToCurrentTab();
  printFiles(document);
  document.querySelector('[data-copies-now]')?.click();
  const first =
    focusKept() ??
    document.querySelector(':is([autofocus], [aria-invalid]):not([popover] *)') ??
    fieldToFocus() ??
    document.querySelector('#page');
  first?.focus({ preventScroll: first.id === 'page' });
  keepRowInPlace();
  openLinkedDialog();
});

/** Passkeys need https or localhost, and a browser that knows them. */
if (window.PublicKeyCredential) document.documentElement.classList.add('passkeys');

/** Passkey buttons send their form with the answer of the authenticator. */
document.addEventListener('click', async (event) => {
  const button = event.target.closest?.('[data-passkey]');
  if (!button) return;
  event.preventDefault();
  const problem = button.parentElement.querySelector('[role=alert]');
  problem.hidden = true;
  button.setAttribute('aria-busy', 'true');
  try {
    const options = await passkeyOptions(button);
    if (!options) return location.reload();
    button.form.elements[button.dataset.field].value = JSON.stringify(await askAuthenticator(button, options));
    button.form.requestSubmit(button);
  } catch {
    problem.hidden = false; // canceled, timed out or unknown to the authenticator
  } finally {
    button.removeAttribute('aria-busy');
  }
});

/** Undefined if the page is too old. */
async function passkeyOptions(button) {
  const { csrf, sign_in: signIn } = button.form.elements;
  const body = new URLSearchParams({ csrf: csrf.value, ...(signIn && { sign_in: signIn.value }) });
  const response = await fetch(button.dataset.options, { method: 'POST', body });
  return response.ok ? withBytes(await response.json()) : undefined;
}

/** The options of WebAuthn with bytes instead of base64url. */
const withBytes = ({ challenge, user, excludeCredentials, allowCredentials, ...options }) => ({
  ...options,
  challenge: bytesOf(challenge),
  ...(user && { user: { ...user, id: bytesOf(user.id) } }),
  ...(excludeCredentials && { excludeCredentials: excludeCredentials.map(descriptorOf) }),
  ...(allowCredentials && { allowCredentials: allowCredentials.map(descriptorOf) }),
});

const descriptorOf = (credential) => ({ ...credential, id: bytesOf(credential.id) });

/** The answer as the server reads it. */
async function askAuthenticator(button, publicKey) {
  const { id, response } = await navigator.credentials[button.dataset.passkey]({ publicKey });
  const clientDataJSON = base64url(response.clientDataJSON);
  if (button.dataset.passkey === 'create') {
    const transports = response.getTransports?.() ?? [];
    return { id, clientDataJSON, attestationObject: base64url(response.attestationObject), transports };
  }
  return {
    id,
    clientDataJSON,
    authenticatorData: base64url(response.authenticatorData),
    signature: base64url(response.signature),
    userHandle: response.userHandle && base64url(response.userHandle),
  };
}

const bytesOf = (text) =>
  Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (character) => character.charCodeAt(0));

const base64url = (buffer) =>
  btoa(String.fromCharCode(...new Uint8Array(buffer)))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');

/** Signing out also clears the pages of the store in other tabs. Each then asks for a sign-in. */
const signedOut = new BroadcastChannel('raan-signed-out');
document.addEventListener('submit', ({ target }) => {
  if (/\/office\/(me\/)?sign-out$/.test(target.getAttribute('action'))) signedOut.postMessage('');
});
signedOut.addEventListener('message', () => {
  document.body.replaceChildren();
  setTimeout(() => location.replace('/office/sign-in'), 1_000); // the server has ended the session by then
});
