import { type Attachment, type ParsedMail, simpleParser } from 'mailparser'

type ParsedAttachment = { name: string; contentType: string; content: Buffer }

export type ParsedMessage = {
  from: string
  subject: string
  messageId: string | null
  /** Where an answer goes, if not to the sender. */
  replyTo: string | null
  headerLines: string[]
  text: string | null
  html: string | null
  links: string[]
  attachments: ParsedAttachment[]
}

const MAX_LINKS = 500

/** Reads a message as a mail program would; one that cannot be read at all is shown with what there is: nothing. */
export const parseMessage = async (raw: Buffer): Promise<ParsedMessage> => {
  const parsed: Partial<ParsedMail> = await simpleParser(raw, { skipTextToHtml: true, skipHtmlToText: true }).catch(
    () => ({}),
  )
  const text = parsed.text ?? null
  const html = typeof parsed.html === 'string' ? parsed.html : null
  return {
    from: parsed.from?.text ?? '',
    subject: parsed.subject ?? '',
    messageId: parsed.messageId ?? null,
    replyTo: parsed.replyTo?.value[0]?.address ?? null,
    headerLines: parsed.headerLines?.map((header) => header.line) ?? [],
    text,
    html,
    links: findLinks(html, text),
    attachments: (parsed.attachments ?? []).map(nameAttachment),
  }
}

const nameAttachment = (attachment: Attachment, index: number): ParsedAttachment => ({
  name: attachment.filename || `attachment-${index + 1}`,
  contentType: attachment.contentType,
  content: attachment.content,
})

const HREF = /\bhref\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))/gi
const ADDRESS_IN_TEXT = /\bhttps?:\/\/[^\s<>"'`]+/gi
const CLOSING_PUNCTUATION = /[.,;:!?)\]}]+$/

/** Every address one could click, once each: those of the HTML part in their order, then those of the text part. */
export const findLinks = (html: string | null, text: string | null): string[] => {
  const inHtml = Array.from((html ?? '').matchAll(HREF), (match) =>
    decodeEntities(match[1] ?? match[2] ?? match[3] ?? '').trim(),
  )
  const inText = Array.from((text ?? '').matchAll(ADDRESS_IN_TEXT), (match) =>
    match[0].replace(CLOSING_PUNCTUATION, ''),
  )
  return [...new Set([...inHtml, ...inText])].filter((link) => link !== '').slice(0, MAX_LINKS)
}

const NAMED: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }
const LAST_CODE_POINT = 0x10ffff

const decodeEntities = (text: string): string =>
  text.replace(/&(?:#x([0-9a-f]{1,6})|#(\d{1,7})|(amp|lt|gt|quot|apos));/gi, (whole, hex, decimal, name) => {
    if (name) return NAMED[name.toLowerCase()] ?? whole
    const code = hex ? Number.parseInt(hex, 16) : Number(decimal)
    return code <= LAST_CODE_POINT ? String.fromCodePoint(code) : whole
  })
