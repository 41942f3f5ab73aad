import type { Child } from 'hono/jsx';
import type { ProductImport } from '../../../domain/storefile/imports/product-imports.ts';
import { count } from '../../../lib/number-format.ts';
import { PostButton } from '../../forms/inputs.tsx';
import type { Page } from '../../office-response.ts';
import { Heading, Notice } from '../../page/components.tsx';
import type { StoreContext } from '../../request-context.ts';
import { ImportPreviewCards } from './import-preview.tsx';
import { productListTexts } from './product-list-texts.ts';
import { RowProblems } from './row-problems.tsx';

interface Props {
  context: StoreContext;
  shown: ProductImport;
}

const POLLED: readonly ProductImport['state'][] = ['checking', 'applying'];
const POLL_SECONDS = 2;

/** An import in its state: progress, preview or result. */
export function importPage(context: StoreContext, shown: ProductImport): Page {
  const t = productListTexts(context.language);
  const title = {
    checking: t.checking,
    ready: t.preview,
    applying: t.importing,
    done: t.imported,
    rejected: t.rejected,
    interrupted: t.interrupted,
    canceled: t.importCanceled,
  }[shown.state];
  const isPolled = POLLED.includes(shown.state);
  const poll = isPolled && {
    'hx-get': `/office/products/import/${shown.id}`,
    'hx-trigger': `every ${POLL_SECONDS}s`,
    'hx-select': '#import',
    'hx-swap': 'outerMorph',
  };
  return {
    title,
    ...(isPolled && { refreshEvery: POLL_SECONDS }),
    body: (
      <div id="import" {...poll}>
        <Heading title={title} back={{ href: '/office/products/import', label: t.chooseAgain }} />
        <p class="muted break">{shown.fileName}</p>
        <State context={context} shown={shown} />
      </div>
    ),
  };
}

function State({ context, shown }: Props): Child {
  const t = productListTexts(context.language);
  switch (shown.state) {
    case 'checking':
      return <Progress context={context} shown={shown} />;
    case 'applying':
      return <Progress context={context} shown={shown} />;
    case 'ready':
      return <ImportPreviewCards context={context} shown={shown} />;
    case 'rejected':
      return (
        <Notice tone="bad">
          <p>{t.invalidFile(shown.problemCount)}</p>
          <RowProblems context={context} problems={shown.problems} count={shown.problemCount} />
        </Notice>
      );
    case 'interrupted':
      return <Notice tone="warn">{t.interruptedHint}</Notice>;
    default:
      return <Result context={context} shown={shown} />;
  }
}

function Progress({ context, shown }: Props) {
  const t = productListTexts(context.language);
  const { id, state, changes, applied, skipped } = shown;
  const isApplying = state === 'applying';
  return (
    <section class="card">
      <p role="status">{isApplying ? t.progress(count(applied + skipped), count(changes)) : `${t.checking}…`}</p>
      {isApplying ? (
        <progress aria-label={t.importing} value={applied + skipped} max={changes} />
      ) : (
        <progress aria-label={t.checking} />
      )}
      <p class="muted">
        {t.mayLeave} {isApplying && t.cancelHint}
      </p>
      <PostButton action={`/products/import/${id}/cancel`} class="secondary outline" label={t.cancelImport} />
    </section>
  );
}

function Result({ context, shown }: Props) {
  const t = productListTexts(context.language);
  const { applied, skipped, changes, problems, problemCount } = shown;
  return (
    <>
      {changes > 0 && (
        <Notice tone={shown.state === 'done' && skipped === 0 ? 'good' : 'warn'}>
          {t.progress(count(applied), count(changes))}
        </Notice>
      )}
      {problemCount > 0 && (
        <Notice tone="bad">
          <p>{t.skipped(count(skipped))}</p>
          <RowProblems context={context} problems={problems} count={problemCount} />
        </Notice>
      )}
    </>
  );
}
