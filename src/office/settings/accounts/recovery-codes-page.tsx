import { SECOND_FACTOR } from '../../http/authorize.ts';
import type { OfficeResponse, Page } from '../../office-response.ts';
import { ButtonLink, Heading, Notice } from '../../page/components.tsx';
import type { StoreContext } from '../../request-context.ts';
import { secondFactorTexts } from './second-factor-texts.ts';

/** After a second factor was added: its recovery codes, if it is the first one. */
export const savedPage = (context: StoreContext, codes: readonly string[], notice: string): OfficeResponse =>
  codes.length > 0 ? codesPage(context, codes) : context.redirect(SECOND_FACTOR, notice);

/** The response to the form that made the codes; no other page shows them. */
export function codesPage(context: StoreContext, codes: readonly string[]): Page {
  const t = secondFactorTexts(context.language);
  return {
    title: t.codes,
    body: (
      <>
        <Heading title={t.codes} />
        <Notice tone="warn">{t.codesOnce}</Notice>
        <section class="card">
          <ul id="codes">
            {codes.map((code) => (
              <li>
                <code>{code}</code>
              </li>
            ))}
          </ul>
        </section>
        <ButtonLink href={`/office${SECOND_FACTOR}`} main label={t.done} />
      </>
    ),
  };
}
