import { isSea } from 'node:sea';
import type { Language } from './messages/catalogue.ts';

/** An environment variable that changes what code raan runs, which certificates it trusts, or what it writes. */
export interface UnsafeVariable {
  name: string;
  /** A predicate, to be read after the name. */
  effect: Record<Language, string>;
}

const TRUSTS_MORE = { en: 'adds trusted certificates to raan', th: 'ทำให้ raan เชื่อถือใบรับรองเพิ่มขึ้น' };

/** Node reads these before the first line of raan runs, so raan cannot undo them. */
const ALWAYS: readonly UnsafeVariable[] = [
  { name: 'OPENSSL_CONF', effect: { en: 'can load other code into raan', th: 'ทำให้ raan โหลดโค้ดอื่นได้' } },
  { name: 'NODE_EXTRA_CA_CERTS', effect: TRUSTS_MORE },
  { name: 'NODE_USE_SYSTEM_CA', effect: TRUSTS_MORE },
  { name: 'NODE_DEBUG', effect: { en: 'adds debug output of Node to the log', th: 'เพิ่มข้อความดีบักของ Node ในบันทึก' } },
  { name: 'NODE_V8_COVERAGE', effect: { en: 'makes raan write coverage files', th: 'ทำให้ raan เขียนไฟล์ coverage' } },
];

const IN_EXECUTABLE: UnsafeVariable = {
  name: 'NODE_COMPILE_CACHE',
  effect: { en: 'can make raan run compiled code from that folder', th: 'ทำให้ raan ใช้โค้ดที่คอมไพล์ไว้ในโฟลเดอร์นั้นได้' },
};
/** The executable ignores it. */
const IN_CHECKOUT: UnsafeVariable = {
  name: 'NODE_OPTIONS',
  effect: { en: 'changes how raan runs', th: 'เปลี่ยนการทำงานของ raan' },
};

export const unsafeVariables = (env: NodeJS.ProcessEnv = process.env, isExecutable = isSea()): UnsafeVariable[] =>
  [...ALWAYS, isExecutable ? IN_EXECUTABLE : IN_CHECKOUT].filter(({ name }) => Boolean(env[name]));
