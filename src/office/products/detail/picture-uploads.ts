import { type PreparedPicture, preparePicture } from '../../../domain/pictures/prepare.ts';
import { Refusal } from '../../../lib/errors.ts';
import { errorText } from '../../error-text.ts';
import type { StoreContext } from '../../request-context.ts';

/** What phones are asked for: an iPhone then sends JPEG and not its own HEIC. */
export const PICTURE_TYPES = 'image/jpeg,image/png,image/webp';

/** Bytes of a form with pictures. */
export const LARGEST_UPLOAD = 40 * 2 ** 20;

export interface Uploads {
  prepared: PreparedPicture[];
  /** A line for each file that was refused. */
  faults: string[];
}

/** Makes the files into pictures, one after the other. */
export async function preparedUploads(context: StoreContext, files: readonly File[]): Promise<Uploads> {
  const uploads: Uploads = { prepared: [], faults: [] };
  for (const file of files) {
    try {
      uploads.prepared.push(await preparePicture(context.app, new Uint8Array(await file.arrayBuffer())));
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      uploads.faults.push(`${file.name}: ${errorText(context.language, error)}`);
    }
  }
  return uploads;
}
