/** How the chosen pictures of a field are turned and cropped, in their order. */
const pictureEdits = new WeakMap();

/**
 * Chosen pictures are shown before they are saved. Buttons turn and crop each; hidden fields carry the result. Pictures
 * that a script chooses again bring their edits with the event.
 */
document.addEventListener('change', ({ target, detail }) => {
  if (!target.matches('[data-previews]')) return;
  const field = target.closest('.file') ?? target;
  field.parentElement.querySelector('.chosen-pictures')?.remove();
  if (target.files.length === 0) return;
  const edits = detail?.edits ?? [...target.files].map(() => ({ turn: 0, part: WHOLE }));
  pictureEdits.set(target, edits);
  const pictures = document.createElement('div');
  pictures.className = 'chosen-pictures';
  pictures.append(...[...target.files].map((file, i) => chosenPicture(file, edits[i], target)));
  field.after(pictures);
});

/** Shares of the turned picture. */
const WHOLE = { left: 0, top: 0, width: 1, height: 1 };

function chosenPicture(file, edit, field) {
  const { previews: rotate, cropTexts } = field.dataset;
  const [turn, part] = ['turn', 'part'].map((name) => {
    const hidden = Object.assign(document.createElement('input'), { type: 'hidden', name });
    if (field.hasAttribute('form')) hidden.setAttribute('form', field.getAttribute('form'));
    return hidden;
  });
  const image = Object.assign(new Image(), { src: URL.createObjectURL(file) });
  const preview = document.createElement('canvas');
  preview.role = 'img';
  preview.ariaLabel = file.name;
  const show = () => {
    drawPicture(preview, image, edit, 256);
    turn.value = edit.turn;
    part.value = ['left', 'top', 'width', 'height'].map((name) => Math.round(edit.part[name] * 1000)).join(' ');
  };
  const button = (label, act) => {
    const made = Object.assign(document.createElement('button'), { type: 'button', textContent: label });
    made.className = 'secondary outline small';
    made.ariaLabel = `${label}: ${file.name}`;
    made.addEventListener('click', act);
    return made;
  };
  const buttons = [
    button(rotate, () => {
      const { left, top, width, height } = edit.part;
      edit.turn = (edit.turn + 90) % 360;
      edit.part = { left: 1 - top - height, top: left, width: height, height: width };
      show();
    }),
  ];
  if (cropTexts) {
    const texts = JSON.parse(cropTexts);
    buttons.push(button(texts.crop, () => openCrop(image, edit, texts, show)));
  }
  turn.value = edit.turn;
  image.addEventListener('load', () => {
    URL.revokeObjectURL(image.src);
    show();
  });
  const item = document.createElement('div');
  item.append(preview, ...buttons, turn, ...(cropTexts ? [part] : []));
  return item;
}

/** Width and height of the turned picture in pixels. */
const turnedSize = ({ naturalWidth, naturalHeight }, turn) =>
  turn % 180 === 0 ? [naturalWidth, naturalHeight] : [naturalHeight, naturalWidth];

/** Draws a part of the turned picture, with its longer side of so many pixels. */
function drawPicture(canvas, image, { turn, part }, side) {
  const [width, height] = turnedSize(image, turn);
  const scale = side / Math.max(width * part.width, height * part.height);
  canvas.width = Math.max(width * part.width * scale, 1);
  canvas.height = Math.max(height * part.height * scale, 1);
  const pen = canvas.getContext('2d');
  pen.scale(scale, scale);
  pen.translate(width / 2 - part.left * width, height / 2 - part.top * height);
  pen.rotate((turn * Math.PI) / 180);
  pen.drawImage(image, -image.naturalWidth / 2, -image.naturalHeight / 2);
}

// The frame that crops a picture.

const SMALLEST = 0.05; // share of the picture

const limited = (value, least, most) => Math.min(Math.max(value, least), most);

/** The frame moved by shares of the picture, within it. */
const movedFrame = (frame, right, down) => ({
  ...frame,
  left: limited(frame.left + right, 0, 1 - frame.width),
  top: limited(frame.top + down, 0, 1 - frame.height),
});

/** The frame with a corner (`nw`, `ne`, `sw`, `se`) moved. */
function resizedFrame({ left, top, width, height }, corner, right, down) {
  const [end, bottom] = [left + width, top + height];
  const newLeft = corner.includes('w') ? limited(left + right, 0, end - SMALLEST) : left;
  const newTop = corner.includes('n') ? limited(top + down, 0, bottom - SMALLEST) : top;
  const newEnd = corner.includes('e') ? limited(end + right, left + SMALLEST, 1) : end;
  const newBottom = corner.includes('s') ? limited(bottom + down, top + SMALLEST, 1) : bottom;
  return { left: newLeft, top: newTop, width: newEnd - newLeft, height: newBottom - newTop };
}

/** The largest square in the middle of the turned picture. */
function squareFrame(image, turn) {
  const [width, height] = turnedSize(image, turn);
  const side = Math.min(width, height);
  return { left: (1 - side / width) / 2, top: (1 - side / height) / 2, width: side / width, height: side / height };
}

const CROP_FORM = `<p class="hint" id="crop-hint"></p>
<div class="stage"><canvas></canvas><div class="frame" tabindex="0" role="group" aria-describedby="crop-hint">
<i data-corner="nw"></i><i data-corner="ne"></i><i data-corner="sw"></i><i data-corner="se"></i></div></div>
<div class="actions"><button type="button" class="done"></button>
<button type="button" class="square secondary outline"></button>
<button type="button" class="whole secondary outline"></button></div>`;

/** Opens the picture with a frame. `changed` is called when the frame is accepted as the picture's part. */
function openCrop(image, edit, texts, changed) {
  const dialog = document.createElement('dialog');
  dialog.className = 'crop';
  dialog.ariaLabel = texts.crop;
  dialog.innerHTML = CROP_FORM;
  const find = (selector) => dialog.querySelector(selector);
  let part = edit.part;
  const put = (next) => {
    part = next;
    for (const [name, share] of Object.entries(part)) find('.frame').style[name] = `${share * 100}%`;
  };
  find('.hint').textContent = texts.cropHint;
  find('.frame').ariaLabel = texts.frame;
  for (const name of ['done', 'square', 'whole']) find(`.${name}`).textContent = texts[name];
  drawPicture(find('canvas'), image, { turn: edit.turn, part: WHOLE }, 1000);
  find('.square').addEventListener('click', () => put(squareFrame(image, edit.turn)));
  find('.whole').addEventListener('click', () => put(WHOLE));
  find('.done').addEventListener('click', () => {
    edit.part = part;
    dialog.close();
    changed();
  });
  followPointer(find('.frame'), find('.stage'), () => part, put);
  followKeys(find('.frame'), () => part, put);
  dialog.addEventListener('close', () => dialog.remove());
  document.body.append(dialog);
  put(part);
  dialog.showModal();
}

function followPointer(frame, stage, current, put) {
  frame.addEventListener('pointerdown', (down) => {
    const { width, height } = stage.getBoundingClientRect();
    const start = current();
    const { corner } = down.target.dataset;
    const follow = ({ clientX, clientY }) => {
      const shares = [(clientX - down.clientX) / width, (clientY - down.clientY) / height];
      put(corner ? resizedFrame(start, corner, ...shares) : movedFrame(start, ...shares));
    };
    frame.setPointerCapture(down.pointerId);
    frame.addEventListener('pointermove', follow);
    frame.addEventListener('lostpointercapture', () => frame.removeEventListener('pointermove', follow), {
      once: true,
    });
  });
}

const ARROWS = { ArrowLeft: [-0.01, 0], ArrowRight: [0.01, 0], ArrowUp: [0, -0.01], ArrowDown: [0, 0.01] };

function followKeys(frame, current, put) {
  frame.addEventListener('keydown', (event) => {
    const shares = ARROWS[event.key];
    if (!shares) return;
    event.preventDefault();
    put(event.shiftKey ? resizedFrame(current(), 'se', ...shares) : movedFrame(current(), ...shares));
  });
}
