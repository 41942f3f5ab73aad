import type { AppError } from '../../lib/errors.ts';
import { bilingual } from '../bilingual.ts';
import { errorText } from '../error-text.ts';
import type { Page } from '../office-response.ts';
import type { GuestContext } from '../request-context.ts';

const texts = bilingual({
  notFound: ['ไม่พบหน้านี้', 'Page not found'],
  notFoundHint: ['อาจถูกลบไปแล้ว หรือเป็นของร้านอื่น', 'It may have been deleted, or it belongs to another store.'],
  denied: ['ไม่มีสิทธิ์เปิดหน้านี้', 'No access to this page'],
  expired: ['หน้านี้หมดอายุแล้ว', 'This page has expired'],
  rejected: ['ทำรายการไม่ได้', 'This action could not be completed'],
  failed: ['ระบบขัดข้อง', 'Something went wrong'],
  failedHint: ['ยังไม่มีอะไรเปลี่ยนแปลง ลองใหม่', 'Nothing was changed. Try again.'],
  home: ['กลับหน้าวันนี้', 'Back to Today'],
  back: ['กลับหน้าเดิม', 'Back to previous page'],
});

/**
 * The page of a failed request; without an error, of an internal error.
 *
 * @param back the page to return to; Today by default
 */
export function errorPage(
  { language }: GuestContext,
  error: AppError | undefined,
  status: number,
  back?: string,
): Page {
  const t = texts(language);
  const titleOf = ({ key }: AppError) =>
    key === 'form_out_of_date' ? t.expired : ({ 404: t.notFound, 403: t.denied }[status] ?? t.rejected);
  const title = error === undefined ? t.failed : titleOf(error);
  const hint = error === undefined ? t.failedHint : status === 404 ? t.notFoundHint : errorText(language, error);
  return {
    title,
    status,
    retryAfter: error?.retryAfter,
    body: (
      <section class="error">
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
