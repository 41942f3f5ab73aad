// What became of scanned codes: refused ones stay readable until the next scan, beside the field for codes.

let refusedScans = [];
let unsentScans = [];

window.scanNotes = {
  show: showScanNotes,
  clear() {
    refusedScans = [];
    unsentScans = [];
  },
  /** The page itself shows choices, unless another code replaces them. */
  addAnswer({ code }, { isGood, isWarning, text = code, isChoice, isUnsent }) {
    if (isWarning) signalScan('warn');
    if (isGood || (isChoice && scanQueue.length === 0)) return;
    if (isUnsent) unsentScans.unshift(code);
    else refusedScans.push(text);
    signalScan('bad');
  },
  addUnsent(scans) {
    unsentScans.push(...scans.map(({ code }) => code));
  },
};

/** Of the last page with a field for codes. */
let scanNoteTexts;

function showScanNotes() {
  const notes = document.querySelector('#page [data-scan-notes]') ?? notesWithoutField();
  if (!notes) return;
  scanNoteTexts = notes.dataset;
  const shown = [...waitingNote(), ...refusedNotes(), ...unsentNote()];
  if (textOfNotes(shown) !== textOfNotes([...notes.children])) notes.replaceChildren(...shown);
}

/** Notes with the same text stay, so that a screen reader does not read them again. */
const textOfNotes = (notes) => notes.map(({ className, textContent }) => `${className} ${textContent}`).join('\n');

/** On the page of an error, which has no field for codes. */
function notesWithoutField() {
  if (unsentScans.length === 0) return undefined;
  const notes = document.createElement('div');
  Object.assign(notes.dataset, scanNoteTexts);
  notes.className = 'scan-notes';
  notes.setAttribute('role', 'status');
  document.querySelector('#page h1')?.after(notes);
  return notes;
}

function waitingNote() {
  const { offline, sending } = scanNoteTexts;
  const { isLost } = scanConnection;
  const text = isLost ? offline : scanQueue.length > 1 ? sending : undefined;
  return text === undefined ? [] : [scanNote(isLost ? 'lost' : 'sending', text.replace('{count}', scanQueue.length))];
}

/** The page itself shows the last one. */
function refusedNotes() {
  const shown = problemBeside(codeField());
  return refusedScans.filter((text) => text !== shown).map((text) => scanNote('refused', text));
}

const unsentNote = () =>
  unsentScans.length === 0 ? [] : [scanNote('refused', `${scanNoteTexts.unsent} ${unsentScans.join(', ')}`)];

function scanNote(className, textContent) {
  return Object.assign(document.createElement('p'), { className, textContent });
}

document.addEventListener('htmx:before:settle', showScanNotes);

// Sound

let scanSound;

/** Browsers let a page play sound only after a key or a click. */
window.startScanSound = () => {
  scanSound ??= new AudioContext();
};

const SIGNALS = {
  good: { pitch: 1_400, seconds: 0.12, vibrates: 60 },
  warn: { pitch: 600, seconds: 0.3, vibrates: [60, 60, 60] },
  bad: { pitch: 220, seconds: 0.45, vibrates: [150, 80, 150] },
};

/** A short high tone for an accepted code, a long low one for a refused code, one between for a warning. */
window.signalScan = (tone) => {
  const { pitch, seconds, vibrates } = SIGNALS[tone];
  const sound = new OscillatorNode(scanSound, { frequency: pitch, type: 'square' });
  const volume = new GainNode(scanSound, { gain: 0.15 });
  sound.connect(volume).connect(scanSound.destination);
  sound.start();
  sound.stop(scanSound.currentTime + seconds);
  navigator.vibrate?.(vibrates);
};
