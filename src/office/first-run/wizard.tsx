import type { Child } from 'hono/jsx';
import { nextStep, STEPS, type Step, stepsDone } from '../../domain/setup/store.ts';
import { FIRST_RUN } from '../http/authorize.ts';
import type { Page } from '../office-response.ts';
import { ButtonLink, Heading } from '../page/components.tsx';
import { SignOutLink } from '../page/sign-out.tsx';
import { AccountContext, type GuestContext } from '../request-context.ts';
import { LanguageSwitch } from '../sign-in/language-switch.tsx';
import { firstRunTexts } from './first-run-texts.ts';

export const pathOf = (step: Step): string => `${FIRST_RUN}/${step}`;

/** Path of the first step that is not done, or of Today. */
export function nextStepPath(context: AccountContext, storeId = context.session.storeId): string {
  const step = nextStep(stepsDone(context.db, storeId));
  return step === undefined ? '/' : pathOf(step);
}

interface StepPage {
  title: string;
  body: Child;
  /** The page after a step that can be skipped. */
  next?: { path: string; label: string };
}

/** A page of the wizard with the progress of all steps. */
export function wizardPage(context: GuestContext, current: Step | 'owner', { title, body, next }: StepPage): Page {
  const t = firstRunTexts(context.language);
  return {
    title: `${t.title}: ${title}`,
    bare: true,
    signsOut: true,
    body: (
      <div class="wizard">
        <div class="wizard-head">
          <p class="wizard-name">{t.title}</p>
          <LanguageSwitch />
          {context instanceof AccountContext && <SignOutLink />}
        </div>
        <Progress context={context} current={current} />
        <Heading title={title}>{next && <ButtonLink href={`/office${next.path}`} label={next.label} />}</Heading>
        {body}
      </div>
    ),
  };
}

/** Steps are links once the store exists. */
function Progress({ context, current }: { context: GuestContext; current: Step | 'owner' }) {
  const t = firstRunTexts(context.language);
  const names = {
    owner: t.stepOwner,
    store: t.stepStore,
    product: t.stepProduct,
    payments: t.stepPayments,
    channel: t.stepChannel,
  };
  const done: ReadonlySet<string> =
    context instanceof AccountContext
      ? new Set<string>(['owner', ...stepsDone(context.db, context.session.storeId)])
      : new Set<string>();
  return (
    <nav aria-label={t.steps}>
      <ol class="wizard-steps">
        {(['owner', ...STEPS] as const).map((step) => (
          <li class={done.has(step) ? 'done' : undefined} aria-current={step === current ? 'step' : undefined}>
            {step !== current && step !== 'owner' && done.has('store') ? (
              <a href={`/office${pathOf(step)}`}>{names[step]}</a>
            ) : (
              <span>{names[step]}</span>
            )}
            {done.has(step) && <span class="visually-hidden"> {t.done}</span>}
          </li>
        ))}
      </ol>
    </nav>
  );
}
