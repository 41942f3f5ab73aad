import { commonTexts } from './common-texts.ts';
import { fileUrl } from './file-formats.ts';
import { Menu, type MenuLink } from './menu.tsx';
import { useRequest } from './render-context.ts';

interface ExportMenuProps {
  /** URL of the list, without the ending of a file. */
  href: string;
  /** The export asks for the password. */
  isSensitive?: boolean;
  isSmall?: boolean;
}

/** The export of a list as entries of a menu. */
export const exportLinks = (href: string, download: MenuLink['download'] = 'file'): readonly MenuLink[] => [
  { href: fileUrl(href, 'xlsx'), icon: 'download', label: (language) => commonTexts(language).exportExcel, download },
  { href: fileUrl(href, 'csv'), icon: 'download', label: (language) => commonTexts(language).exportCsv, download },
];

/** Exports a list as a workbook or a CSV file. */
export const ExportMenu = ({ href, isSensitive = false, isSmall = false }: ExportMenuProps) => (
  <Menu
    links={exportLinks(href, isSensitive ? 'sensitive' : 'file')}
    label={commonTexts(useRequest().language).export}
    isSmall={isSmall}
  />
);
