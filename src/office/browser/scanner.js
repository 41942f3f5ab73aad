// The camera scanner: a panel that stays open while pages change and puts each code into the page's field for codes.

/** The open scanner. */
let open;

export async function toggleScanner(button) {
  if (open) return close();
  const template = document.querySelector('template[data-scanner-panel]');
  const panel = template.content.firstElementChild.cloneNode(true);
  open = { panel, urls: { ...button.dataset }, seen: new Map(), video: panel.querySelector('video') };
  document.documentElement.append(panel); // outside of the body, which htmx replaces
  document.documentElement.classList.add('scanning');
  panel.addEventListener('click', ({ target }) => CONTROLS[target.closest('[data-does]')?.dataset.does]?.());
  blurScanField();
  await start(open);
}

function close() {
  if (!open) return;
  const { panel } = open;
  stopCamera(open);
  panel.remove();
  document.documentElement.classList.remove('scanning');
  open = undefined;
}

const stopCamera = ({ video }) => {
  for (const track of video.srcObject?.getTracks() ?? []) track.stop();
};

const CONTROLS = { close, light: () => turnLight(open), other: () => useOtherCamera(open) };

async function start(scanner) {
  try {
    await openCamera(scanner, { facingMode: { ideal: 'environment' } });
    scanner.decode = await decoder(scanner.urls);
  } catch (error) {
    stopCamera(scanner);
    if (scanner === open) showProblem(scanner, problemOf(error));
    return;
  }
  if (scanner !== open) return stopCamera(scanner);
  showState(scanner, scanner.panel.dataset.aim);
  watch(scanner);
}

async function openCamera(scanner, which) {
  if (!navigator.mediaDevices) throw new Error('insecure');
  stopCamera(scanner);
  const video = { width: { ideal: 1280 }, height: { ideal: 720 }, ...which };
  scanner.video.srcObject = await navigator.mediaDevices.getUserMedia({ video, audio: false });
  await scanner.video.play();
  const [track] = scanner.video.srcObject.getVideoTracks();
  control(scanner, 'light').hidden = !track.getCapabilities?.().torch;
  scanner.cameras = (await navigator.mediaDevices.enumerateDevices()).filter(({ kind }) => kind === 'videoinput');
  control(scanner, 'other').hidden = scanner.cameras.length < 2;
}

const control = ({ panel }, name) => panel.querySelector(`[data-does=${name}]`);

const PROBLEMS = { NotAllowedError: 'denied', NotFoundError: 'none', OverconstrainedError: 'none' };
const problemOf = ({ name, message }) => (message === 'insecure' ? 'insecure' : (PROBLEMS[name] ?? 'failed'));

function showProblem(scanner, problem) {
  stopCamera(scanner);
  scanner.panel.classList.add('broken');
  showState(scanner, scanner.panel.dataset[problem]);
}

function showState({ panel }, text) {
  panel.querySelector('.state').textContent = text;
}

async function turnLight(scanner) {
  const [track] = scanner.video.srcObject?.getVideoTracks() ?? [];
  scanner.isLit = !scanner.isLit;
  await track?.applyConstraints({ advanced: [{ torch: scanner.isLit }] });
}

async function useOtherCamera(scanner) {
  const [track] = scanner.video.srcObject?.getVideoTracks() ?? [];
  const at = scanner.cameras.findIndex(({ deviceId }) => deviceId === track?.getSettings().deviceId);
  const { deviceId } = scanner.cameras[(at + 1) % scanner.cameras.length];
  await openCamera(scanner, { deviceId: { exact: deviceId } }).catch((error) => showProblem(scanner, problemOf(error)));
}

// Decoding

const FORMATS = ['ean_13', 'ean_8', 'upc_a', 'code_128', 'qr_code'];
const ZXING_FORMATS = ['EAN13', 'EAN8', 'UPCA', 'Code128', 'QRCode'];

/** The browser's own decoder, else ZXing. @returns a function from a picture to its codes with their middles */
async function decoder(urls) {
  const known = (await window.BarcodeDetector?.getSupportedFormats()) ?? [];
  return FORMATS.every((format) => known.includes(format)) ? browserDecoder() : zxingDecoder(urls);
}

function browserDecoder() {
  const detector = new BarcodeDetector({ formats: FORMATS });
  return async (canvas) => {
    const found = await detector.detect(canvas);
    return found.map(({ rawValue, boundingBox: { x, y, width, height } }) => ({
      code: rawValue,
      x: x + width / 2,
      y: y + height / 2,
    }));
  };
}

async function zxingDecoder({ decoder: script, wasm }) {
  if (!window.ZXingWASM) await loadScript(script);
  const { prepareZXingModule, readBarcodes } = window.ZXingWASM;
  await prepareZXingModule({ overrides: { locateFile: () => wasm }, fireImmediately: true });
  const options = { formats: ZXING_FORMATS, maxNumberOfSymbols: 4, tryInvert: false };
  return async (canvas) => {
    const pixels = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height);
    const found = await readBarcodes(pixels, options);
    return found.map(({ text, position: { topLeft, bottomRight } }) => ({
      code: text,
      x: (topLeft.x + bottomRight.x) / 2,
      y: (topLeft.y + bottomRight.y) / 2,
    }));
  };
}

const loadScript = (src) =>
  new Promise((resolve, reject) => {
    const script = Object.assign(document.createElement('script'), { src, onload: resolve, onerror: reject });
    document.head.append(script);
  });

const PAUSE = 100; // milliseconds between two pictures
const MAX_WIDTH = 1280;

async function watch(scanner) {
  const canvas = document.createElement('canvas');
  canvas.getContext('2d', { willReadFrequently: true });
  while (scanner === open && !scanner.panel.classList.contains('broken')) {
    if (!document.hidden && scanner.video.readyState >= HTMLMediaElement.HAVE_CURRENT_DATA) await look(scanner, canvas);
    await new Promise((resolve) => setTimeout(resolve, PAUSE));
  }
}

/** A browser may name its own decoder and have none that works, so ZXing is tried once. */
async function look(scanner, canvas) {
  try {
    see(scanner, await codeInMiddle(scanner, canvas));
  } catch (error) {
    await replaceDecoder(scanner).catch(() => {
      if (scanner === open) showProblem(scanner, problemOf(error));
    });
  }
}

async function replaceDecoder(scanner) {
  if (scanner.isReplaced) throw new Error('failed');
  scanner.isReplaced = true;
  scanner.decode = await zxingDecoder(scanner.urls);
}

/** The code nearest to the middle of the picture: other labels are ignored. */
async function codeInMiddle({ video, decode }, canvas) {
  const scale = Math.min(1, MAX_WIDTH / video.videoWidth);
  canvas.width = video.videoWidth * scale;
  canvas.height = video.videoHeight * scale;
  canvas.getContext('2d').drawImage(video, 0, 0, canvas.width, canvas.height);
  const codes = await decode(canvas);
  const distance = ({ x, y }) => Math.hypot(x - canvas.width / 2, y - canvas.height / 2);
  return codes.sort((a, b) => distance(a) - distance(b))[0]?.code;
}

/** A label counts again once it was out of sight for this long. */
const OUT_OF_SIGHT = 1_200;

/** Two pictures must show the same code, because one alone may be misread. */
function see(scanner, code) {
  const now = performance.now();
  const isSure = code !== undefined && code === scanner.last;
  scanner.last = code;
  if (!isSure) return;
  const isNew = now - (scanner.seen.get(code) ?? Number.NEGATIVE_INFINITY) > OUT_OF_SIGHT;
  scanner.seen.set(code, now);
  if (isNew) enqueue(scanner, code);
}

// Sending codes to the page

const MAX_WAITING = 5;

const field = () => document.querySelector('[data-scans]');

const USES = { each: queue, once: searchFor, fill: fillIn, lines: addLine };

function enqueue(scanner, code) {
  const input = field();
  if (!input) return close();
  USES[input.dataset.scans](scanner, code, input);
}

/** A code that is refused counts again once it was out of sight. */
function queue(scanner, code) {
  if (waitingScans() >= MAX_WAITING) return report(scanner, code, { tone: 'bad' });
  const toneOf = ({ isGood, isWarning }) => (isWarning ? 'warn' : isGood ? 'good' : 'bad');
  queueScan(code, (answer) => report(scanner, code, { tone: toneOf(answer), text: answer.text }));
}

function searchFor(_scanner, code, input) {
  input.value = code;
  const { form } = input;
  close();
  form.requestSubmit(form.querySelector('[type=submit]'));
}

/** The form has other fields or choices, so the user submits it. */
function fillIn(_scanner, code, input) {
  input.value = code;
  input.dispatchEvent(new Event('input', { bubbles: true }));
  close();
}

function addLine(scanner, code, input) {
  const lines = input.value.split('\n').filter((line) => line.trim() !== '');
  if (!lines.includes(code)) lines.push(code);
  input.value = lines.join('\n');
  input.dispatchEvent(new Event('input', { bubbles: true }));
  report(scanner, code, { tone: 'good' });
}

// Feedback

const SHOWN = 3;
const WORDS = { good: 'accepted', warn: 'warned', bad: 'refused' };

/** @returns whether the panel shows it */
function report(scanner, code, { tone, text = code }) {
  if (scanner !== open) return false;
  signalScan(tone);
  scanner.panel.dataset.last = tone;
  const list = scanner.panel.querySelector('.scans');
  const item = document.createElement('li');
  item.className = tone;
  const word = Object.assign(document.createElement('strong'), { textContent: scanner.panel.dataset[WORDS[tone]] });
  item.append(word, ` ${text}`);
  list.prepend(item);
  for (const old of [...list.children].slice(SHOWN)) old.remove();
  return true;
}

/** Keeps the keyboard closed: an autofocused field of a new page would open it over the camera. */
function blurScanField() {
  if (!open) return;
  const input = field();
  if (!input) return close();
  input.blur();
}

document.addEventListener('htmx:after:swap', ({ detail }) => {
  if ((detail?.ctx?.target ?? detail?.target) === document.body) blurScanField();
});
addEventListener('pagehide', close);
