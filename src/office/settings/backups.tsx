import { createReadStream } from 'node:fs';
import { Readable } from 'node:stream';
import { type Backup, backupFile, listBackups } from '../../domain/backups/folder.ts';
import { makeBackup, passingCopy } from '../../domain/backups/make.ts';
import { type Schedule, scheduleOf } from '../../domain/backups/schedule.ts';
import type { Page } from '../answer.ts';
import { fields } from '../forms/fields.ts';
import { Post, Submit } from '../forms/inputs.tsx';
import { csvFile } from '../page/downloads.ts';
import { bytesText, minuteText, spanText } from '../page/format.ts';
import { ButtonLink, Empty, Heading, Notice, Time } from '../page/parts.tsx';
import { refusalText } from '../refusals.ts';
import { get, post, type Screen } from '../screen.ts';
import type { Visit } from '../visit.ts';
import { backupTexts } from './backup-texts.ts';
import { listedBackups } from './listed-backups.ts';
import { settingsTexts } from './settings-texts.ts';

const PATH = '/settings/backups';
const noFields = fields({});

/** A backup holds every store, so whoever owns just one of them gets none. */
export const backupScreens: readonly Screen[] = [
  get(PATH, 'operator', (visit) => listPage(visit)),
  get(`${PATH}.csv`, 'operator', async ({ ctx }) =>
    csvFile(
      'backups',
      ['file', 'time', 'bytes'],
      (await listBackups(ctx.config)).map(({ name, time, size }) => [name, minuteText(time, 'en'), size]),
    ),
  ),
  post(PATH, 'operator', (visit) => {
    const form = visit.form(noFields);
    return form.submit(
      async () => {
        const { name } = await makeBackup(visit.ctx, visit.now);
        return visit.redirect(PATH, backupTexts(visit.language).made(name));
      },
      () => listPage(visit, form.fault),
    );
  }),
  post(`${PATH}/copy`, 'operator', (visit) => {
    const form = visit.form(noFields);
    return form.submit(
      async () => {
        const { name, size, handle } = await passingCopy(visit.ctx, visit.now);
        return databaseFile(handle.createReadStream(), { name, size });
      },
      () => listPage(visit, form.fault),
    );
  }),
  get(`${PATH}/:name`, 'operator', sendFile),
];

async function sendFile({ ctx, asked }: Visit): Promise<Response> {
  const { file, name, size } = await backupFile(ctx.config, asked.params.name ?? '');
  return databaseFile(createReadStream(file), { name, size });
}

const databaseFile = (bytes: Readable, { name, size }: { name: string; size: number }): Response =>
  new Response(Readable.toWeb(bytes) as ReadableStream<Uint8Array>, {
    headers: {
      'Content-Type': 'application/vnd.sqlite3',
      'Content-Length': String(size),
      'Content-Disposition': `attachment; filename="${name}"`,
    },
  });

/** @param refused why none was made */
async function listPage(visit: Visit, refused?: string): Promise<Page> {
  const t = backupTexts(visit.language);
  const { config } = visit.ctx;
  const { backups, unreadable } = await listedBackups(config);
  const schedule = await scheduleOf(visit.ctx);
  return {
    title: t.backups,
    body: (
      <>
        <Heading title={t.backups} back={{ href: '/office/settings', label: settingsTexts(visit.language).settings }}>
          {config.backup.folder !== '' && (
            <Post visitor={visit} action={PATH}>
              <Submit>{t.make}</Submit>
            </Post>
          )}
        </Heading>
        {refused !== undefined && <Notice tone="bad">{refused}</Notice>}
        {schedule && <Scheduled visit={visit} schedule={schedule} />}
        {unreadable === undefined ? (
          <List visit={visit} backups={backups} />
        ) : (
          <Notice tone="bad">{refusalText(visit.language, unreadable)}</Notice>
        )}
      </>
    ),
  };
}

function Scheduled({ visit, schedule: { next, failed, storedAway } }: { visit: Visit; schedule: Schedule }) {
  const t = backupTexts(visit.language);
  const { every, keep, s3 } = visit.ctx.config.backup;
  const why = failed ?? storedAway?.failed;
  return (
    <>
      {why && (
        <Notice tone="bad">
          {t.failed} (<Time visit={visit} at={why.time} />
          ): {refusalText(visit.language, why.reason)}
        </Notice>
      )}
      <p>
        {t.schedule}: {t.every(spanText(every, visit.language), keep)}. {t.next}:{' '}
        {next <= visit.now ? t.soon : <Time visit={visit} at={next} />}.
        {storedAway && (
          <>
            {' '}
            {t.bucket} {s3.bucket}: {storedAway.name ?? t.notYet}.
          </>
        )}
      </p>
    </>
  );
}

function List({ visit, backups }: { visit: Visit; backups: Backup[] }) {
  const t = backupTexts(visit.language);
  if (visit.ctx.config.backup.folder === '')
    return (
      <Empty title={t.noFolder}>
        <p>{t.aboutNoFolder}</p>
        <pre>folder = "backups"</pre>
        <p>{t.aboutCopy}</p>
        <Post visitor={visit} action={`${PATH}/copy`} plain>
          <Submit class="secondary outline">{t.copy}</Submit>
        </Post>
        <p class="hint">{t.secret}</p>
      </Empty>
    );
  if (backups.length === 0)
    return (
      <Empty title={t.empty}>
        <p>{t.aboutEmpty}</p>
      </Empty>
    );
  return (
    <>
      <p class="hint">
        {t.about} {t.secret}
      </p>
      <table class="list">
        <thead>
          <tr>
            <th>{t.name}</th>
            <th>{t.time}</th>
            <th class="number">{t.size}</th>
            <th>
              <span class="unseen">{t.download}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {backups.map(({ name, time, size }) => (
            <tr>
              <th scope="row">
                <code>{name}</code>
              </th>
              <td data-label={t.time}>
                <Time visit={visit} at={time} />
              </td>
              <td data-label={t.size} class="number">
                {bytesText(size)}
              </td>
              <td class="actions">
                <ButtonLink
                  href={`/office${PATH}/${name}`}
                  icon="download"
                  class="button small"
                  download
                  aria-label={`${t.download} ${name}`}
                >
                  {t.download}
                </ButtonLink>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <p>
        <a href={`/office${PATH}.csv`} download>
          {t.listCsv}
        </a>
      </p>
    </>
  );
}
