import { OperatorError } from '../../lib/errors.ts';
import { message } from '../../lib/messages/message.ts';
import { type Contents, contentsOf, requireFile } from './contents.ts';
import { problemsAsItLies } from './sound.ts';

/**
 * Checks a copy as a restore would, and changes nothing of it.
 *
 * @throws OperatorError with all that is wrong, a line each
 */
export async function checkCopy(file: string): Promise<Contents> {
  requireFile(file);
  const contents = await contentsOf(file, REFUSAL);
  const found = await problemsAsItLies(file);
  if (found.length > 0) throw new OperatorError(found.map((why) => message(REFUSAL, { file, why })));
  return contents;
}

const REFUSAL = 'backup_not_sound';
