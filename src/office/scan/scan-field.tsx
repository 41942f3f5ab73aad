import type { Child } from 'hono/jsx';
import { assetPath } from '../assets.ts';
import type { Form } from '../forms/form.ts';
import { CsrfField, Field, FormError } from '../forms/inputs.tsx';
import { Icon } from '../page/icons.tsx';
import { useRequest } from '../page/render-context.ts';
import { scanTexts } from './scan-texts.ts';

interface ScanFieldProps {
  form: Form<unknown> | undefined;
  label: string;
  hint?: string;
  /** `code` by default. */
  name?: string;
  required?: boolean;
  autofocus?: boolean;
  /** A path that searches for what is typed, the id of the element that shows its results, and the searched text. */
  search?: { path: string; results: string; text: string };
  /** The codes scanned after this one belong to it, so they are not sent if it is refused. */
  beginsGroup?: boolean;
}

/**
 * The input of scanners. A USB scanner types a code and Enter; browser/scan-queue.js sends its codes and those of the
 * camera one after another. It never repeats the last code, because a scanner types without clearing the field; a field
 * that searches keeps its text, which the page selects.
 */
export function ScanField(props: ScanFieldProps) {
  return (
    <>
      <CodeField {...props} />
      <ScanNotes />
    </>
  );
}

/**
 * A form with just a field for codes. It says nothing above an error of its field, which is empty for the next code. Not
 * shown if the account may not submit it.
 *
 * @param props `children` is the submit button
 */
export function ScanForm({ action, children, ...field }: ScanFormProps) {
  if (!useRequest().mayOpen(action, 'POST')) return null;
  return (
    <>
      {field.form?.error !== undefined && <FormError form={field.form} />}
      <form method="post" action={`/office${action}`} class="inline scan" novalidate>
        <CsrfField />
        <ScanField beginsGroup {...field} />
        {children}
        <ScanButton />
      </form>
    </>
  );
}

type ScanFormProps = ScanFieldProps & { action: string; children: Child };

function CodeField({
  form,
  label,
  hint,
  name = 'code',
  required = true,
  autofocus = true,
  search,
  beginsGroup = false,
}: ScanFieldProps) {
  const hasErrors = form?.errorOf(name) !== undefined;
  const describedBy = [hasErrors && `field-${name}-error`, hint !== undefined && `field-${name}-hint`].filter(Boolean);
  return (
    <Field form={form} name={name} label={label} hint={hint}>
      <input
        type={search ? 'search' : 'text'}
        id={`field-${name}`}
        name={name}
        value={search?.text ?? ''}
        required={required}
        autofocus={autofocus}
        autocomplete="off"
        {...(search && {
          'aria-controls': search.results,
          'data-picks': 'first',
          'hx-get': search.path,
          'hx-trigger': 'input changed delay:250ms',
          'hx-sync': 'this:replace',
          'hx-target': `#${search.results}`,
          'hx-swap': 'outerHTML',
          'hx-include': 'this',
        })}
        autocapitalize="off"
        spellcheck={false}
        enterkeyhint="go"
        data-scans="each"
        data-begins-group={beginsGroup ? '' : undefined}
        aria-invalid={hasErrors ? 'true' : undefined}
        aria-describedby={describedBy.join(' ') || undefined}
      />
    </Field>
  );
}

/** Output of browser/scan-notes.js: waiting and refused codes. It is next to a field with `data-scans="each"`. */
export function ScanNotes() {
  const { sending, offline, unsent } = scanTexts(useRequest().language);
  return (
    <div
      class="scan-notes"
      role="status"
      data-scan-notes
      data-sending={sending}
      data-offline={offline}
      data-unsent={unsent}
    />
  );
}

/**
 * Opens the camera, whose codes go to the field with `data-scans` on the page: `each` submits its form for each code and
 * keeps the camera open, `once` submits and closes it, `fill` only closes it, `lines` adds a line. Its page needs
 * `withScanner`.
 */
export function ScanButton() {
  const { language } = useRequest();
  return (
    <>
      <button
        type="button"
        class="secondary outline scan-button scripted-only"
        data-scanner={assetPath('scanner.js')}
        data-decoder={assetPath('zxing.js')}
        data-wasm={assetPath('zxing.wasm')}
      >
        <Icon name="camera" /> <span>{scanTexts(language).scan}</span>
      </button>
      <ScannerPanel />
    </>
  );
}

/** Texts for browser/scanner.js. */
function ScannerPanel() {
  const t = scanTexts(useRequest().language);
  return (
    <template data-scanner-panel>
      <section
        class="scanner"
        aria-label={t.camera}
        data-insecure={t.insecure}
        data-denied={t.denied}
        data-none={t.noCamera}
        data-failed={t.failed}
        data-aim={t.aim}
        data-accepted={t.accepted}
        data-warned={t.warned}
        data-refused={t.refused}
      >
        <div class="view">
          <video playsinline muted />
          <span class="aim" />
        </div>
        <p class="state" role="status">
          {t.starting}
        </p>
        <ol class="scans" aria-label={t.results} aria-live="polite" />
        <div class="controls">
          <button type="button" class="secondary outline" data-does="light" hidden>
            {t.light}
          </button>
          <button type="button" class="secondary outline" data-does="other" hidden>
            {t.otherCamera}
          </button>
          <button type="button" data-does="close">
            {t.close}
          </button>
        </div>
      </section>
    </template>
  );
}
