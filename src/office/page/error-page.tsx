import type { Refusal } from '../../lib/errors.ts';
import type { Page } from '../answer.ts';
import { errorText } from '../error-text.ts';
import { bilingual } from '../language.ts';
import type { GuestContext } from '../request-context.ts';

const texts = bilingual({
  missing: ['ไม่พบหน้านี้', 'There is nothing here'],
  missingHint: ['อาจถูกลบไปแล้ว หรือเป็นของร้านอื่น', 'It may be gone, or belong to another store.'],
  denied: ['เปิดหน้านี้ไม่ได้', 'You cannot open this'],
  refused: ['ทำรายการไม่ได้', 'This could not be done'],
  failed: ['ระบบขัดข้อง', 'Something went wrong here'],
  failedHint: ['ยังไม่มีอะไรเปลี่ยนแปลง กรุณาลองใหม่อีกครั้ง', 'Nothing was changed. Please try again.'],
  home: ['กลับหน้าวันนี้', 'Back to Today'],
  back: ['กลับหน้าเดิม', 'Back to the page before'],
});

/**
 * Why there is no such page, or why it did not do what was wanted; without a refusal it is our fault.
 *
 * @param back the page to go back to, where there is one
 */
export function errorPage(
  { language }: GuestContext,
  refusal: Refusal | undefined,
  status: number,
  back?: string,
): Page {
  const t = texts(language);
  const title = refusal === undefined ? t.failed : ({ 404: t.missing, 403: t.denied }[status] ?? t.refused);
  const hint = refusal === undefined ? t.failedHint : status === 404 ? t.missingHint : errorText(language, refusal);
  return {
    title,
    status,
    body: (
      <section class="fault">
        <h1>{title}</h1>
        <p>{hint}</p>
        <p>
          <a href={back ?? '/office'} class="button main">
            {back === undefined ? t.home : t.back}
          </a>
        </p>
      </section>
    ),
  };
}
