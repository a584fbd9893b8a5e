import type { Db } from '@ingot/db/connect'
import type { DocumentContent } from '@ingot/endpoints/document-content'

export const language = 'en'

/** How the customer reads time and words, as it was when the document was issued. */
export type About = { zone: string; language: typeof language }

/** Where the lines of a table are read that are too many to be kept, and whose they are. */
type Books = { db: Db; customer: string }

/**
 * A kind of document, as the feature declares it whose it is. What is kept of a document are its data, and they are laid out again
 * years later: a layout still reads whatever was ever issued, so a field may be added that is not always there, and none is renamed.
 */
export type DocumentKind<Data = never> = {
  name: string
  /** With which its numbers begin: two or three capitals, no other kind's. */
  prefix: string
  title: string
  /** Nothing but the data: it is the same whenever it is asked. */
  layout: (data: Data, about: About) => DocumentContent
  /** The lines of a CSV file with the same figures, where there are tables. There may be more than the data hold: then the books tell. */
  table?: (data: Data, about: About, books: Books) => AsyncIterable<string> | Iterable<string>
}

export const documentKind = <Data extends object>(declared: DocumentKind<Data>): DocumentKind<Data> => declared
