// Scanned codes, of scanners that type and of the camera: each is sent with the form of the page's field for codes after
// the answer to the one before. So a slow connection neither loses nor joins codes.

/** Codes, and buttons that were pressed, without an answer yet; the oldest is being sent. */
const scanQueue = [];

/** With its number, it identifies a scan that is sent again. */
const scanSender = crypto.getRandomValues(new Uint32Array(4)).join('-');
let scanCount = 0;

/** Whether the queue itself submits the form. */
let isQueueSubmit = false;

const codeField = () => document.querySelector('#page [data-scans=each]');
const boxOfCode = (field) => field.closest('.field').parentElement;

document.addEventListener('submit', queueSubmit, true);

/** Enter, which ends the input of a scanner, and every button of the form wait for their turn. */
function queueSubmit(event) {
  const { target: form, submitter } = event;
  const field = form.querySelector('[data-scans=each]');
  if (!field || isQueueSubmit || !window.htmx) return;
  event.preventDefault();
  event.stopImmediatePropagation();
  const endsCode = isEndOfCode(field, submitter);
  const isCode = field.value.trim() !== '' && (endsCode || field.type !== 'search');
  if (isCode) queueCode(takeCode(field));
  if (endsCode && (isCode || scanQueue.length > 0)) return;
  const press = submitter && pressOf(submitter);
  if (!isSecondClick(press)) enqueueScan({ press, values: {} });
}

/** The second click on a button that saves the form would press the button of the next page. */
const isSecondClick = (press) => press?.name === '' && scanQueue.at(-1)?.press?.name === '';

/** Whether it is Enter in the field or beside it, or the button beside it. */
function isEndOfCode(field, submitter) {
  const box = boxOfCode(field);
  const isEnter = box.contains(document.activeElement) && (!submitter || submitter === firstButton(field.form));
  return isEnter || box.contains(submitter);
}

/** The next scan replaces the text of a search. */
document.addEventListener('submit', ({ target }) => {
  const field = document.activeElement;
  if (field?.type === 'search' && field.form === target && !isCodeField(field)) field.select();
});

const firstButton = (form) => form.querySelector('[type=submit]');

/** Takes the code and what else is typed beside it, such as a quantity, out of the page. */
function takeCode(field, code = field.value.trim()) {
  const values = {};
  for (const other of boxOfCode(field).querySelectorAll('input:not([type=hidden])')) {
    if (other !== field) values[other.name] = other.value;
    other.value = '';
  }
  return { code, values };
}

function queueCode(taken) {
  startScanSound();
  scanNotes.clear();
  enqueueScan(taken);
}

/** @param scan a code or a pressed button, its values, and `onAnswer` if it shows the answer itself */
function enqueueScan(scan) {
  scanCount += 1;
  scanQueue.push({ ...scan, number: scanCount });
  scanNotes.show();
  startSending();
}

/** The run of `sendScans` that sends the queue; a page that is left ends it. */
let scanRun;

function startSending() {
  if (scanRun || scanQueue.length === 0) return;
  scanRun = {};
  setTimeout(sendScans, 0, scanRun); // a form is not submitted while it is being submitted
}

/** A code from the camera. @param onAnswer returns whether it has shown the answer */
window.queueScan = (code, onAnswer) => {
  const field = codeField();
  if (!field) return;
  scanNotes.clear();
  enqueueScan({ ...takeCode(field, code), onAnswer });
};
window.waitingScans = () => scanQueue.length;

async function sendScans(run) {
  try {
    while (scanRun === run && scanQueue.length > 0) {
      const [scan] = scanQueue;
      const answer = await sendScan(scan);
      if (answer === 'unsent') await connectionReturns();
      else if (scanQueue[0] === scan) takeAnswer(scanQueue.shift(), answer);
    }
  } finally {
    if (scanRun === run) scanRun = undefined;
    startSending(); // the rest, after an error
  }
}

/** After a refusal, no button is pressed, and the codes that belong to the refused one are not sent. */
function takeAnswer(scan, answer) {
  scanConnection.isLost = false;
  if (!answer.isGood && scan.code !== undefined) {
    const rest = scanQueue.splice(0).filter(({ code }) => code !== undefined);
    if (answer.isLast) scanNotes.addUnsent(rest);
    else scanQueue.push(...rest);
  }
  if (scan.code !== undefined && !scan.onAnswer?.(answer)) scanNotes.addAnswer(scan, answer);
  scanNotes.show();
  warnBeforeLeaving();
}

// Sending

/** @returns the answer of the next page, or `unsent` */
async function sendScan(scan) {
  const field = codeField();
  const form = field?.form;
  if (!form) return { isGood: false, isUnsent: true, isLast: true };
  const button = scan.press ? buttonLike(form, scan.press) : firstButton(form);
  if (!button) return { isGood: false };
  const isLast = field.dataset.beginsGroup !== undefined;
  scanRequest = undefined;
  submitScan({ form, field, button }, scan);
  if (!scanRequest) return { isGood: false, isUnsent: true };
  const answer = await answerTo(form, scan);
  return answer === 'unsent' ? answer : { isLast, ...answer, ...(isLast && answer.isGood && warningOnPage()) };
}

function submitScan({ form, field, button }, { code, values, number }) {
  const sent = { ...values, scan_sender: scanSender, scan_number: number };
  if (code !== undefined) sent[field.name] = code;
  const add = ({ formData }) => {
    for (const [name, value] of Object.entries(sent)) formData.set(name, value);
  };
  form.addEventListener('formdata', add, { once: true });
  form.addEventListener('htmx:config:request', startRequest, { once: true });
  isQueueSubmit = true;
  form.requestSubmit(button);
  isQueueSubmit = false;
  form.removeEventListener('formdata', add);
  if (code !== undefined) warnBeforeLeaving();
}

function startRequest({ detail: { ctx } }) {
  scanRequest = ctx;
  ctx.request.timeout = SCAN_TIMEOUT;
}

/** Identifies a pressed button so that it is found on the next page. */
const pressOf = (button) => ({
  name: button.name,
  verb: button.value.split(' ')[0],
  row: button.closest('[data-row]')?.dataset.row,
});

function buttonLike(form, wanted) {
  const buttons = [...form.elements].filter(
    (button) =>
      button.type === 'submit' && Object.entries(pressOf(button)).every(([name, value]) => wanted[name] === value),
  );
  return wanted.row === undefined || buttons.length === 1 ? buttons[0] : undefined;
}

/** Seconds later, the connection counts as lost and the code is sent again. */
const SCAN_TIMEOUT = 30_000;

/** Milliseconds later, a page that should have been replaced by another one is used again. */
const REDIRECT_TIMEOUT = 5_000;

/** Of a proxy, or of a server that is too busy. */
const UNSENT_STATUSES = new Set([429, 502, 503, 504]);

/** The request of the code that is being sent. */
let scanRequest;

/** What the next page says. A button is not sent again, because that could repeat its work. */
function answerTo(form, { code }) {
  return new Promise((resolve) => {
    const listeners = new AbortController();
    let failure = { isGood: false };
    const end = (answer) => {
      listeners.abort();
      resolve(answer);
    };
    const endPage = () => {
      listeners.abort();
      mayLeave = scanQueue.length === 1; // other codes that wait would be lost
      setTimeout(resolve, REDIRECT_TIMEOUT, failure);
    };
    const on = (target, name, listen) =>
      target.addEventListener(name, (event) => event.detail.ctx === scanRequest && listen(event), listeners);
    const fail = (event, stop) => {
      if (code === undefined) return;
      failure = 'unsent';
      event[stop]();
    };
    on(form, 'htmx:before:response', (event) => {
      const { status, headers } = scanRequest.response;
      if (UNSENT_STATUSES.has(status)) fail(event, 'preventDefault');
      if (headers.has('HX-Redirect')) endPage();
    });
    on(form, 'htmx:error', (event) => fail(event, 'stopPropagation'));
    on(form, 'htmx:finally:request', () => end(failure));
    on(document, 'htmx:after:swap', () => end(answerOnPage(code, scanRequest.response.status)));
  });
}

function answerOnPage(code, status) {
  const field = codeField();
  const text = problemBeside(field);
  if (text !== undefined) return { isGood: false, text };
  if (status >= 400) return { isGood: false, text: document.querySelector('#page .notice.bad')?.textContent ?? code };
  const isChoice = field?.type === 'search' && field.defaultValue === code;
  const scanned = document.querySelector('[data-scanned]')?.dataset.scanned;
  return { isGood: !isChoice, isChoice, text: scanned ?? document.querySelector('.notice.good')?.textContent };
}

/** What speaks against the order or item that the code has opened: it is shipped, or not paid yet. */
function warningOnPage() {
  const notice = document.querySelector('#page :is(.notice.warn[role=note], .notice.bad)');
  return notice ? { isWarning: true, text: notice.textContent } : {};
}

/** The error of the code or of a field beside it, or that the search has found nothing. */
function problemBeside(field) {
  if (!field) return undefined;
  const invalid = boxOfCode(field).querySelector('[aria-invalid=true]');
  if (invalid) return document.getElementById(`${invalid.id}-error`)?.textContent;
  const found = document.getElementById(field.getAttribute('aria-controls'));
  return found?.querySelector('button') ? undefined : found?.textContent.trim() || undefined;
}

// Connection

const scanConnection = { isLost: false };
const RETRY_AFTER = 3_000; // milliseconds

function connectionReturns() {
  scanConnection.isLost = true;
  scanNotes.show();
  const waiting = new AbortController();
  return new Promise((resolve) => {
    addEventListener('online', resolve, { signal: waiting.signal });
    setTimeout(resolve, RETRY_AFTER);
  }).finally(() => waiting.abort());
}

// Leaving the page

/** A page with waiting codes asks before it is left. */
function warnBeforeLeaving() {
  const form = codeField()?.form;
  if (!form || scanQueue.every(({ code }) => code === undefined)) return;
  mayLeave = false;
  form.dataset.typed = '';
}

/** Codes are for the page on which they were scanned. */
function dropScans() {
  scanQueue.length = 0;
  scanRun = undefined;
  scanConnection.isLost = false;
  scanNotes.clear();
}
document.addEventListener('htmx:before:swap', ({ detail: { ctx } }) => {
  if (ctx.target !== document.body || ctx === scanRequest) return;
  scanRequest?.request.abort();
  dropScans();
});
addEventListener('pagehide', dropScans);
