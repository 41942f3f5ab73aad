import type { Child } from 'hono/jsx';
import type { Config } from '../../../config.ts';
import { encryptsBackups } from '../../../domain/backups/encryption.ts';
import { type Backup, listBackups } from '../../../domain/backups/folder.ts';
import { isBehind, type Schedule, scheduleOf } from '../../../domain/backups/schedule.ts';
import { officeBackupSettings, withBackupSettings } from '../../../domain/backups/settings.ts';
import { parseDuration } from '../../../lib/durations.ts';
import { AppError } from '../../../lib/errors.ts';
import { byteSize } from '../../../lib/number-format.ts';
import { errorText } from '../../error-text.ts';
import { fields, integer } from '../../forms/fields.ts';
import type { Form } from '../../forms/form.ts';
import { IntegerField, Post, PostButton, SelectField, Submit } from '../../forms/inputs.tsx';
import type { Page } from '../../office-response.ts';
import { commonTexts } from '../../page/common-texts.ts';
import { ButtonLink, Confirm, Facts, Heading, Notice, SENSITIVE_FILE, Tag, Time } from '../../page/components.tsx';
import { ExportMenu } from '../../page/export-menu.tsx';
import { spanText } from '../../page/format.ts';
import { List } from '../../page/list.tsx';
import type { StoreContext, StoreProps } from '../../request-context.ts';
import { settingsTexts } from '../settings-texts.ts';
import { backupTexts } from './backup-texts.ts';

const PATH = '/settings/backups';
const HOUR = 3_600_000; // milliseconds

export const settingsForm = fields({ every_hours: integer(1, 8_760), keep: integer(1, 10_000) });

/** The backups as the page shows them. */
interface Backups {
  context: StoreContext;
  /** The form of the settings, if it was submitted with errors. */
  form?: Form<unknown> | undefined;
  /** With the settings of the office. */
  config: Config;
  listed: Listed;
  /** Undefined if backups are off. */
  schedule: Schedule | undefined;
}

export interface Listed {
  backups: Backup[];
  /** Why the folder cannot be read. The page is shown anyway, because it reports the problem. */
  unreadable?: AppError;
}

export async function listedBackups(config: Config): Promise<Listed> {
  try {
    return { backups: await listBackups(config) };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return { backups: [], unreadable: error };
  }
}

/** @param problem the form of the settings with its errors, or why no backup was made */
export async function backupsPage(
  context: StoreContext,
  problem: { form?: Form<unknown>; error?: string | undefined } = {},
): Promise<Page> {
  const { form, error } = problem;
  const t = backupTexts(context.language);
  const ctx = withBackupSettings(context.app);
  const schedule = await scheduleOf(ctx);
  const page = { context, form, config: ctx.config, listed: await listedBackups(ctx.config), schedule };
  return {
    title: t.backups,
    body: (
      <>
        <Heading title={t.backups} back={{ href: '/office/settings', label: settingsTexts(context.language).settings }}>
          {schedule && <PostButton action={PATH} label={t.create} />}
        </Heading>
        {error !== undefined && <Notice tone="bad">{error}</Notice>}
        <p class="hint">{t.about}</p>
        <div class="with-side">
          <div>
            <State {...page} />
            {!schedule && <Settings {...page} />}
            <BackupList {...page} />
          </div>
          <div>
            {schedule && <Settings {...page} />}
            <TechnicalDetails {...page} />
          </div>
        </div>
      </>
    ),
  };
}

function State({ context, config, listed: { backups, unreadable }, schedule }: Backups) {
  const t = backupTexts(context.language);
  const [latest] = backups;
  if (!schedule)
    return (
      <section class="card">
        <h2>
          {t.state} <Tag tone="warn">{t.off}</Tag>
        </h2>
        <p>{t.offHint}</p>
        <PostButton action={`${PATH}/copy`} plain class="secondary outline" label={t.copy} />
      </section>
    );
  const failure = schedule.failed ?? schedule.bucketUpload?.failed;
  return (
    <section class="card">
      <h2>
        {t.last} {!unreadable && <StateTag context={context} schedule={schedule} />}
      </h2>
      {unreadable && <Notice tone="bad">{errorText(context.language, unreadable)}</Notice>}
      {failure && (
        <Notice tone="bad">
          {t.failed} (<Time at={failure.time} />
          ): {errorText(context.language, failure.reason)}
        </Notice>
      )}
      <Facts facts={factsOf({ context, config, backups, schedule })} />
      {latest && (
        <ButtonLink href={`/office${PATH}/${latest.name}`} icon="download" label={t.downloadLast} {...SENSITIVE_FILE} />
      )}
    </section>
  );
}

function StateTag({ context, schedule }: StoreProps<{ schedule: Schedule }>) {
  const t = backupTexts(context.language);
  if (isBehind(schedule, context.now)) return <Tag tone="bad">{t.behind}</Tag>;
  return schedule.newest === undefined ? <Tag tone="warn">{t.notYet}</Tag> : <Tag tone="good">{t.upToDate}</Tag>;
}

function factsOf({
  context,
  config,
  backups,
  schedule: { next, bucketUpload },
}: StoreProps<{ config: Config; backups: Backup[]; schedule: Schedule }>): [name: string, value: Child][] {
  const t = backupTexts(context.language);
  const { keep, s3 } = config.backup;
  const [latest] = backups;
  return [
    [
      t.last,
      latest && (
        <>
          <Time at={latest.time} /> · {byteSize(latest.size)}
        </>
      ),
    ],
    [t.next, next <= context.now ? t.soon : <Time at={next} />],
    [t.kept, backups.length > 0 && t.keptOf(backups.length, keep)],
    [t.elsewhere, bucketUpload ? t.inBucket(s3.bucket, bucketUpload.name) : t.notElsewhere],
  ];
}

const CHOICES = [6, 12, 24, 168]; // hours

function Settings({ context, form, config, schedule }: Backups) {
  const t = backupTexts(context.language);
  const { every, keep } = config.backup;
  const hours = parseDuration(every) / HOUR;
  const choices = [...new Set([...CHOICES, ...(Number.isInteger(hours) ? [hours] : [])])].sort((a, b) => a - b);
  return (
    <section class="card">
      <h2>{t.settings}</h2>
      <Post action={`${PATH}/settings`} form={form}>
        <SelectField
          name="every_hours"
          label={t.everyHours}
          options={choices.map((interval) => ({
            value: String(interval),
            label: spanText(interval % 24 === 0 ? `${interval / 24}d` : `${interval}h`, context.language),
          }))}
          value={String(hours)}
          {...(!Number.isInteger(hours) && { empty: spanText(every, context.language) })}
        />
        <IntegerField name="keep" label={t.keep} hint={t.keepHint} value={keep} required />
        <Submit label={schedule ? commonTexts(context.language).save : t.turnOn} />
      </Post>
      {officeBackupSettings(context.app) && (
        <Confirm label={t.fromConfig} danger={false}>
          <p>{t.fromConfigAsk}</p>
          <PostButton action={`${PATH}/reset`} label={t.fromConfig} />
        </Confirm>
      )}
    </section>
  );
}

function TechnicalDetails({ context, config }: Backups) {
  const t = backupTexts(context.language);
  const { folder } = config.backup;
  return (
    <details class="card">
      <summary>{t.technical}</summary>
      <Facts facts={[[t.folder, folder !== '' && <code>{folder}</code>]]} />
      <p>
        {t.configHint} <a href="/docs/operate#backups">{t.more}</a>
      </p>
      {folder !== '' && (
        <div class="actions">
          {t.listFile} <ExportMenu href={`/office${PATH}`} isSmall />
        </div>
      )}
    </details>
  );
}

function BackupList({ context, config, listed: { backups } }: Backups) {
  const t = backupTexts(context.language);
  const hint = <p class="hint">{encryptsBackups(config) ? t.encrypted : t.secret}</p>;
  if (backups.length === 0) return hint;
  return (
    <>
      {hint}
      <List
        rows={backups}
        columns={(column) => [
          column(t.time, ({ time }) => <Time at={time} />),
          column(t.name, ({ name }) => <code>{name}</code>),
          column(t.size, 'number', ({ size }) => byteSize(size)),
          column({ hidden: t.download }, 'actions', ({ name }) => (
            <ButtonLink
              href={`/office${PATH}/${name}`}
              icon="download"
              class="button small"
              {...SENSITIVE_FILE}
              aria-label={`${t.download} ${name}`}
              label={t.download}
            />
          )),
        ]}
      />
    </>
  );
}
