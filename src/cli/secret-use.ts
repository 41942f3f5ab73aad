import { DURATION, parseDuration } from '../lib/durations.ts';
import type { SecretUse } from '../lib/secret-use.ts';
import { WrongUsage } from './arguments.ts';
import { timeText } from './table.ts';

// Resets that keep the old secret for a while (docs/decisions.md#secret-rotation).

export const KEEP_OLD_FOR = [
  '--keep-old-for <duration>',
  'How long the old secret stays valid, at most 90d, e.g. 7d or 12h (default: not at all)',
] as const;

const MAX_DAYS = 90;

/** Milliseconds. */
export function parseKeepOldFor(text: string | undefined): number {
  if (text === undefined) return 0;
  const millis = DURATION.test(text) ? parseDuration(text) : Number.NaN;
  if (!(millis <= parseDuration(`${MAX_DAYS}d`)))
    throw new WrongUsage('argument_not_a_duration', { name: '--keep-old-for', days: MAX_DAYS, text });
  return millis;
}

export const secretUseView = ({ currentUseTime, old }: SecretUse) => ({
  secret_use_time: currentUseTime ?? undefined,
  old_secret: old && { end_time: old.endTime, use_time: old.useTime ?? undefined },
});

type View = ReturnType<typeof secretUseView> & { key: string };

/** The secrets in use, while there are two. */
export function oldSecretLines({ key, secret_use_time, old_secret }: View): string[] {
  if (!old_secret) return [];
  const [end, oldUse, use] = [old_secret.end_time, old_secret.use_time, secret_use_time].map((time) =>
    time === undefined ? 'never' : timeText(time),
  );
  return [`${key}: the old secret is valid until ${end}. Last use of the old one: ${oldUse}, of the new one: ${use}.`];
}
