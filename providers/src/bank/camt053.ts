import { setImmediate as letOthers } from 'node:timers/promises'
import { SaxesParser, type SaxesTagPlain } from 'saxes'
import { createStatementFields } from './camt053-fields.ts'
import { type CamtPiece, refuse, StatementUnreadable } from './camt053-pieces.ts'

/** What a file may be at most. More than that is no statement of ours. */
export const camtLimits = { bytes: 50 * 1024 * 1024, depth: 32, text: 4096, lines: 200_000 } as const

/** So much is read before others get their turn, and nothing in a file is longer: so it is never all in memory. */
const sliceBytes = 16 * 1024

const namespace = /^urn:iso:std:iso:20022:tech:xsd:camt\.053\.001\.(0[2-9]|1[0-3])$/

type Bytes = AsyncIterable<Uint8Array> | Iterable<Uint8Array>

async function* slicesOf(bytes: Bytes): AsyncGenerator<Uint8Array> {
  let read = 0
  for await (const chunk of bytes) {
    read += chunk.length
    if (read > camtLimits.bytes) refuse('The file is larger than 50 MB.')
    for (let from = 0; from < chunk.length; from += sliceBytes) {
      yield chunk.subarray(from, from + sliceBytes)
      await letOthers()
    }
  }
}

/** What stands in the file outside of its elements and texts is refused: nothing of it belongs into a statement. */
const refuseStrange = (parser: SaxesParser<{ xmlns: false }>, noticed: () => void) => {
  parser.on('doctype', () => refuse('The file has a DOCTYPE, which no bank sends.'))
  parser.on('processinginstruction', () => refuse('The file has instructions to programs, which no bank sends.'))
  parser.on('xmldecl', ({ encoding }) => {
    noticed()
    if (encoding !== undefined && encoding.toUpperCase() !== 'UTF-8')
      refuse('The file is not in UTF-8, as statements are.')
  })
  parser.on('comment', noticed)
  parser.on('error', (error) => {
    if (error instanceof StatementUnreadable) throw error
    const what = error.message.replace(/^[0-9:]+ */, '')
    refuse(
      /entity/.test(what)
        ? 'The file uses an entity of its own, which no bank does.'
        : `The file is no well-formed XML: ${what.slice(0, 120)}`,
    )
  })
}

const localName = (name: string): string => name.slice(name.indexOf(':') + 1)

/** Which namespace an element is in: the one that its prefix was declared with, here or above. */
const namespaceOf = ({ name, attributes }: SaxesTagPlain): string => {
  const prefix = name.includes(':') ? `xmlns:${name.slice(0, name.indexOf(':'))}` : 'xmlns'
  return attributes[prefix] ?? ''
}

const openReader = () => {
  const parser = new SaxesParser<{ xmlns: false }>({ xmlns: false })
  const pieces: CamtPiece[] = []
  let lines = 0
  const fields = createStatementFields((piece) => {
    if (piece.is === 'line' && ++lines > camtLimits.lines) refuse('The file has more than 200,000 lines.')
    pieces.push(piece)
  })
  const path: string[] = []
  const texts: string[] = []
  let events = 0
  let prefix = ''
  const noticed = () => {
    events += 1
  }
  refuseStrange(parser, noticed)
  parser.on('opentag', (tag) => {
    noticed()
    if (path.length === 0) {
      if (!namespace.test(namespaceOf(tag)) || localName(tag.name) !== 'Document')
        refuse('The file is no camt.053 statement in a version between 2 and 13.')
      prefix = tag.name.slice(0, -'Document'.length)
    } else if (!tag.name.startsWith(prefix) || Object.keys(tag.attributes).some((name) => name.startsWith('xmlns')))
      refuse('The file has parts that are no statement.')
    if (path.length >= camtLimits.depth) refuse('The file is nested deeper than any statement.')
    path.push(path.length === 0 ? '' : `${path.at(-1)}/${tag.name.slice(prefix.length)}`)
    texts.push('')
    fields.open(path.at(-1) ?? '', tag.attributes)
  })
  const addText = (text: string) => {
    noticed()
    if (path.length === 0) return
    const whole = (texts.pop() ?? '') + (text.trim() === '' ? '' : text)
    if (whole.length > camtLimits.text) refuse('The file has a text longer than 4 kB.')
    texts.push(whole)
  }
  parser.on('text', addText)
  parser.on('cdata', addText)
  parser.on('closetag', () => {
    noticed()
    fields.close(path.pop() ?? '', (texts.pop() ?? '').trim())
  })
  return {
    /** What came to its end with this slice. One in which nothing does is part of something far too long. */
    write: (text: string, isWhole: boolean): CamtPiece[] => {
      events = 0
      parser.write(text)
      if (isWhole && events === 0) refuse('The file has a text longer than 4 kB.')
      return pieces.splice(0)
    },
    close: () => {
      parser.close()
      if (!fields.isComplete()) refuse('The file has no statement.')
      return pieces.splice(0)
    },
  }
}

/**
 * Reads a statement of a bank as it comes: for each statement in it first whose it is, then its lines in their order, then its
 * sums. Throws a `StatementUnreadable` in words as soon as anything is wrong; what was told before counts for nothing then.
 */
export async function* readCamt053(bytes: Bytes): AsyncGenerator<CamtPiece[]> {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  const decode = (slice?: Uint8Array): string => {
    try {
      return slice ? decoder.decode(slice, { stream: true }) : decoder.decode()
    } catch {
      return refuse('The file is not in UTF-8, as statements are.')
    }
  }
  const reader = openReader()
  for await (const slice of slicesOf(bytes)) {
    const pieces = reader.write(decode(slice), slice.length === sliceBytes)
    if (pieces.length > 0) yield pieces
  }
  reader.write(decode(), false)
  yield reader.close()
}
