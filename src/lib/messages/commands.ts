import { count } from '../number-format.ts';
import { catalogue, type Message, type Render, sentence } from './catalogue.ts';

/** Errors of the command line. */
export const commands = catalogue({
  nothing_has_id: { en: ({ id }: { id: string }) => `Nothing has the id ${id}`, th: ({ id }) => `ไม่พบหมายเลข ${id}` },
  named_item_not_found: {
    en: ({ kind, name }: { kind: string; name: string }) => `The store has no ${kind} ${name}`,
    th: ({ name }) => `ไม่พบ ${name} ในร้าน`,
  },
  variant_of_sku_not_found: {
    en: ({ sku }: { sku: string }) => `There is no variant with the SKU ${sku}`,
    th: ({ sku }) => `ไม่พบสินค้าที่มี SKU ${sku}`,
  },
  sku_of_several_variants: {
    en: ({ sku, variants }: { sku: string; variants: readonly number[] }) =>
      `The SKU ${sku} is shared by variants ${variants.join(', ')}. Give the id of one.`,
    th: ({ sku, variants }) => `SKU ${sku} เป็นของหลายสินค้า (${variants.join(', ')}) กรุณาระบุหมายเลข`,
  },
  named_product_not_found: {
    en: ({ name }: { name: string }) => `There is no product ${name}`,
    th: ({ name }) => `ไม่พบสินค้า ${name}`,
  },
  courier_has_no_number_pool: {
    en: ({ shippingType }: { shippingType: string }) => `${shippingType} has no number pool`,
    th: ({ shippingType }) => `${shippingType} ไม่มีชุดเลขพัสดุ`,
  },
  name_not_blocked: {
    en: ({ name }: { name: string }) => `${name} is not blocked`,
    th: ({ name }) => `${name} ไม่ได้ถูกระงับอยู่`,
  },
  app_has_no_url: {
    en: ({ app }: { app: number }) => `App ${app} has no URL`,
    th: ({ app }) => `แอป ${app} ยังไม่มีที่อยู่รับเว็บฮุก`,
  },
  ping_not_acknowledged: {
    en: ({ answer }: { answer: string }) => `Not acknowledged: ${answer}`,
    th: ({ answer }) => `ปลายทางไม่ยืนยัน: ${answer}`,
  },
  stock_differs: {
    en: ({ differences }: { differences: number }) =>
      `Stock has ${count(differences)} ${differences === 1 ? 'difference' : 'differences'}. Run "raan stock repair".`,
    th: ({ differences }) => `สต็อกไม่ตรง ${count(differences)} รายการ ให้ใช้คำสั่ง raan stock repair`,
  },

  file_not_readable: {
    en: ({ file, why }: { file: string; why: Message }, render: Render) =>
      `${file} cannot be read. ${sentence(render(why))}`,
    th: ({ file, why }, render) => `อ่าน ${file} ไม่ได้: ${render(why)}`,
  },
  file_not_writable: {
    en: ({ file, why }: { file: string; why: Message }, render: Render) =>
      `${file} cannot be written. ${sentence(render(why))}`,
    th: ({ file, why }, render) => `เขียน ${file} ไม่ได้: ${render(why)}`,
  },
  file_not_json: {
    en: ({ file, why }: { file: string; why: string }) => `${file} is not valid JSON: ${why}`,
    th: ({ file, why }) => `${file} ไม่ใช่ JSON ที่ถูกต้อง: ${why}`,
  },
  file_not_utf8: {
    en: ({ file }: { file: string }) => `${file} is not valid UTF-8`,
    th: ({ file }) => `${file} ไม่ใช่ UTF-8`,
  },
  file_exists: {
    en: ({ file }: { file: string }) => `${file} already exists. Use --force to replace it.`,
    th: ({ file }) => `มี ${file} อยู่แล้ว ใช้ --force เพื่อเขียนทับ`,
  },
  file_lacks_column: {
    en: ({ file, columns }: { file: string; columns: readonly string[] }) =>
      `${file} has no column ${columns.join(' or ')}`,
    th: ({ file, columns }) => `ไฟล์ ${file} ไม่มีคอลัมน์ ${columns.join(' หรือ ')}`,
  },
  no_temporary_folder: {
    en: ({ why }: { why: readonly string[] }) =>
      `There is no temporary folder: ${why.join('; ')}. Set TMPDIR to a folder in which this user may write.`,
    th: ({ why }) => `ไม่มีโฟลเดอร์ชั่วคราว: ${why.join(' / ')} กรุณาตั้ง TMPDIR เป็นโฟลเดอร์ที่ผู้ใช้นี้เขียนได้`,
  },
  listener_port_unavailable: {
    en: ({ port, why }: { port: number; why: string }) =>
      `Cannot listen on port ${port}: ${why}. Set another with --port.`,
    th: ({ port, why }) => `เปิดพอร์ต ${port} ไม่ได้: ${why} กรุณาเลือกพอร์ตอื่นด้วย --port`,
  },
  doctor_trouble: {
    en: ({ trouble, cure }: { trouble: string; cure: string }) =>
      cure === '' ? trouble : `${trouble.replace(/\.$/, '')}. ${cure}`,
    th: ({ trouble, cure }) => (cure === '' ? trouble : `${trouble.replace(/\.$/, '')}. ${cure}`),
  },

  init_config_exists: {
    en: ({ file }: { file: string }) =>
      `${file} already exists, so nothing was written. Run "raan serve", which prints the link to the setup wizard if there is no account; "raan account add" adds one.`,
    th: ({ file }) => `มี ${file} อยู่แล้ว จึงไม่ได้เขียนอะไร ให้ใช้คำสั่ง raan serve หรือ raan account add`,
  },
  init_database_exists: {
    en: ({ file }: { file: string }) =>
      `${file} already exists, so nothing was written. Move it away or set another "database" in a config file.`,
    th: ({ file }) => `มี ${file} อยู่แล้ว จึงไม่ได้เขียนอะไร กรุณาย้ายไฟล์ หรือกำหนด database อื่นในไฟล์ตั้งค่า`,
  },

  install_needs_user: {
    en: ({ folder }: { folder: string }) =>
      `A folder outside of /var/lib, such as ${folder}, needs a system account. Name one with --user.`,
    th: ({ folder }) => `โฟลเดอร์นอก /var/lib เช่น ${folder} ต้องมีบัญชีระบบ กรุณาระบุด้วย --user`,
  },
  install_config_has_other_folder: {
    en: ({ config, folder }: { config: string; folder: string }) =>
      `${config} has its database in ${folder}. Use --folder ${folder}, or move the config away.`,
    th: ({ config, folder }) => `${config} มีฐานข้อมูลใน ${folder} กรุณาใช้ --folder ${folder} หรือย้ายไฟล์ตั้งค่า`,
  },
  install_backup_folder_needs_user: {
    en: ({ folder, backupFolder }: { folder: string; backupFolder: string }) =>
      `backup.folder ${backupFolder} is outside of ${folder}, which needs a system account. Name one with --user.`,
    th: ({ folder, backupFolder }) => `backup.folder ${backupFolder} อยู่นอก ${folder} จึงต้องมีบัญชีระบบ กรุณาระบุด้วย --user`,
  },
  install_path_not_plain: {
    en: ({ file }: { file: string }) =>
      `${file} cannot be used in a systemd unit. Use only letters, digits and ./_@+-.`,
    th: ({ file }) => `ใช้ ${file} ใน systemd ไม่ได้ ใช้ได้เฉพาะตัวอักษร ตัวเลข และ ./_@+-`,
  },
  install_file_differs: {
    en: ({ file, lines }: { file: string; lines: readonly string[] }) =>
      [`${file} already exists with other content (- there, + from here):`, ...lines].join('\n'),
    th: ({ file, lines }) => [`มี ${file} อยู่แล้วและเนื้อหาต่างกัน (- ที่มีอยู่, + ที่จะเขียน):`, ...lines].join('\n'),
  },
  install_nothing_written: {
    en: 'Nothing was written. Move the files that differ away, or keep them.',
    th: 'ยังไม่ได้เขียนไฟล์ใด กรุณาย้ายไฟล์ที่ต่างกันออก หรือเก็บไว้ตามเดิม',
  },
  install_executable_not_accessible: {
    en: ({ file }: { file: string }) =>
      `The service cannot access ${file}. Move it, for example to /usr/local/bin/raan, and install again.`,
    th: ({ file }) => `ระบบเข้าถึง ${file} ไม่ได้ กรุณาย้ายไฟล์ เช่นไปที่ /usr/local/bin/raan แล้วติดตั้งใหม่`,
  },
  install_executable_missing: {
    en: ({ file }: { file: string }) =>
      `${file} does not exist. Put raan there first, or give its path with --executable.`,
    th: ({ file }) => `ไม่มี ${file} กรุณานำ raan ไปวางก่อน หรือระบุที่อยู่ด้วย --executable`,
  },
  install_executable_not_runnable: {
    en: ({ file }: { file: string }) => `The service may not run ${file}. Run: chmod 755 ${file}`,
    th: ({ file }) => `ระบบเรียกใช้ ${file} ไม่ได้ ให้ใช้คำสั่ง chmod 755 ${file}`,
  },
  install_config_not_readable: {
    en: ({ file, cure }: { file: string; cure: string }) => `The service may not read ${file}. Run: ${cure}`,
    th: ({ file, cure }) => `ระบบอ่าน ${file} ไม่ได้ ให้ใช้คำสั่ง ${cure}`,
  },
});
