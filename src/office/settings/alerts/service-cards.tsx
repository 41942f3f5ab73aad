import type { Child } from 'hono/jsx';
import type { Way } from '../../../domain/alerts/kinds.ts';
import { type EmailService, SECURITIES, shownService } from '../../../domain/alerts/services.ts';
import { webAddress } from '../../../domain/web-address.ts';
import type { Form } from '../../forms/form.ts';
import { IntegerField, Post, PostButton, SelectField, Submit, TextField } from '../../forms/inputs.tsx';
import { SecretField } from '../../forms/secret-fields.tsx';
import { Confirm, CopyButton, Facts, Tag } from '../../page/components.tsx';
import type { StoreContext, StoreProps } from '../../request-context.ts';
import { alertTexts, serviceTexts, turnOffHints, wayNames } from './alert-texts.ts';
import { ALERT_SETTINGS, type SubmittedForm } from './submitted-form.ts';

/** The services, one card each. Secrets are never shown. */
export function ServiceCards({ context, submitted }: StoreProps<{ submitted: SubmittedForm | undefined }>) {
  const formOf = (way: Way) => (submitted?.name === way ? submitted.form : undefined);
  return (
    <>
      <LineCard context={context} form={formOf('line')} />
      <EmailCard context={context} form={formOf('email')} />
      <PushCard context={context} form={formOf('push')} />
    </>
  );
}

type CardProps = StoreProps<{ form: Form<unknown> | undefined }>;

interface ServiceProps {
  context: StoreContext;
  way: Way;
  isOn: boolean;
  hint: string;
  children: Child;
}

function ServiceCard({ context, way, isOn, hint, children }: ServiceProps) {
  const t = alertTexts(context.language);
  const s = serviceTexts(context.language);
  return (
    <section class="card" id={way}>
      <h2>
        {wayNames(context.language)[way]} {isOn ? <Tag tone="good">{t.on}</Tag> : <Tag>{t.off}</Tag>}
      </h2>
      <p class="hint">{hint}</p>
      {children}
      {isOn && (
        <div class="actions">
          <PostButton action={`${ALERT_SETTINGS}/${way}/test`} class="secondary outline" label={t.test} />
          <Confirm label={s.turnOff}>
            <p>
              {s.turnOffHint} {turnOffHints(context.language)[way]}
            </p>
            <PostButton action={`${ALERT_SETTINGS}/${way}/remove`} class="danger" label={s.turnOff} />
          </Confirm>
        </div>
      )}
    </section>
  );
}

function LineCard({ context, form }: CardProps) {
  const s = serviceTexts(context.language);
  const service = shownService(context.db, 'line');
  const base = webAddress(context.app);
  return (
    <ServiceCard context={context} way="line" isOn={service !== undefined} hint={s.lineHint}>
      {service && <Facts facts={[[s.lineAccount, `${service.name} ${service.basic_id}`]]} />}
      <div class="callback">
        <h3>{s.webhook}</h3>
        {base === undefined ? (
          <p class="hint">
            <a href="/office/settings/web-address">{s.noBaseUrl}</a>
          </p>
        ) : (
          <p class="to-copy">
            <code id="line-webhook">{base}/alerts/line</code> <CopyButton targetId="line-webhook" />
          </p>
        )}
        <p class="hint">{s.webhookHint}</p>
      </div>
      <Post action={`${ALERT_SETTINGS}/line`} form={form}>
        <div class="fields">
          <SecretField name="token" label={s.token} hint={service && s.keep} />
          <SecretField name="secret" label={s.secret} hint={service && s.keep} />
        </div>
        <Submit label={alertTexts(context.language).save} />
      </Post>
    </ServiceCard>
  );
}

function EmailCard({ context, form }: CardProps) {
  const s = serviceTexts(context.language);
  const service: Partial<EmailService> | undefined = shownService(context.db, 'email');
  return (
    <ServiceCard context={context} way="email" isOn={service !== undefined} hint={s.emailHint}>
      <Post action={`${ALERT_SETTINGS}/email`} form={form}>
        <div class="fields">
          <TextField name="sender" label={s.sender} value={service?.sender} type="email" required />
          <TextField name="host" label={s.host} value={service?.host} required />
          <SelectField
            name="security"
            label={s.security}
            value={service?.security ?? 'starttls'}
            options={SECURITIES.map((value) => ({ value, label: s[value] }))}
          />
          <IntegerField name="port" label={s.port} value={service?.port ?? 587} required />
          <TextField name="user" label={s.user} hint={s.userHint} value={service?.user} />
          <SecretField name="password" label={s.password} hint={service?.user !== undefined ? s.keep : undefined} />
        </div>
        <Submit label={alertTexts(context.language).save} />
      </Post>
    </ServiceCard>
  );
}

function PushCard({ context, form }: CardProps) {
  const s = serviceTexts(context.language);
  const isOn = shownService(context.db, 'push') !== undefined;
  return (
    <ServiceCard context={context} way="push" isOn={isOn} hint={s.pushHint}>
      {isOn ? null : <PostButton action={`${ALERT_SETTINGS}/push`} form={form} label={s.turnOn} />}
    </ServiceCard>
  );
}
