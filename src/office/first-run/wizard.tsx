import type { Child } from 'hono/jsx';
import { nextStep, STEPS, type Step, stepsDone } from '../../domain/setup/steps.ts';
import type { Page } from '../answer.ts';
import { FIRST_RUN } from '../door/guard.ts';
import { LanguageSwitch } from '../sign-in/language-switch.tsx';
import { type Guest, Member } from '../visit.ts';
import { firstRunTexts } from './first-run-texts.ts';

export const pathOf = (step: Step): string => `${FIRST_RUN}/${step}`;

/** Where the wizard goes on: to the first step that is not done, and after the last one to Today. */
export function onward(member: Member, storeId = member.session.storeId): string {
  const step = nextStep(stepsDone(member.ctx.db, storeId));
  return step === undefined ? '/' : pathOf(step);
}

/** A step of the wizard, with the others above it. */
export function wizardPage(
  guest: Guest,
  current: Step | 'owner',
  { title, body }: { title: string; body: Child },
): Page {
  const t = firstRunTexts(guest.language);
  return {
    title: `${t.title}: ${title}`,
    bare: true,
    body: (
      <div class="wizard">
        <div class="wizard-head">
          <p class="wizard-name">{t.title}</p>
          <LanguageSwitch visitor={guest} />
        </div>
        <Progress guest={guest} current={current} />
        <h1>{title}</h1>
        {body}
      </div>
    ),
  };
}

/** What can be opened is a link: the step before the store is made is the only one there is. */
function Progress({ guest, current }: { guest: Guest; current: Step | 'owner' }) {
  const t = firstRunTexts(guest.language);
  const names = { owner: t.stepOwner, store: t.stepStore, product: t.stepProduct, channel: t.stepChannel };
  const done: ReadonlySet<string> =
    guest instanceof Member
      ? new Set<string>(['owner', ...stepsDone(guest.ctx.db, guest.session.storeId)])
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
            {done.has(step) && <span class="unseen"> {t.done}</span>}
          </li>
        ))}
      </ol>
    </nav>
  );
}
