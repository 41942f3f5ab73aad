import { createReadStream } from 'node:fs';
import { Readable } from 'node:stream';
import type { Config } from '../../config.ts';
import { audit } from '../../domain/audit/audit-log.ts';
import { backupType, encryptsBackups } from '../../domain/backups/encryption.ts';
import { type Backup, backupFile, listBackups } from '../../domain/backups/folder.ts';
import { makeBackup } from '../../domain/backups/make.ts';
import { type Schedule, scheduleOf } from '../../domain/backups/schedule.ts';
import { temporaryCopy } from '../../domain/backups/temporary-copy.ts';
import { AppError } from '../../lib/errors.ts';
import { byteSize } from '../../lib/number-format.ts';
import { bilingual } from '../bilingual.ts';
import { errorText } from '../error-text.ts';
import { fields } from '../forms/fields.ts';
import type { Form } from '../forms/form.ts';
import { PostButton } from '../forms/inputs.tsx';
import type { Page } from '../office-response.ts';
import { ButtonLink, Empty, Heading, Notice, Time } from '../page/components.tsx';
import { csvFile } from '../page/downloads.ts';
import { minuteText, spanText } from '../page/format.ts';
import { List } from '../page/list.tsx';
import type { StoreContext, StoreProps } from '../request-context.ts';
import { get, postForm, type Screen } from '../screen.ts';
import { settingsTexts } from './settings-texts.ts';

const backupTexts = bilingual({
  backups: ['สำรองข้อมูล', 'Backups'],
  about: [
    'สำเนาข้อมูลของทุกร้านในระบบ เก็บไว้บนเครื่องนี้ ควรดาวน์โหลดไปเก็บที่อื่นด้วย',
    'Copies of the data of all stores, kept on this machine. Keep a copy elsewhere too.',
  ],
  create: ['สำรองข้อมูล', 'Back up now'],
  created: [(name: string) => `สำรองแล้ว: ${name}`, (name: string) => `Backup created and checked: ${name}`],
  name: ['ไฟล์', 'File'],
  time: ['เวลา', 'Created'],
  size: ['ขนาด', 'Size'],
  download: ['ดาวน์โหลด', 'Download'],
  listCsv: ['รายชื่อไฟล์ (CSV)', 'List of backups (CSV)'],
  empty: ['ยังไม่มีไฟล์สำรอง', 'No backups yet'],
  emptyHint: ['กดสำรองข้อมูล ใช้งานร้านต่อได้ระหว่างสำรอง', 'Create one now. The store stays available meanwhile.'],
  noFolder: ['ยังไม่ได้กำหนดโฟลเดอร์สำรองข้อมูล', 'No backup folder configured'],
  noFolderHint: [
    'เพิ่มบรรทัดนี้ใต้ [backup] ในไฟล์ตั้งค่า raan.toml แล้วเริ่ม raan ใหม่',
    'Add this under [backup] in raan.toml and restart raan:',
  ],
  copyHint: ['หรือดาวน์โหลดสำเนาข้อมูลทั้งหมดไปเก็บไว้ที่อื่นตอนนี้', 'Or download a copy of all data now.'],
  copy: ['สำรองและดาวน์โหลด', 'Download a copy'],
  schedule: ['สำรองอัตโนมัติ', 'Schedule'],
  every: [
    (every: string, keep: number) => `ทุก ${every} เก็บ ${keep} ไฟล์ล่าสุด`,
    (every: string, keep: number) => `every ${every}, keeping the latest ${keep}`,
  ],
  next: ['ครั้งต่อไป', 'Next'],
  soon: ['เร็ว ๆ นี้', 'soon'],
  failed: ['สำรองครั้งล่าสุดไม่สำเร็จ', 'The last backup failed'],
  bucket: ['เก็บที่ S3', 'In S3 bucket'],
  none: ['ยังไม่มี', 'none yet'],
  encrypted: [
    'ไฟล์สำรองเข้ารหัสไว้ การกู้คืนต้องใช้กุญแจส่วนตัวของ age และไฟล์ raan.key หากกุญแจส่วนตัวหาย จะไม่มีใครเปิดไฟล์เหล่านี้ได้อีก',
    'Backups are encrypted. A restore needs the private key of age and raan.key. If the private key is lost, the backups cannot be opened any more.',
  ],
  secret: ['ไฟล์สำรองมีข้อมูลลูกค้าและรหัสลับ เก็บในที่ปลอดภัย', 'Backups contain customer data and secrets. Store them safely.'],
});

const PATH = '/settings/backups';
const noFields = fields({});

/** For operators only, because a backup contains all stores. */
export const backupScreens: readonly Screen[] = [
  get(PATH, 'operator', (context) => listPage(context)),
  get(`${PATH}.csv`, 'operator', async ({ app }) =>
    csvFile('backups', await listBackups(app.config), {
      file: ({ name }) => name,
      time: ({ time }) => minuteText(time, 'en'),
      bytes: ({ size }) => size,
    }),
  ),
  postForm(PATH, 'operator', noFields, errorPage, async (context) => {
    const { name } = await makeBackup(context.app, context.now);
    await context.write((tx) => audit(tx, 'backup_made', { storeId: null, detail: { file: name } }));
    return context.redirect(PATH, backupTexts(context.language).created(name));
  }),
  postForm(
    `${PATH}/copy`,
    'operator',
    noFields,
    errorPage,
    async (context) => {
      const { name, size, handle } = await temporaryCopy(context.app, context.now);
      return databaseFile(handle.createReadStream(), { name, size });
    },
    { sensitive: true },
  ),
  get(`${PATH}/:name`, 'operator', sendBackup, { sensitive: true }),
];

function errorPage(context: StoreContext, { error }: Form<unknown>) {
  return listPage(context, error);
}

async function sendBackup({ app, request }: StoreContext): Promise<Response> {
  const { file, name, size } = await backupFile(app.config, request.params.name ?? '');
  return databaseFile(createReadStream(file), { name, size });
}

const databaseFile = (bytes: Readable, { name, size }: { name: string; size: number }): Response =>
  new Response(Readable.toWeb(bytes) as ReadableStream<Uint8Array>, {
    headers: {
      'Content-Type': backupType(name),
      'Content-Length': String(size),
      'Content-Disposition': `attachment; filename="${name}"`,
    },
  });

/** @param error why no backup was created */
async function listPage(context: StoreContext, error?: string): Promise<Page> {
  const t = backupTexts(context.language);
  const { config } = context.app;
  const { backups, unreadable } = await listedBackups(config);
  const schedule = await scheduleOf(context.app);
  return {
    title: t.backups,
    body: (
      <>
        <Heading title={t.backups} back={{ href: '/office/settings', label: settingsTexts(context.language).settings }}>
          {config.backup.folder !== '' && <PostButton action={PATH} label={t.create} />}
        </Heading>
        {error !== undefined && <Notice tone="bad">{error}</Notice>}
        {schedule && <ScheduleState context={context} schedule={schedule} />}
        {unreadable === undefined ? (
          <BackupList context={context} backups={backups} />
        ) : (
          <Notice tone="bad">{errorText(context.language, unreadable)}</Notice>
        )}
      </>
    ),
  };
}

function ScheduleState({ context, schedule: { next, failed, bucketUpload } }: StoreProps<{ schedule: Schedule }>) {
  const t = backupTexts(context.language);
  const { every, keep, s3 } = context.app.config.backup;
  const failure = failed ?? bucketUpload?.failed;
  return (
    <>
      {failure && (
        <Notice tone="bad">
          {t.failed} (<Time at={failure.time} />
          ): {errorText(context.language, failure.reason)}
        </Notice>
      )}
      <p>
        {t.schedule}: {t.every(spanText(every, context.language), keep)}. {t.next}:{' '}
        {next <= context.now ? t.soon : <Time at={next} />}.
        {bucketUpload && (
          <>
            {' '}
            {t.bucket} {s3.bucket}: {bucketUpload.name ?? t.none}.
          </>
        )}
      </p>
    </>
  );
}

function BackupList({ context, backups }: { context: StoreContext; backups: Backup[] }) {
  const t = backupTexts(context.language);
  const hint = encryptsBackups(context.app.config) ? t.encrypted : t.secret;
  if (context.app.config.backup.folder === '')
    return (
      <Empty title={t.noFolder} hint={t.noFolderHint}>
        <pre>folder = "backups"</pre>
        <p>{t.copyHint}</p>
        <PostButton action={`${PATH}/copy`} plain class="secondary outline" label={t.copy} />
        <p class="hint">{hint}</p>
      </Empty>
    );
  if (backups.length === 0) return <Empty title={t.empty} hint={t.emptyHint} />;
  return (
    <>
      <p class="hint">
        {t.about} {hint}
      </p>
      <List
        rows={backups}
        columns={(column) => [
          column(t.name, ({ name }) => <code>{name}</code>),
          column(t.time, ({ time }) => <Time at={time} />),
          column(t.size, 'number', ({ size }) => byteSize(size)),
          column({ hidden: t.download }, 'actions', ({ name }) => (
            <ButtonLink
              href={`/office${PATH}/${name}`}
              icon="download"
              class="button small"
              download
              aria-label={`${t.download} ${name}`}
              label={t.download}
            />
          )),
        ]}
      />
      <p>
        <a href={`/office${PATH}.csv`} download>
          {t.listCsv}
        </a>
      </p>
    </>
  );
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
