import * as v from 'valibot';
import type { Language } from '../../domain/accounts/accounts.ts';
import { TURNS, type Turn } from '../../domain/pictures/prepare.ts';
import { bilingual } from '../bilingual.ts';
import { choice, listOf } from './fields.ts';
import { type FieldProps, FileField } from './inputs.tsx';

/** With this list an iPhone converts HEIC pictures to JPEG before it uploads them. */
const PICTURE_TYPES = 'image/jpeg,image/png,image/webp';

const pictureTexts = bilingual({ rotate: ['หมุนภาพ', 'Rotate'] });

/** A file field for pictures. The script shows chosen pictures and adds a field `turn` for each. */
export const PictureField = ({ language, ...props }: FieldProps & { language: Language }) => (
  <FileField {...props} accept={PICTURE_TYPES} data-previews={pictureTexts(language).rotate} />
);

/** The clockwise turns of the chosen files, in their order. Empty without JavaScript. */
export const turns = v.pipe(
  listOf(choice(TURNS.map(String))),
  v.transform((all): Turn[] => all.map((degrees) => TURNS.find((turn) => String(turn) === degrees) ?? 0)),
);
