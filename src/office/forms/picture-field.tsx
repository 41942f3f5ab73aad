import * as v from 'valibot';
import { type Part, type PictureEdit, TURNS, type Turn } from '../../domain/pictures/prepare.ts';
import type { Language } from '../../lib/messages/catalogue.ts';
import { bilingual } from '../bilingual.ts';
import { choice, listOf, optionalText } from './fields.ts';
import { type FieldProps, FileField } from './inputs.tsx';

/** With this list an iPhone converts HEIC pictures to JPEG before it uploads them. */
const PICTURE_TYPES = 'image/jpeg,image/png,image/webp';

const pictureTexts = bilingual({
  rotate: ['หมุนรูป', 'Rotate'],
  crop: ['ครอบตัดรูป', 'Crop'],
  cropHint: [
    'ลากกรอบหรือมุมของกรอบ ใช้ลูกศรเพื่อเลื่อน และกด Shift พร้อมลูกศรเพื่อปรับขนาด',
    'Drag the frame or its corners. Arrow keys move it, Shift and an arrow key resize it.',
  ],
  frame: ['กรอบของรูป', 'Frame'],
  square: ['สี่เหลี่ยมจัตุรัส', 'Square'],
  whole: ['ทั้งรูป', 'Whole image'],
  done: ['ใช้รูปนี้', 'Done'],
});

/** A file field for pictures. The script shows chosen pictures and adds a field `turn` for each, and `part` if they can be cropped. */
export function PictureField({ language, crop, ...props }: PictureFieldProps) {
  const { rotate, ...texts } = pictureTexts(language);
  const cropTexts = crop ? { 'data-crop-texts': JSON.stringify(texts) } : {};
  return <FileField {...props} accept={PICTURE_TYPES} data-previews={rotate} {...cropTexts} />;
}

interface PictureFieldProps extends FieldProps {
  language: Language;
  crop?: boolean;
}

/** The clockwise turns of the chosen files, in their order. Empty without JavaScript. */
export const turns = v.pipe(
  listOf(choice(TURNS.map(String))),
  v.transform((all): Turn[] => all.map((degrees) => TURNS.find((turn) => String(turn) === degrees) ?? 0)),
);

const PART = /^(\d{1,3}) (\d{1,3}) (\d{1,4}) (\d{1,4})$/;

/** The parts of the chosen files, as `left top width height` in thousandths; the whole picture if empty. */
const parts = v.pipe(
  listOf(optionalText(30)),
  v.transform((all): (Part | undefined)[] =>
    all.map((text) => {
      const [, left, top, width, height] = (PART.exec(text ?? '') ?? []).map(Number);
      return left === undefined || top === undefined || !width || !height ? undefined : { left, top, width, height };
    }),
  ),
);

/** Fields of a form with a `PictureField` that can crop. */
export const pictureFields = { turn: turns, part: parts };

/** Edits of the chosen files, in their order. */
export const pictureEdits = ({ turn, part }: { turn: Turn[]; part: (Part | undefined)[] }): PictureEdit[] =>
  turn.map((degrees, i) => ({ turn: degrees, part: part[i] }));
