// Burmese is not among the scripts that fontkit shapes. These functions do what the Myanmar shaper of HarfBuzz does.

const CONSONANTS = '\\u1000-\\u102a\\u103f\\u105a-\\u105d\\u1061\\u1065\\u1066\\u106e-\\u1070\\u1075-\\u1081\\u108e';
const OTHER_BASES = '\\u1040-\\u1049\\u104c-\\u1055\\u1090-\\u1099';
const MARKS =
  '\\u102b-\\u1038\\u103a-\\u103e\\u1056-\\u1059\\u105e-\\u1060\\u1062-\\u1064\\u1067-\\u106d\\u1071-\\u1074';
const MORE_MARKS = '\\u1082-\\u108d\\u108f\\u109a-\\u109d';

/** A small consonant above the base, which is typed before it. */
const KINZI = '(?<kinzi>[\\u1004\\u101b\\u105a]\\u103a\\u1039)?';
const STACKED = `(?<stacked>(?:\\u1039[${CONSONANTS}])*)`;
const SYLLABLE = new RegExp(
  `${KINZI}(?<base>[${CONSONANTS}${OTHER_BASES}])${STACKED}(?<marks>[${MARKS}${MORE_MARKS}]*)`,
  'gu',
);

const [VOWEL_E, SHAN_VOWEL_E, MEDIAL_RA] = ['\u1031', '\u1084', '\u103c'];
/** A dot above is placed before a vowel below. */
const BELOW_AND_DOT = /([\u102f\u1030]+)(\u1036+)/u;

/** The characters in the order of their glyphs: a vowel and a medial of each syllable are left of its base. */
export const burmeseGlyphOrder = (text: string): string =>
  text.replace(SYLLABLE, (...match) => {
    const { kinzi = '', base, stacked, marks } = match.at(-1) as Record<string, string>;
    const all = [...(marks ?? '')];
    const vowels = all.filter((mark) => mark === VOWEL_E || mark === SHAN_VOWEL_E);
    const medials = all.filter((mark) => mark === MEDIAL_RA);
    const others = all.filter((mark) => !vowels.includes(mark) && !medials.includes(mark));
    return [...vowels, ...medials, base, kinzi, stacked, others.join('').replace(BELOW_AND_DOT, '$2$1')].join('');
  });

/** The features of the Myanmar script, which fontkit applies only on request. */
export const BURMESE_FEATURES = ['rphf', 'pref', 'blwf', 'pstf', 'pres', 'abvs', 'blws', 'psts'] as const;

interface Rule {
  backtrack: unknown[];
}

interface SubTable {
  chainRuleSets?: (Rule[] | null)[];
  chainClassSet?: (Rule[] | null)[];
  backtrackCoverage?: unknown[];
}

/** The substitution tables of a font, as fontkit reads them. */
export interface Substitutions {
  lookupList: { toArray: () => { lookupType: number; subTables: SubTable[] }[] };
}

const CHAINING_CONTEXT = 6;

/**
 * fontkit 2.0.4 matches the glyphs before a contextual substitution in reverse order
 * (https://github.com/foliojs/fontkit/pull/372). Remove this when a release contains the fix. Call once per font.
 */
export function repairContexts({ lookupList }: Substitutions): void {
  for (const { lookupType, subTables } of lookupList.toArray()) {
    if (lookupType !== CHAINING_CONTEXT) continue;
    for (const { chainRuleSets, chainClassSet, backtrackCoverage } of subTables) {
      for (const rules of chainRuleSets ?? chainClassSet ?? [])
        for (const { backtrack } of rules ?? []) backtrack.reverse();
      backtrackCoverage?.reverse();
    }
  }
}
