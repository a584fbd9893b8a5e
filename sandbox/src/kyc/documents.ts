import { RequestRefused } from '../frame/refusal.ts'
import { type Applicant, DOCUMENT_TYPES, type Document, isClosed, newId } from './applicant.ts'
import type { JsonFolder } from './json-folder.ts'
import { conflict, type Register } from './register.ts'

const MOST_DOCUMENTS = 40

type NewDocument = Omit<Document, 'imageId' | 'addedAt' | 'size'> & { bytes: Uint8Array }

/** The pictures that applicants hand in, beside what is known of them. */
export const openDocuments = ({ find, save }: Register, applicants: JsonFolder<Applicant>, time: () => string) => ({
  async addDocument(id: string, { bytes, ...given }: NewDocument): Promise<Document> {
    const applicant = find(id)
    if (isClosed(applicant)) throw conflict('Nothing can be added at this moment')
    if (!DOCUMENT_TYPES.includes(given.idDocType)) throw new RequestRefused(400, 'BadRequest', 'No such document type')
    if (applicant.documents.length >= MOST_DOCUMENTS) throw conflict('There are too many documents')
    const document: Document = { ...given, imageId: newId(), size: bytes.length, addedAt: time() }
    await applicants.writeBytes(document.imageId, bytes)
    // A picture of the same side takes the place of the one before it.
    const isOther = (other: Document): boolean =>
      other.spent === true || other.idDocType !== document.idDocType || other.idDocSubType !== document.idDocSubType
    const current = find(id)
    await save({ ...current, documents: [...current.documents.filter(isOther), document] })
    return document
  },
  async readDocument(id: string, imageId: string): Promise<{ document: Document; bytes: Buffer }> {
    const document = find(id).documents.find((each) => each.imageId === imageId)
    const bytes = document && (await applicants.readBytes(imageId))
    if (!document || !bytes) throw new RequestRefused(404, 'NotFound', 'There is no such document')
    return { document, bytes }
  },
})
