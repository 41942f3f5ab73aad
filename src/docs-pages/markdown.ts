import { Marked, type RendererObject, type Token, type Tokens } from 'marked';
import type { Block, DocsPage } from './docs-page.ts';

// Renders Markdown. Used by the build and by runs from source; the executable contains the rendered pages only.

/** @throws if the file does not begin with a title and a paragraph */
export function renderPage(name: string, markdown: string): DocsPage {
  const marked = new Marked();
  const tokens = withoutComments(marked.lexer(markdown));
  const [title, summary] = tokens.filter(({ type }) => type !== 'space');
  if (title?.type !== 'heading' || title.depth !== 1) throw new Error(`${name}.md must begin with a title`);
  if (summary?.type !== 'paragraph') throw new Error(`${name}.md must begin with a one-sentence summary`);
  const content = tokens.slice(tokens.indexOf(title) + 1);
  const anchors = anchorMaker();
  const anchorOf = new Map(
    content.filter(isHeading).map((heading) => [heading as Token, anchors(plainText(heading.tokens))]),
  );
  marked.use({ renderer: renderer(anchorOf) });
  return {
    name,
    title: plainText(title.tokens ?? []),
    summary: plainText(summary.tokens ?? []),
    html: marked.parser(content),
    blocks: content.flatMap((token) => blockOf(token, anchorOf)),
  };
}

const isHeading = (token: Token): token is Tokens.Heading => token.type === 'heading';

/** Comments mark the generated parts of a page. */
const withoutComments = (tokens: Token[]): Token[] =>
  tokens.filter(({ type, raw }) => type !== 'html' || !raw.startsWith('<!--'));

type AnchorOf = ReadonlyMap<Token, string>;

// HTML

const renderer = (anchorOf: AnchorOf): RendererObject => ({
  heading(heading) {
    const { depth, tokens } = heading;
    const anchor = anchorOf.get(heading);
    const link = anchor && `<a class="anchor" href="#${anchor}" aria-label="Link to this section">#</a>`;
    return `<h${depth} id="${anchor}">${this.parser.parseInline(tokens)} ${link}</h${depth}>\n`;
  },
  table({ header, rows }) {
    const cell = (tag: string, { tokens }: Tokens.TableCell) => `<${tag}>${this.parser.parseInline(tokens)}</${tag}>`;
    const heads = header.map((head) => cell(head.text === '' ? 'td' : 'th', head)).join('');
    const body = rows.map((row) => `<tr>${row.map((data) => cell('td', data)).join('')}</tr>\n`).join('');
    return `<div class="table" tabindex="0"><table><thead><tr>${heads}</tr></thead>\n<tbody>${body}</tbody></table></div>\n`;
  },
  code({ text }) {
    return `<pre tabindex="0"><code>${escapeHtml(text)}</code></pre>\n`;
  },
  link({ href, tokens }) {
    return `<a href="${escapeHtml(servedUrl(href))}">${this.parser.parseInline(tokens)}</a>`;
  },
});

/** URL of a Markdown link, relative to the page at `/docs/NAME`, so that it works below any base path. */
const servedUrl = (href: string): string =>
  href.startsWith('/') ? `..${href}` : href.replace(/^([\w-]+)\.md(?=#|$)/, '$1');

const escapeHtml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

/** Anchors are those of GitHub, so that links work in both places. */
function anchorMaker(): (heading: string) => string {
  const used = new Map<string, number>();
  return (heading) => {
    const anchor = heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{M}\p{N} _-]/gu, '')
      .replaceAll(' ', '-');
    const count = used.get(anchor) ?? 0;
    used.set(anchor, count + 1);
    return count === 0 ? anchor : `${anchor}-${count}`;
  };
}

// Blocks

function blockOf(token: Token, anchorOf: AnchorOf): Block[] {
  switch (token.type) {
    case 'heading':
      return [
        { type: 'heading', level: token.depth, text: plainText(token.tokens ?? []), anchor: anchorOf.get(token) ?? '' },
      ];
    case 'paragraph':
    case 'text':
      return [{ type: 'paragraph', text: plainText(token.tokens ?? [token]) }];
    case 'code':
      return [{ type: 'code', language: token.lang ?? '', text: token.text }];
    case 'list':
      return [{ type: 'list', start: token.ordered ? Number(token.start) : null, items: token.items.map(itemOf) }];
    case 'table':
      return [
        {
          type: 'table',
          header: token.header.map(cellText),
          rows: token.rows.map((row: Tokens.TableCell[]) => row.map(cellText)),
        },
      ];
    case 'blockquote':
      return [{ type: 'quote', blocks: (token.tokens ?? []).flatMap((child) => blockOf(child, anchorOf)) }];
    case 'space':
    case 'hr':
      return [];
    default:
      throw new Error(`the documentation cannot show Markdown of type ${token.type}: ${token.raw.slice(0, 60)}`);
  }
}

const itemOf = ({ tokens }: Tokens.ListItem): Block[] => tokens.flatMap((token) => blockOf(token, new Map()));

const cellText = ({ tokens }: Tokens.TableCell): string => plainText(tokens);

/** Inline Markdown as plain text on one line; code keeps its backquotes, a link to another page names its topic. */
const plainText = (tokens: readonly Token[]): string => tokens.map(inlineText).join('').replaceAll(/\s+/g, ' ').trim();

function inlineText(token: Token): string {
  switch (token.type) {
    case 'codespan':
      return `\`${token.text}\``;
    case 'link':
      return `${plainText(token.tokens ?? [])}${linkTarget(token as Tokens.Link)}`;
    case 'image':
      return `[picture: ${token.text}]`;
    case 'br':
      return ' ';
    default:
      return 'tokens' in token && token.tokens ? untrimmedText(token.tokens) : 'text' in token ? token.text : '';
  }
}

/** Not trimmed, because the spaces around bold text count. */
const untrimmedText = (tokens: readonly Token[]): string => tokens.map(inlineText).join('');

function linkTarget({ href, text }: Tokens.Link): string {
  const [, topic] = /^([\w-]+)\.md/.exec(href) ?? [];
  if (topic) return text.toLowerCase() === topic ? '' : ` (raan help ${topic})`;
  return /^https?:/.test(href) && href !== text ? ` (${href})` : '';
}
