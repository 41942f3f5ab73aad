import { demoOf } from '../../domain/demo-mark.ts';
import { PostButton } from '../forms/inputs.tsx';
import type { GuestContext } from '../request-context.ts';
import { demoTexts } from './demo-texts.ts';
import { type ShownStep, tourOf } from './tour.ts';

/** The line on every page of a demo: what it is, and the next step of the tour. */
export function DemoBanner({ context }: { context: GuestContext }) {
  const demo = demoOf(context.db);
  if (!demo) return null;
  const t = demoTexts(context.language);
  const tour = tourOf(context);
  return (
    <aside class="demo-banner" aria-label={t.banner}>
      {tour && (
        <span class="name" aria-hidden="true">
          {t.name}
        </span>
      )}
      <span class="about">{demo.isKept ? t.kept : t.temporary}</span>
      {tour && !demo.isTourClosed && <NextStep context={context} steps={tour.steps} />}
      {tour && demo.isTourClosed && <PostButton action="/demo/tour/open" class="quiet" label={t.openTour} />}
    </aside>
  );
}

function NextStep({ context, steps }: { context: GuestContext; steps: readonly ShownStep[] }) {
  const next = steps.findIndex(({ isDone }) => !isDone);
  const step = steps[next];
  if (!step) return null;
  return <a href={step.href}>{demoTexts(context.language).next(next + 1, steps.length, step.title)}</a>;
}
