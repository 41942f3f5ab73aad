import { addFirstOwner } from '../../domain/accounts/first-owner.ts';
import { firstRunMatches, needsFirstRun } from '../../domain/accounts/first-run.ts';
import { MIN_PASSWORD } from '../../domain/accounts/passwords.ts';
import type { Answer, Page } from '../answer.ts';
import { FIRST_RUN } from '../door/guard.ts';
import { fields, optionalText, password, text } from '../forms/fields.ts';
import type { Form } from '../forms/form.ts';
import { PasswordField, Post, Submit, TextField } from '../forms/inputs.tsx';
import { get, post, type Screen } from '../screen.ts';
import { welcome } from '../sign-in/sign-in.tsx';
import { type Guest, Member } from '../visit.ts';
import { firstRunTexts } from './first-run-texts.ts';
import { onward, wizardPage } from './wizard.tsx';

const OWNER = `${FIRST_RUN}/owner`;

const wanted = fields({ key: optionalText(100), name: text(60), password, again: password });

/** The first step, for whoever has the link; anybody else goes on where the wizard stands. */
export const ownerScreens: readonly Screen[] = [
  get(FIRST_RUN, 'anyone', (guest): Answer => {
    if (guest instanceof Member) return guest.redirect(onward(guest));
    if (!needsFirstRun(guest.ctx.db)) return guest.redirect('/sign-in');
    const key = guest.asked.url.searchParams.get('key') ?? '';
    return firstRunMatches(guest.ctx.db, key) ? ownerPage(guest, guest.form(wanted), key) : voidPage(guest);
  }),
  post(OWNER, 'anyone', (guest): Answer | Promise<Answer> => {
    const form = guest.form(wanted);
    const key = form.typed('key') ?? '';
    if (!firstRunMatches(guest.ctx.db, key)) return voidPage(guest);
    const { value } = form;
    if (value && value.password !== value.again) form.blame(firstRunTexts(guest.language).unlike, 'again');
    return form.submit(
      async ({ name, password }) =>
        welcome(guest, await addFirstOwner(guest.ctx, { key, name, password, language: guest.language }), FIRST_RUN),
      () => ownerPage(guest, form, key),
    );
  }),
];

function ownerPage(guest: Guest, form: Form<unknown>, key: string): Page {
  const t = firstRunTexts(guest.language);
  return wizardPage(guest, 'owner', {
    title: t.ownerTitle,
    body: (
      <section class="card">
        <p class="hint">{t.ownerHint}</p>
        <Post visitor={guest} action={OWNER} form={form}>
          <input type="hidden" name="key" value={key} />
          <TextField
            form={form}
            name="name"
            label={t.name}
            hint={t.nameHint}
            autocomplete="username"
            autocapitalize="none"
            required
            autofocus={!form.isFaulty}
          />
          <div class="fields">
            <PasswordField
              form={form}
              name="password"
              label={t.password}
              hint={t.passwordHint(MIN_PASSWORD)}
              autocomplete="new-password"
              required
            />
            <PasswordField form={form} name="again" label={t.again} autocomplete="new-password" required />
          </div>
          <Submit>{t.makeOwner}</Submit>
        </Post>
      </section>
    ),
  });
}

function voidPage(guest: Guest): Page {
  const t = firstRunTexts(guest.language);
  return {
    title: t.voidTitle,
    bare: true,
    status: 403,
    body: (
      <section class="card narrow">
        <h1>{t.voidTitle}</h1>
        <p>{t.voidHint}</p>
      </section>
    ),
  };
}
