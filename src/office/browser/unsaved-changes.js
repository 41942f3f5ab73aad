// Typed work is never lost: leaving it asks first, a switch of the language keeps it, and what was not saved is kept on
// this device and offered again.

/** The store's page has the texts of this file. */
const texts = () => document.getElementById('page')?.dataset ?? {};

const postForms = () => [...document.querySelectorAll('#page form[method=post]')];

/** A form with typed work: marked by the server if it contains what was typed before, or by the first change. */
const typedForm = () => postForms().find((form) => 'typed' in form.dataset);

const isWork = (field) =>
  field.form?.matches('#page form[method=post]:not(.selection)') &&
  !field.matches('[type=hidden], [type=search], [type=password], [type=checkbox], [type=radio]');

document.addEventListener('input', ({ target }) => {
  if (!isWork(target)) return;
  target.form.dataset.typed = '';
  saveDraftSoon(target.form);
});

/** What suggestions, checkboxes and parts from the server fill in is kept with the typed work. */
document.addEventListener('change', ({ target }) => {
  if (target.form && target.form === typedForm()) saveDraftSoon(target.form);
});
const swapped = ({ detail }) => detail?.ctx?.target ?? detail?.target;
document.addEventListener('htmx:after:swap', (event) => {
  const form = swapped(event) === document.body ? undefined : typedForm();
  if (form) saveDraftSoon(form);
});

/** Buttons that change a form before it is saved. */
document.addEventListener('click', ({ target }) => {
  const form = target.closest?.('button[hx-post]')?.form;
  if (form) form.dataset.typed = '';
});

let mayLeave = false;

/** The form whose response htmx waits for. */
let awaitedForm;
document.addEventListener('htmx:before:request', ({ detail: { ctx } }) => {
  if (ctx.sourceElement.matches('#page form[method=post]')) awaitedForm = ctx.sourceElement;
});
document.addEventListener('htmx:after:swap', (event) => {
  if (swapped(event) === document.body || event.detail?.ctx?.sourceElement === awaitedForm) awaitedForm = undefined;
});
document.addEventListener('htmx:finally:request', ({ detail: { ctx } }) => {
  if (ctx.sourceElement === awaitedForm && !ctx.hx?.redirect) awaitedForm = undefined;
});

function leave(event) {
  const form = mayLeave ? undefined : typedForm();
  if (!form || texts().unsaved === undefined) return;
  const isOwn = event.target === form;
  mayLeave = isOwn || confirm(texts().unsaved);
  if (mayLeave && !isOwn) return deleteDraft(form);
  if (mayLeave) return;
  event.preventDefault();
  event.stopImmediatePropagation();
}

/** Whether the link replaces this page. */
const replacesPage = (link) =>
  link && !link.target && !link.hasAttribute('download') && !link.getAttribute('href').startsWith('#');

/** The language switch submits the typed form instead, and the server shows it again in the other language. */
function switchLanguage(event) {
  const form = typedForm();
  if (!form || !event.target.matches('.language')) return;
  event.preventDefault();
  event.stopImmediatePropagation();
  mayLeave = true;
  const language = event.target.elements.language.value;
  if (chosenFileFields(form).length > 0) showAgainHere(form, language);
  else showAgain(form, language);
}

/** `showAgain` without a new document, in which the chosen files would be gone. */
function showAgainHere(form, language) {
  const button = document.createElement('button');
  Object.assign(button, { name: 'show_in', value: language, hidden: true });
  form.append(button);
  form.requestSubmit(button);
  button.remove();
}

/** Submits a form so that the server only shows it again. */
function showAgain(form, language) {
  const field = document.createElement('input');
  Object.assign(field, { type: 'hidden', name: 'show_in', value: language });
  form.append(field);
  HTMLFormElement.prototype.submit.call(form);
}

document.addEventListener('submit', switchLanguage, true);
document.addEventListener('submit', leave, true);
document.addEventListener(
  'click',
  (event) => {
    const opensElsewhere = event.ctrlKey || event.metaKey || event.shiftKey;
    if (!opensElsewhere && replacesPage(event.target.closest?.('a[href]'))) leave(event);
  },
  true,
);
addEventListener('beforeunload', (event) => {
  if (!mayLeave && typedForm() && texts().unsaved !== undefined) event.preventDefault();
});
document.addEventListener('input', () => {
  mayLeave = false;
});
document.addEventListener('htmx:after:swap', () => {
  if (!awaitedForm) mayLeave = false;
});

const DRAFT = 'raan-draft ';
const KEPT = 7 * 24 * 3_600_000;

/** By account and form. Undefined for forms with a secret, and for forms that a page has several times. */
function keyOf(form) {
  const action = form.getAttribute('action');
  const isKept =
    texts().account !== undefined &&
    !form.querySelector('[type=password]') &&
    postForms().filter((other) => other.getAttribute('action') === action).length === 1;
  return isKept ? `${DRAFT}${texts().account} ${action}` : undefined;
}

/** Storage may be full or forbidden. */
function withStorage(act) {
  try {
    return act(localStorage);
  } catch {
    return undefined;
  }
}

let timer;
function saveDraftSoon(form) {
  clearTimeout(timer);
  timer = setTimeout(saveDraft, 300, form);
}

function saveDraft(form) {
  const key = keyOf(form);
  if (!key || !form.isConnected) return;
  const entries = [...new FormData(form)].filter(([name, value]) => name !== 'csrf' && typeof value === 'string');
  withStorage((storage) => storage.setItem(key, JSON.stringify({ time: Date.now(), entries })));
}

function deleteDraft(form) {
  clearTimeout(timer);
  const key = keyOf(form);
  if (key) withStorage((storage) => storage.removeItem(key));
}

/** The submitted form. Its draft is deleted with the response, unless the form is shown again. */
const SENT = 'raan-sent';
document.addEventListener('submit', ({ target }) => {
  const key = target.matches('#page form[method=post]') && keyOf(target);
  if (key) withStorage(() => sessionStorage.setItem(SENT, key));
});

function endSentDraft() {
  const sent = withStorage(() => sessionStorage.getItem(SENT));
  if (!sent) return;
  sessionStorage.removeItem(SENT);
  const form = postForms().find((candidate) => keyOf(candidate) === sent);
  const isBack = form && performance.getEntriesByType('navigation')[0]?.type === 'back_forward';
  if (!isBack && !(form && 'typed' in form.dataset)) localStorage.removeItem(sent);
}

/** The restored draft. If its form was saved already, the server redirects to what was saved, and the draft ends. */
const RESTORED = 'raan-restored';
function endSavedDraft() {
  const restored = sessionStorage.getItem(RESTORED);
  if (!restored) return;
  sessionStorage.removeItem(RESTORED);
  const isRedirected = performance.getEntriesByType('navigation')[0]?.redirectCount > 0;
  if (isRedirected && !restored.endsWith(` ${location.pathname}`)) localStorage.removeItem(restored);
}

function offerDrafts() {
  withStorage((storage) => {
    endSentDraft();
    endSavedDraft();
    for (const key of Object.keys(storage).filter((name) => name.startsWith(DRAFT)))
      if (Date.now() - JSON.parse(storage.getItem(key)).time > KEPT) storage.removeItem(key);
    for (const form of postForms()) {
      const draft = !('typed' in form.dataset) && storage.getItem(keyOf(form) ?? '');
      if (draft) form.prepend(offerOf(form, JSON.parse(draft)));
    }
  });
}

/** As in the pages: `27 Nov 2026 02:54`, in Bangkok. */
function minuteText(time) {
  const isThai = document.documentElement.lang === 'th';
  const { day, month, year, hour, minute } = Object.fromEntries(
    new Intl.DateTimeFormat(isThai ? 'th-TH-u-ca-buddhist' : 'en-US', {
      ...{ day: 'numeric', month: 'short', year: isThai ? '2-digit' : 'numeric' },
      ...{ hour: '2-digit', minute: '2-digit', hourCycle: 'h23', timeZone: 'Asia/Bangkok' },
    })
      .formatToParts(time)
      .map(({ type, value }) => [type, value]),
  );
  return `${day} ${month} ${year} ${hour}:${minute}`;
}

function offerOf(form, { time, entries }) {
  const { draft, restore, discard } = texts();
  const notice = document.createElement('p');
  notice.className = 'notice warn draft';
  const buttons = [
    buttonOf(restore, () => restoreDraft(form, entries)),
    buttonOf(discard, () => discardDraft(form, notice)),
  ];
  notice.append(draft.replace('{time}', minuteText(time)), ' ', ...buttons);
  return notice;
}

function buttonOf(label, act) {
  const button = document.createElement('button');
  Object.assign(button, { type: 'button', className: 'small secondary outline', textContent: label });
  button.addEventListener('click', act);
  return button;
}

function restoreDraft(form, entries) {
  const copy = document.createElement('form');
  Object.assign(copy, { method: 'post', action: form.action, hidden: true });
  for (const [name, value] of [...entries, ['csrf', form.elements.csrf.value]]) {
    const field = document.createElement('textarea');
    Object.assign(field, { name, value });
    copy.append(field);
  }
  document.body.append(copy);
  mayLeave = true;
  withStorage(() => sessionStorage.setItem(RESTORED, keyOf(form)));
  showAgain(copy, document.documentElement.lang);
}

function discardDraft(form, notice) {
  deleteDraft(form);
  notice.remove();
}

offerDrafts();
document.addEventListener('htmx:after:swap', (event) => {
  if (swapped(event) === document.body) offerDrafts();
});

/**
 * Without a connection the form stays as it is. A new document ends the requests for parts of a form that was submitted
 * or left; they fail too, but must not bring its draft back.
 */
document.addEventListener('htmx:error', ({ detail: { ctx } }) => {
  const form = typedForm();
  const isLeft = (mayLeave || awaitedForm) && ctx?.sourceElement !== awaitedForm;
  if (!form || !texts().offline || isLeft) return;
  awaitedForm = undefined;
  withStorage(() => sessionStorage.removeItem(SENT));
  saveDraft(form);
  const notice = form.querySelector('.offline') ?? document.createElement('p');
  Object.assign(notice, { className: 'notice bad offline', role: 'alert', textContent: texts().offline });
  form.prepend(notice);
  notice.scrollIntoView({ block: 'nearest' });
});

/** Who signs out leaves nothing on the device. */
document.addEventListener('submit', ({ target }) => {
  if (!/\/office\/(me\/)?sign-out$/.test(target.getAttribute('action'))) return;
  withStorage((storage) => {
    for (const key of Object.keys(storage).filter((name) => name.startsWith(DRAFT))) storage.removeItem(key);
  });
});
