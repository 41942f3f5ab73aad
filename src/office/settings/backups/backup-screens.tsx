import { createReadStream } from 'node:fs';
import { Readable } from 'node:stream';
import { audit } from '../../../domain/audit/audit-log.ts';
import { backupType } from '../../../domain/backups/encryption.ts';
import { type Backup, backupFile, listBackups } from '../../../domain/backups/folder.ts';
import { makeBackup } from '../../../domain/backups/make.ts';
import { changeBackupSettings, withBackupSettings } from '../../../domain/backups/settings.ts';
import { temporaryCopy } from '../../../domain/backups/temporary-copy.ts';
import { fields } from '../../forms/fields.ts';
import { commonTexts } from '../../page/common-texts.ts';
import { type Columns, listFile, minuteColumn } from '../../page/list-file.ts';
import type { StoreContext } from '../../request-context.ts';
import { fileScreens, get, post, postForm, type Screen } from '../../screen.ts';
import { backupsPage, settingsForm } from './backup-page.tsx';
import { backupTexts } from './backup-texts.ts';

const PATH = '/settings/backups';
const noFields = fields({});

/** For operators only, because a backup contains all stores. */
export const backupScreens: readonly Screen[] = [
  get(PATH, 'operator', (context) => backupsPage(context)),
  ...fileScreens(`${PATH}`, 'operator', async ({ app, language }) => {
    const t = backupTexts(language);
    const columns: Columns<Backup> = {
      [t.name]: ({ name }) => name,
      [t.time]: minuteColumn(({ time }) => time),
      [t.bytes]: ({ size }) => size,
    };
    return listFile(t.backups, await listBackups(withBackupSettings(app).config), columns, 'backups');
  }),
  postForm(PATH, 'operator', {
    schema: noFields,
    page: backupsPage,
    submit: async (context) => {
      const { name } = await makeBackup(withBackupSettings(context.app), context.now);
      await context.write((tx) => audit(tx, 'backup_made', { storeId: null, detail: { file: name } }));
      return context.redirect(PATH, backupTexts(context.language).created(name));
    },
  }),
  postForm(`${PATH}/settings`, 'operator', {
    schema: settingsForm,
    page: (context, form) => backupsPage(context, { form }),
    submit: async (context, { every_hours, keep }) => {
      const wasOff = withBackupSettings(context.app).config.backup.folder === '';
      await context.write((tx) => changeBackupSettings(tx, { everyHours: Number(every_hours), keep }));
      const done = wasOff ? backupTexts(context.language).turnedOn : commonTexts(context.language).saved;
      return context.redirect(PATH, done);
    },
    sensitive: true,
  }),
  post(
    `${PATH}/reset`,
    'operator',
    async (context) => {
      await context.write((tx) => changeBackupSettings(tx, undefined));
      return context.redirect(PATH, commonTexts(context.language).saved);
    },
    { sensitive: true },
  ),
  postForm(`${PATH}/copy`, 'operator', {
    schema: noFields,
    page: backupsPage,
    submit: async (context) => {
      const { name, size, handle } = await temporaryCopy(context.app, context.now);
      return databaseFile(handle.createReadStream(), { name, size });
    },
    sensitive: true,
  }),
  get(`${PATH}/:name`, 'operator', sendBackup, { sensitive: true }),
];

async function sendBackup({ app, request }: StoreContext): Promise<Response> {
  const { file, name, size } = await backupFile(withBackupSettings(app).config, request.params.name ?? '');
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
