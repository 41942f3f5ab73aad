import { PostButton } from '../forms/inputs.tsx';
import { ButtonLink, Tag } from '../page/components.tsx';
import type { StoreContext } from '../request-context.ts';
import { demoTexts } from './demo-texts.ts';
import { PAYOUT_FILE, type ShownStep, tourOf } from './tour.ts';

/** The tour of a demo on Today. */
export function TourCard({ context }: { context: StoreContext }) {
  const tour = tourOf(context);
  if (!tour || tour.demo.isTourClosed) return null;
  const t = demoTexts(context.language);
  const { steps } = tour;
  const next = steps.find(({ isDone }) => !isDone);
  return (
    <section class="card start tour" aria-labelledby="tour">
      <h2 id="tour">{t.title(steps.length)}</h2>
      <p class="muted">{next ? t.about : t.finished}</p>
      <ol>
        {steps.map((step) => (
          <Step context={context} step={step} isNext={step === next} />
        ))}
      </ol>
      <PostButton action="/demo/tour/close" class="secondary outline" label={t.close} />
    </section>
  );
}

/** The sample file of the tour, on the page that reads it, until the step is done. */
export function PayoutSample({ context }: { context: StoreContext }) {
  const step = tourOf(context)?.steps.find(({ name }) => name === 'payout');
  if (!step || step.isDone) return null;
  return <PayoutFile context={context} />;
}

const PayoutFile = ({ context }: { context: StoreContext }) => (
  <ButtonLink href={`/office${PAYOUT_FILE}`} label={demoTexts(context.language).payoutFile} hx-boost="false" />
);

function Step({ context, step, isNext }: { context: StoreContext; step: ShownStep; isNext: boolean }) {
  const t = demoTexts(context.language);
  return (
    <li>
      <details open={isNext}>
        <summary>
          {step.title} {step.isDone && <Tag tone="good">{t.done}</Tag>}
        </summary>
        <p class="muted">{step.hint}</p>
        <div class="actions">
          {step.name === 'payout' && <PayoutFile context={context} />}
          <ButtonLink href={step.href} main={isNext} label={step.action} />
        </div>
      </details>
    </li>
  );
}
