import type { Language } from '../../domain/accounts/accounts.ts';
import { bilingual } from '../language.ts';
import { Tag } from '../page/components.tsx';

const texts = bilingual({ packed: ['แพ็กแล้ว', 'Packed'] });

/** All of the order is in its box and has not left. */
export const PackedTag = ({ language }: { language: Language }) => <Tag tone="good">{texts(language).packed}</Tag>;
