import { type PictureEdit, type PreparedPicture, preparePicture } from '../../../domain/pictures/prepare.ts';
import { AppError } from '../../../lib/errors.ts';
import { describe } from '../../../lib/messages/messages.ts';
import type { Form } from '../../forms/form.ts';
import { pictureEdits } from '../../forms/picture-field.tsx';
import { requirePicture, type UploadedFile } from '../../forms/uploaded-file.ts';
import type { StoreContext } from '../../request-context.ts';

/** Size limit of an upload in bytes. */
export const MAX_UPLOAD_BYTES = 40 * 2 ** 20;

interface Uploads {
  prepared: PreparedPicture[];
  /** An error text for each rejected file. */
  errors: string[];
}

/** Decodes, turns, crops and resizes the files, one after the other. */
export async function prepareUploads(
  context: StoreContext,
  files: readonly UploadedFile[],
  edits: readonly PictureEdit[],
): Promise<Uploads> {
  const uploads: Uploads = { prepared: [], errors: [] };
  for (const [i, file] of files.entries()) {
    try {
      requirePicture(file, 'picture');
      uploads.prepared.push(await preparePicture(context.app, file.bytes, edits[i]));
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      uploads.errors.push(`${file.name}: ${describe(error, context.language, 'none')}`);
    }
  }
  return uploads;
}

type PictureInput = Parameters<typeof pictureEdits>[0] & { picture: readonly UploadedFile[] };

/** The pictures chosen in a form; an unreadable one is an error of the form. */
export async function chosenPictures(context: StoreContext, form: Form<PictureInput>): Promise<PreparedPicture[]> {
  const { picture = [], turn = [], part = [] } = form.valid ?? {};
  const { prepared, errors } = await prepareUploads(context, picture, pictureEdits({ turn, part }));
  if (errors.length > 0) form.addError(errors.join(' · '), 'picture');
  return prepared;
}
